import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  [
    "a keyring is signed by whole key ids",
    { signatures: [{ keyid: "sha256:33", sig: "MA==" }] },
    ["/signatures/0/keyid wrong_format"],
  ],
  ["nothing else is sent as a keyring", { payloadType: "application/json" }, ["/payloadType wrong_format"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("KeyringEnvelope", changes)).toEqual(faults);
});

test.each([
  ["a service without a keyring has no versions", { versions: [] }, []],
  [
    "the history says which form it has",
    { schema: "urn:plumbline:keyring-history:2" },
    ["/schema wrong_format"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("KeyringHistory", changes)).toEqual(faults);
});
