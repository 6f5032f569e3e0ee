import { readFileSync, readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { generateContract, generatedFolder } from "./generate-contract.ts";

test("the committed types are those the contract gives, byte for byte", async () => {
  const made = await generateContract();
  expect(readdirSync(generatedFolder).toSorted()).toEqual(Object.keys(made).toSorted());
  const differing = Object.entries(made).filter(
    ([name, text]) => readFileSync(new URL(name, generatedFolder), "utf8") !== text,
  );
  const cure = "if meant: npm run contract:publish";
  expect(
    differing.map(([name]) => name),
    cure,
  ).toEqual([]);
});
