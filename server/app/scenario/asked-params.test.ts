import { expect, test } from "vitest";
import { Refusal } from "../../../core/contract/refusal.ts";
import { askedParams } from "./asked-params.ts";

function faultsOf(run: () => unknown): unknown {
  try {
    run();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.faults;
    throw refusal;
  }
  return "no refusal";
}

test("parameters within their ranges are taken, both ends too, and none is none", () => {
  expect(askedParams({ params: { A: 0.2, t0: 10 } }, "curb_strike", 20)).toEqual({ A: 0.2, t0: 10 });
  expect(askedParams({ params: null }, "curb_strike", 20)).toEqual({});
  expect(askedParams({ params: {}, origin: "replay" }, "curb_strike", 20)).toEqual({});
});

test("the ranges of times grow with the scenario", () => {
  expect(askedParams({ params: { t0: 1000 } }, "curb_strike", 3600)).toEqual({ t0: 1000 });
});

test.each([
  [
    "an unknown one",
    { amplitude: 1 },
    "/params/amplitude",
    "member_unknown",
    /has no parameter "amplitude"; it has: t0, A, keep, td/,
  ],
  ["a name out of a prototype", { constructor: 1 }, "/params/constructor", "member_unknown", /no parameter/],
  ["a name with a slash", { "a/b~": 1 }, "/params/a~1b~0", "member_unknown", /no parameter/],
  [
    "one too large",
    { A: 2.01 },
    "/params/A",
    "out_of_range",
    /A of curb_strike over 20 s must be from 0.2 to 2\./,
  ],
  ["one too early", { t0: 1.9 }, "/params/t0", "out_of_range", /must be from 2 to 10/],
])("%s is refused where it stands", (...[, params, pointer, code, detail]) => {
  expect(faultsOf(() => askedParams({ params }, "curb_strike", 20))).toEqual([
    { pointer, code, detail: expect.stringMatching(detail) },
  ]);
});

test("what was measured is not set by hand", () => {
  const faults = faultsOf(() => askedParams({ params: { A: 1 }, origin: "fitted" }, "curb_strike", 20));
  expect(faults).toEqual([{ pointer: "/params", code: "not_allowed", detail: expect.any(String) }]);
});
