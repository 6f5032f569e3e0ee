import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf, type BundleCore } from "../../encoding/bundle.ts";
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
