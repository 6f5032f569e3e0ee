import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf } from "../../encoding/bundle.ts";
import { digestOf } from "./content-digest.ts";
import { custodyChain, custodyFault } from "./custody-chain.ts";

const { sha256 } = primitives;
const core = coreOf(bundle);
const { chain_of_custody: chain, ...body } = core;
const keyId = chain[2].outputs.key_id;
const given = { envelopeKeyId: keyId, sha256 };

test("every entry holds the digest of the one before, and the first one zeros", () => {
  const [received, classified, signed] = custodyChain(body, { receivedAt: chain[0].at, keyId, sha256 });
  expect(received.prev).toBe(`sha256:${"0".repeat(64)}`);
  expect(classified.prev).toBe(`sha256:${digestOf(received, sha256)}`);
  expect(signed.prev).toBe(`sha256:${digestOf(classified, sha256)}`);
  expect([received, classified, signed]).toEqual(chain);
});

test("the chain of issued evidence keeps every rule", () => {
  expect(custodyFault(core, given)).toBeNull();
});

test("a changed body, a changed order of times and another signer are found", () => {
  const [received, classified, signed] = chain;
  const later = { ...received, at: "2999-01-01T00:00:00.000Z" };
  expect(custodyFault({ ...core, tier: "CAUTION" }, given)).toContain("entry 2 (EVIDENCE_SIGNED)");
  expect(custodyFault({ ...core, chain_of_custody: [later, classified, signed] }, given)).toContain("times");
  expect(custodyFault(core, { ...given, envelopeKeyId: "sha256:00" })).toContain("did not sign");
});
