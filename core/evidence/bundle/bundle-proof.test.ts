import { expect, test } from "vitest";

import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { toBase64 } from "../../encoding/base64.ts";
import { coreOf } from "../../encoding/bundle.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { attachAttestations, withLogProof } from "./bundle-proof.ts";

const leaf = { index: 4, entry: utf8("entry"), proof: "proof" };

test("a place in the log changes the proof and nothing else", () => {
  const logged = withLogProof(bundle, { origin: "log.example.org", leaf });
  expect(logged.proof.log).toEqual({
    origin: "log.example.org",
    index: 4,
    entry: toBase64(utf8("entry")),
    tlog_proof: "proof",
  });
  expect(coreOf(logged)).toEqual(coreOf(bundle));
  expect(logged.proof).not.toHaveProperty("precommit");
});

test("attestations add time stamps and put the cosigned proof in place of the first one", () => {
  const { log } = bundle.proof;
  const attested = attachAttestations(bundle, { timestamps: [utf8("token")], tlogProof: "cosigned" });
  expect(attested.proof.log).toEqual({ ...log, tlog_proof: "cosigned" });
  expect(attested.proof.timestamps).toEqual([
    { type: "rfc3161", over: "dsse-signature", token: toBase64(utf8("token")) },
  ]);
  expect(attested.signature).toBe(bundle.signature);
});

test("without attestations a bundle stays as it is", () => {
  expect(attachAttestations(bundle, { timestamps: [], tlogProof: null })).toEqual(bundle);
});
