import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scenarioTypes } from "../../contract/scenario-types.ts";
import { preCrashTypes } from "../../contract/schemas/scenarios/scenario-scene.ts";
import { feedForTests } from "./feed-for-tests.ts";
import { actPlaces, oddPlaces, preCrashPlaces } from "./tag-table.ts";

const page = readFileSync(new URL("../../../docs/scenarios.md", import.meta.url), "utf8");

test("every tag of every scenario stands in the table, and no other", () => {
  const tags = scenarioTypes.map((type) => feedForTests({ type }).parameters.tags);
  const used = (list: "iso34504" | "iso34503_odd") => new Set(tags.flatMap((all) => all[list]));
  expect(used("iso34504")).toEqual(new Set(Object.keys(actPlaces)));
  expect(used("iso34503_odd")).toEqual(new Set(Object.keys(oddPlaces)));
  expect(Object.keys(preCrashPlaces)).toEqual([...preCrashTypes]);
});

test("the numbers of the typology are 1 to 37, each once", () => {
  const numbers = Object.values(preCrashPlaces).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const number of numbers) expect(number >= 1 && number <= 37).toBe(true);
});

test("the page has the same table", () => {
  for (const [tag, { number, term }] of Object.entries(preCrashPlaces)) {
    expect(page).toContain(`| \`${tag}\` | ${number} | ${term} |`);
  }
  for (const [tag, { term }] of Object.entries(oddPlaces)) expect(page).toContain(`| \`${tag}\` | ${term} |`);
  for (const tag of Object.keys(actPlaces)) expect(page).toContain(`\`${tag}\``);
});
