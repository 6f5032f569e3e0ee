import { createPublicKey } from "node:crypto";
import { expect, test } from "vitest";

import { exampleLogSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import { trustedRoot } from "./trusted-root.ts";

test("the log is named by its origin, and its key reads as Ed25519", () => {
  const { tlogs, timestampAuthorities } = JSON.parse(
    trustedRoot({ logs: [exampleLogSigner], timestampChains: [] }),
  );
  expect(tlogs[0].baseUrl).toBe(`https://${exampleLogSigner.name}`);
  const key = Buffer.from(tlogs[0].publicKey.rawBytes, "base64");
  expect(createPublicKey({ key, format: "der", type: "spki" }).asymmetricKeyType).toBe("ed25519");
  expect(timestampAuthorities).toEqual([]);
});

test("a chain of certificates keeps its order", () => {
  const chain = [Uint8Array.of(1), Uint8Array.of(2)];
  const { timestampAuthorities } = JSON.parse(trustedRoot({ logs: [], timestampChains: [chain] }));
  expect(timestampAuthorities[0].certChain.certificates).toEqual([
    { rawBytes: "AQ==" },
    { rawBytes: "Ag==" },
  ]);
});
