import { expect, test } from "vitest";

import { faultsWith, firstOf } from "../changed-example-for-tests.ts";

const key = firstOf("JsonWebKeySet", "keys");

test.each([
  [
    "an Ed25519 key has one coordinate",
    { keys: [{ ...key, kty: "OKP", crv: "Ed25519", alg: "EdDSA", y: undefined }] },
    [],
  ],
  ["a key has its id", { keys: [{ ...key, kid: undefined }] }, ["/keys/0/kid member_missing"]],
  ["a service without keys has an empty set", { keys: [] }, []],
])("%s", (_, changes, faults) => {
  expect(faultsWith("JsonWebKeySet", changes)).toEqual(faults);
});
