import { expect, test } from "vitest";

import {
  primitives,
  testSigner,
  untrustedSigner,
} from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  exampleLogSigner,
  loggedAtOnce,
} from "../../../clients/conformance/evidence/examples/example-log.ts";
import { textOf, utf8 } from "../../encoding/bytes.ts";
import { signDocument, type DocumentEnvelope } from "./logged-document.ts";
import { openLoggedDocument } from "./open-logged-document.ts";

const { sha256 } = primitives;
const given = { keys: [testSigner], log: exampleLogSigner, primitives };
const signed = signDocument("custody", { seq: 1 }, { signer: testSigner, sha256 });
const { leaves } = loggedAtOnce([utf8("before"), signed.entry]);
const document = {
  envelope: JSON.parse(textOf(signed.envelope)!) as DocumentEnvelope,
  tlogProof: leaves[1]!.proof,
};

test("a signed and logged document opens to what it says and where it is", () => {
  expect(openLoggedDocument("custody", document, given)).toEqual({
    kind: "open",
    payload: { seq: 1 },
    keyId: testSigner.keyId,
    index: 1,
    checkpointSignatures: 1,
  });
});

test("another kind, another key, another signature and another place are refused", () => {
  const detailOf = (changed: Partial<typeof document>, kind: "custody" | "tombstone" = "custody") => {
    const opened = openLoggedDocument(kind, { ...document, ...changed }, given);
    return opened.kind === "broken" ? opened.detail : null;
  };
  const { envelope } = document;
  const [signature] = envelope.signatures;
  const other = signDocument("custody", { seq: 2 }, { signer: untrustedSigner, sha256 });
  expect(detailOf({}, "tombstone")).toBe("another payload type");
  expect(detailOf({ envelope: JSON.parse(textOf(other.envelope)!) })).toContain("not signed by a trusted key");
  expect(detailOf({ envelope: { ...envelope, payload: "e30=" } })).toBe("the signature does not verify");
  expect(detailOf({ envelope: { ...envelope, signatures: [signature!, signature!] } })).toContain(
    "2 signatures",
  );
  expect(detailOf({ envelope: { ...envelope, payload: "*" } })).toBe("not canonical base64");
  expect(detailOf({ tlogProof: leaves[0]!.proof })).toContain("does not lead from its entry");
});
