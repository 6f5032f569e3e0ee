import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf } from "../../encoding/bundle.ts";
import { compareScoring, describeDifference, differencesOf } from "./compare-scoring.ts";

const { sha256 } = primitives;
const core = coreOf(bundle);
const broken = { kind: "unfoldable", reason: "no state" } as const;

test("a contradiction is no reason not to recompute: both are compared, contradictions first", () => {
  const rescore = () => ({ kind: "different" as const, differences: [broken] });
  const comparison = compareScoring({ ...core, tier: "CAUTION" }, [], { sha256, rescore });
  const kinds = differencesOf(comparison).map(({ kind }) => kind);
  expect(kinds.at(-1)).toBe("unfoldable");
  expect(new Set(kinds.slice(0, -1))).toEqual(new Set(["stated"]));
});

test("without records the reason stands in place of a fold", () => {
  const comparison = compareScoring(core, "withheld", { sha256, rescore: () => expect.unreachable() });
  expect(comparison).toEqual({ stated: [], fold: { kind: "unable", reason: "withheld" } });
  expect(differencesOf(comparison)).toEqual([]);
});

test("each kind of difference names its places and values", () => {
  const here = { place: "/a", value: "1" };
  const there = { place: "/b", value: "2" };
  expect(describeDifference({ kind: "stated", here, there })).toBe("given here /a 1, there /b 2");
  const recomputed = { kind: "recomputed", place: "/a", recorded: "1", recomputed: "2" } as const;
  expect(describeDifference(recomputed)).toBe("/a: recorded 1, recomputed 2");
  expect(describeDifference(broken)).toBe("the fold breaks off: no state");
});
