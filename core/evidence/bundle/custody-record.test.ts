import { Compile } from "typebox/compile";
import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { digestOf } from "./content-digest.ts";
import { maxReasonLength } from "../../encoding/bundle.ts";
import { custodyDigest, custodyRecordSchema, type CustodyRecord } from "./custody-record.ts";

const shape = Compile(custodyRecordSchema);
const handedOut: CustodyRecord = {
  schema: "urn:plumbline:custody:1",
  event_id: "EVB-20261120-0123456789AB",
  organisation: "acme",
  seq: 1,
  at: "2026-11-20T09:15:00.000Z",
  key_id: "7K3M9Q2XW4",
  prev: `sha256:${"0".repeat(64)}`,
  action: "handed_out",
  form: "bundle",
};
const { form: _form, ...head } = handedOut;

test("each action says what belongs to it, and nothing else", () => {
  expect(shape.Check(handedOut)).toBe(true);
  expect(shape.Check({ ...head, action: "hold_set", reason: "litigation" })).toBe(true);
  expect(shape.Check({ ...handedOut, reason: "litigation" })).toBe(false);
  expect(shape.Check({ ...head, action: "hold_set" })).toBe(false);
  const reason = "x".repeat(maxReasonLength + 1);
  expect(shape.Check({ ...head, action: "hold_set", reason })).toBe(false);
});

test("a record is named by the digest of its canonical form", () => {
  const digest = custodyDigest(handedOut, primitives.sha256);
  expect(digest).toBe(`sha256:${digestOf(handedOut, primitives.sha256)}`);
  expect(custodyDigest({ ...handedOut, seq: 2 }, primitives.sha256)).not.toBe(digest);
});
