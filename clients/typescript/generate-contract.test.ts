import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { contractFile, generateContract } from "./generate-contract.ts";

test("the committed types are those the published document gives, byte for byte", async () => {
  const made = await generateContract();
  // If meant: npm run contract:publish
  expect(readFileSync(contractFile, "utf8") === made).toBe(true);
});
