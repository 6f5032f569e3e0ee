import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { primitives, testSigner } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { toBase64 } from "../../encoding/base64.ts";
import { textOf, utf8 } from "../../encoding/bytes.ts";
import { logEntry, logEntryOf } from "./log-entry.ts";

const { sha256 } = primitives;

test("an entry remembers the digest of the signed bytes, the signature and the key", () => {
  const given = { payload: utf8("{}"), signature: utf8("signature"), key: testSigner };
  const digest = createHash("sha256").update("DSSEv1 28 application/vnd.in-toto+json 2 {}").digest("base64");
  expect(JSON.parse(textOf(logEntry(given, sha256))!)).toMatchObject({
    kind: "hashedrekord",
    spec: {
      hashedRekordV002: {
        data: { digest },
        signature: {
          content: toBase64(utf8("signature")),
          verifier: { keyDetails: "PKIX_ECDSA_P256_SHA_256" },
        },
      },
    },
  });
});

test("the entry of a bundle is the one its proof carries", () => {
  expect(toBase64(logEntryOf(bundle.proof, sha256))).toBe(bundle.proof.log!.entry);
});

test("a proof without a signature, or with a key of another kind, cannot be logged", () => {
  const { proof } = bundle;
  const unsigned = { ...proof, envelope: { ...proof.envelope, signatures: [] } };
  expect(() => logEntryOf(unsigned, sha256)).toThrow(TypeError);
  const otherKey = { ...proof, keys: proof.keys.map((key) => ({ ...key, alg: "RSA" })) };
  expect(() => logEntryOf(otherKey, sha256)).toThrow(TypeError);
});
