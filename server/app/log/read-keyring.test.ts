import { expect, test } from "vitest";

import { utf8 } from "../../../core/encoding/bytes.ts";
import { readKeyring, readLogPolicy, readSpecification } from "./read-keyring.ts";

const versionOf = (policy: string) => ({
  leafIndex: 0,
  envelope: utf8(JSON.stringify({ payload: Buffer.from(JSON.stringify({ policy })).toString("base64") })),
});
const keyringOf = (...policies: readonly string[]) => ({
  keyring: {
    listKeyringVersions: async () => policies.map(versionOf),
    listLoggedScorers: async () => [],
    findSpecification: async ({ sha256 }: { readonly sha256: string }) =>
      sha256 === "known" ? utf8("the method") : null,
  },
});

test("the newest version counts, in the bytes it was logged in", async () => {
  const needs = keyringOf("log old", "log new");
  expect(await readKeyring(needs)).toEqual(versionOf("log new").envelope);
  expect(await readLogPolicy(needs)).toBe("log new");
});

test("a keyring without a version is a fault", async () => {
  await expect(readKeyring(keyringOf())).rejects.toThrow("the keyring has no version");
});

test("a method that evidence names is found by its digest, and no other", async () => {
  expect(await readSpecification("known", keyringOf())).toEqual(utf8("the method"));
  await expect(readSpecification("other", keyringOf())).rejects.toMatchObject({
    code: "specification_not_found",
  });
});
