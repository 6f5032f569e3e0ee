import { expect, test } from "vitest";

import { utf8 } from "../../../core/encoding/bytes.ts";
import { openOwnDocument, presentCustodyRecord, presentTombstone } from "./present-custody.ts";

function envelopeOf(payload: object): { readonly bytes: Uint8Array; readonly signed: object } {
  const signed = {
    payload: Buffer.from(JSON.stringify(payload)).toString("base64"),
    payloadType: "application/vnd.plumbline.custody+json",
    signatures: [{ keyid: "sha256:ab", sig: "AA==" }],
  };
  return { bytes: utf8(JSON.stringify(signed)), signed };
}

test("a tombstone states what was signed, and carries the envelope as it was signed", () => {
  const payload = { schema: "urn:plumbline:tombstone:1", event_id: "EVB-1", basis: "Art. 17", leaf_index: 3 };
  const { bytes, signed } = envelopeOf(payload);
  expect(presentTombstone(bytes)).toEqual({
    event_id: "EVB-1",
    basis: "Art. 17",
    leaf_index: 3,
    envelope: signed,
  });
});

test("a record leaves out what its list says already, and is proven by the log", () => {
  const payload = {
    schema: "urn:plumbline:custody:1",
    event_id: "EVB-1",
    prev: "sha256:00",
    seq: 1,
    form: "bundle",
  };
  const { bytes, signed } = envelopeOf(payload);
  expect(presentCustodyRecord(bytes, { index: 8, proof: "proof" })).toEqual({
    seq: 1,
    form: "bundle",
    envelope: signed,
    log_index: 8,
    tlog_proof: "proof",
  });
});

test("what else an envelope holds is not handed on", () => {
  const { bytes, signed } = envelopeOf({ seq: 1 });
  const more = utf8(JSON.stringify({ ...JSON.parse(Buffer.from(bytes).toString()), internal: true }));
  expect(openOwnDocument(more)).toEqual({ payload: { seq: 1 }, signed });
});
