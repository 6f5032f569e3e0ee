import { expect, test } from "vitest";

import { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import { defaultSettings } from "../../../core/scoring/model/settings.ts";
import { radarFrame, streamOf } from "../../storage/frames-for-tests.ts";
import type { StoredVehicle } from "./rebuild-vehicle.ts";
import { refoldVehicle, type RefoldedFrame } from "./refold-vehicle.ts";
import { storedVehicleOf } from "./stored-vehicle-for-tests.ts";

const teacher = storedVehicleOf(streamOf("van-1", { frames: 60 }));
const quiet = storedVehicleOf(radarFrames(257));
const broken = storedVehicleOf(radarFrames(110, 80));
const evidence = { evidenceId: "EVB-1", seq: 90, openedAtUs: 1 };

/** A reading a second of a radar that is 0.6 m off from the frame `onset` on. */
function radarFrames(count: number, onset = count) {
  return Array.from({ length: count }, (_, at) =>
    radarFrame("van-1", at, { biasM: 0.03 * Math.sin(at * at) + (at < onset ? 0 : 0.6) }),
  );
}

function refolded(vehicle: StoredVehicle, settings = defaultSettings) {
  const frames: RefoldedFrame[] = [];
  const whole = refoldVehicle(vehicle, { settings, tester: new FrameTester() }, (frame) =>
    frames.push(frame),
  );
  return { whole, frames };
}

test("by the rules it was folded by, everything is as it was stored", () => {
  const { whole, frames } = refolded(teacher);
  expect(whole?.snapshot.state).toEqual(teacher.states[0]?.state);
  expect(frames.map(({ seq, tier, score }) => [seq, tier, score])).toEqual(
    teacher.entries.map(({ seq, frame }) => [seq, frame?.tier, frame?.score]),
  );
  expect(whole?.estimatedNoise).toEqual(teacher.estimatedNoise);
  expect(whole?.summary).toMatchObject({ entries: 60, frames: 60, tier: teacher.summary.tier });
});

test("a state is kept at every 256th entry, and of the last", () => {
  const { whole } = refolded(quiet);
  expect(whole?.anchors.map(({ seq }) => seq)).toEqual([256]);
  expect(whole?.snapshot.seq).toBe(257);
  const [anchor] = whole?.anchors ?? [];
  expect(unpackState(anchor?.state ?? new Uint8Array()).entries).toBe(256);
});

test("what the vehicle taught another fleet stays that fleet's, and what is new is its present one's", () => {
  const [first, ...rest] = teacher.estimatedNoise;
  expect(rest.length).toBeGreaterThan(0);
  const taught = first === undefined ? [] : [{ ...first, fleetId: "trucks" }];
  const { whole } = refolded({ ...teacher, estimatedNoise: taught });
  const fleets = whole?.estimatedNoise.map(({ fleetId }) => fleetId);
  expect(fleets).toEqual(["trucks", ...rest.map(() => teacher.summary.fleetId)]);
});

test("a breach the rules still see keeps its evidence, and one they no longer see is closed", () => {
  const openOf = (vehicle: StoredVehicle) =>
    refolded({ ...vehicle, summary: { ...vehicle.summary, openBreach: evidence } }).whole?.summary.openBreach;
  expect(openOf(broken)).toEqual(evidence);
  expect(openOf(quiet)).toBeNull();
});

test("a breach that only the new rules see opens no evidence in retrospect", () => {
  const { whole } = refolded(broken);
  expect([whole?.summary.cusumTriggered, whole?.summary.openBreach]).toEqual([true, null]);
});

test("a tier holds since the frame that set it, or where none did since what was stored", () => {
  const sinceOf = (vehicle: StoredVehicle) =>
    refolded({ ...vehicle, summary: { ...vehicle.summary, tierSinceUs: 1 } }).whole?.summary.tierSinceUs;
  expect(teacher.summary.tier).toBe("NOMINAL");
  expect(sinceOf(teacher)).toBe(teacher.summary.tierSinceUs);
  expect(sinceOf(storedVehicleOf(radarFrames(1)))).toBe(1);
});

test("an empty journal leads nowhere", () => {
  expect(refolded(storedVehicleOf([]))).toEqual({ whole: null, frames: [] });
});
