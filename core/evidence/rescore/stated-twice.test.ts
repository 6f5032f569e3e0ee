import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { fromFirstBlocks } from "../../../clients/conformance/evidence/examples/scored-evidence.ts";
import { coreOf, readStoredBundle, type BundleCore } from "../../encoding/bundle.ts";
import { contradictionsIn, same, stated } from "./stated-twice.ts";

const core = coreOf(bundle);
const placesOf = (changed: Partial<BundleCore>) =>
  contradictionsIn({ ...core, ...changed }, primitives.sha256).map(({ here, there }) => [
    here.place,
    there.place,
  ]);

test("evidence as issued contradicts itself nowhere", () => {
  expect(placesOf({})).toEqual([]);
});

test("each place is held against the other that states the same", () => {
  expect(placesOf({ tier: "CAUTION" })).toEqual([["/tier", "/scoring/outputs/tier"]]);
  const measurements = { ...core.measurements, radar_drift_mm: -1 };
  expect(placesOf({ measurements })).toEqual([
    ["/measurements/radar_drift_mm", "/scoring/outputs/radar_drift_mm"],
  ]);
  const inputs = { ...core.scoring.inputs, count: core.scoring.inputs.count + 1 };
  expect(placesOf({ scoring: { ...core.scoring, inputs } })).toEqual([
    ["/scoring/inputs/count", "/scoring/inputs/last_seq"],
  ]);
});

test("what is provisional says so in both places, with the figures of its breach", () => {
  const early = coreOf(readStoredBundle(fromFirstBlocks.issued.bytes));
  const { outputs } = early.scoring;
  const withOutputs = (changed: Partial<typeof outputs>) =>
    contradictionsIn(
      { ...early, scoring: { ...early.scoring, outputs: { ...outputs, ...changed } } },
      primitives.sha256,
    ).map(({ here, there }) => [here.place, there.place]);
  expect(withOutputs({})).toEqual([]);
  expect(withOutputs({ warnings: [] })).toEqual([
    ["/scoring/outputs/provisional", "/scoring/outputs/warnings"],
  ]);
  const { provisional, ...hidden } = outputs;
  expect(
    contradictionsIn({ ...early, scoring: { ...early.scoring, outputs: hidden } }, primitives.sha256),
  ).toHaveLength(1);
  expect(withOutputs({ provisional: { ...provisional!, statistic: 1, limit: 2 } })).toEqual([
    ["/scoring/outputs/provisional/statistic", "/breach/statistic"],
    ["/scoring/outputs/provisional/limit", "/breach/threshold"],
  ]);
});

test("a state is held against its digest", () => {
  const initial_state = { seq: 0, sha256: "0".repeat(64), state: "AAAA" };
  const [[here, there] = []] = placesOf({ scoring: { ...core.scoring, initial_state } });
  expect([here, there]).toEqual(["/scoring/initial_state/sha256", "/scoring/initial_state/state"]);
});

test("values are compared as canonical JSON", () => {
  expect(same(stated("/a", { b: 1, a: 2 }), stated("/b", { a: 2, b: 1 }))).toEqual([]);
  expect(same(stated("/a", -0), stated("/b", 0))).toEqual([]);
  expect(same(stated("/a", "1"), stated("/b", 1))).toHaveLength(1);
});
