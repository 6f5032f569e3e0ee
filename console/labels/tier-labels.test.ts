import { expect, test } from "vitest";
import { tierValues as contractTiers } from "../../core/contract/schemas/vocabulary.ts";
import { standingLabel, tiersWorstFirst, tierLabel } from "./tier-labels.ts";

test("every tier of the contract has its own word, shape and tone", () => {
  const shown = contractTiers.map(tierLabel);
  expect(new Set(shown.map(({ word }) => word)).size).toBe(contractTiers.length);
  expect(new Set(shown.map(({ shape }) => shape)).size).toBe(contractTiers.length);
  expect(new Set(shown.map(({ tone }) => tone)).size).toBe(contractTiers.length);
  expect(new Set(tiersWorstFirst)).toEqual(new Set(contractTiers));
});

test("an unknown tier is named, and never passes for nominal", () => {
  expect(tierLabel("DEGRADED")).toEqual({
    word: "Unknown tier: DEGRADED",
    shape: "hollow-circle",
    tone: "unknown",
  });
});

test("a silent vehicle keeps its warning, but does not look healthy", () => {
  expect(standingLabel({ tier: "CRITICAL", silent: true })).toEqual({
    word: "Critical, silent",
    shape: "octagon",
    tone: "critical",
  });
  expect(standingLabel({ tier: "NOMINAL", silent: true })).toEqual({
    word: "Silent, was nominal",
    shape: "hollow-circle",
    tone: "unknown",
  });
  expect(standingLabel({ tier: "NOMINAL", silent: false })).toEqual(tierLabel("NOMINAL"));
});
