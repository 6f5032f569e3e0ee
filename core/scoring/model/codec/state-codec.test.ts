import { expect, test } from "vitest";
import { packState, unpackState } from "./state-codec.ts";
import { fold } from "../../fold.ts";
import { noiseOf, writeNoise } from "../rows/channel-noises.ts";
import { channels } from "../sensors.ts";
import { initialState } from "../initial-state.ts";
import type { JournalEntry } from "../journal-entry.ts";
import { defaultSettings } from "../../settings/settings.ts";
import type { VehicleState } from "../state.ts";
import { journalOf, testStartUs } from "../../vehicle-journal.ts";

const states = statesOfAFault();
const breached = states.at(-1)!;

test("the vehicle these tests are about has a prior, a reference, an established sensor and an open breach", () => {
  expect(breached.prior).not.toBeNull();
  expect(breached.reference).not.toBeNull();
  expect(breached.tracks.radar.calibration?.established).toBe(true);
  expect(breached.breach).not.toBeNull();
});

test("the state before the first entry comes back as it was", () => {
  expect(unpackState(packState(initialState()))).toEqual(initialState());
});

test("every state comes back as it was, but for the standing, which follows from the rest", () => {
  for (const state of states)
    expect(unpackState(packState(state))).toEqual({ ...state, standing: null, known: null });
});

test("a state that came back folds on to the same bytes", () => {
  const entry = journalOf({ frames: 100, seed: 3, sensors: ["radar", "lidar"] }).at(-1)!;
  const went = fold(breached, entry, defaultSettings).state;
  const came = fold(unpackState(packState(breached)), entry, defaultSettings).state;
  expect(packState(came)).toEqual(packState(went));
});

test("a state that came back names its members in the order in which a fold does: the engine takes both for one kind of object", () => {
  for (const state of states) expect(namesIn(unpackState(packState(state)))).toEqual(namesIn(state));
});

/** The members of all objects in it, but for what is only at hand, and what few vehicles have. */
function namesIn(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) return null;
  return Object.entries(value).map(([name, member]) => [name, rarely.has(name) ? null : namesIn(member)]);
}

const rarely: ReadonlySet<string> = new Set(["standing", "known", "breach", "window", "prior", "inherited"]);

test("what was sampled of the scatter of means keeps all its bits, at four bytes a number", () => {
  const width = breached.evidence.scatter.counts.length;
  const scatterOf = (value: (at: number) => number) => {
    const list = (from: number) => Array.from({ length: width }, (_, at) => Math.fround(value(from + at)));
    return {
      ...breached,
      evidence: { ...breached.evidence, scatter: { squares: list(1), counts: list(77) } },
    };
  };
  const [heard, none] = [scatterOf((at) => at / 3), scatterOf(() => 0)];
  expect(breached.evidence.scatter.counts.some((count) => count > 0)).toBe(true);
  expect(unpackState(packState(heard)).evidence.scatter).toEqual(heard.evidence.scatter);
  expect(unpackState(packState(none)).evidence.scatter).toEqual(none.evidence.scatter);
  const [most, least] = [packState(heard).length, packState(none).length];
  expect(most - least).toBeLessThanOrEqual(4 * 2 * width);
});

test("what a baseline was found to be correlated by when it was doubted comes back, axis by axis", () => {
  const { radar } = breached.tracks;
  const calibration = { ...radar.calibration!, leastCorrelation: [0.7182818284590452] };
  const doubted = { ...breached, tracks: { ...breached.tracks, radar: { ...radar, calibration } } };
  expect(unpackState(packState(doubted)).tracks.radar.calibration).toEqual(calibration);
});

test("minus zero, a subnormal and a wide number keep all their bits", () => {
  const centre = [-0, 5e-324, 0.1];
  const camera = { ...breached.tracks.camera, centre };
  const odd = { ...breached, tracks: { ...breached.tracks, camera } };
  expect(unpackState(packState(odd)).tracks.camera.centre).toEqual(centre);
});

test("a channel whose noise has grown is one that has, in the entry at which that began", () => {
  const noise = breached.noise.slice();
  channels.forEach((_, at) =>
    writeNoise(noise, at, { ...noiseOf(noise, at), sinceSeq: at, grown: at % 2 === 1 }),
  );
  expect(unpackState(packState({ ...breached, noise })).noise).toEqual(noise);
});

test("without a prior there is not a byte of one", () => {
  const state = initialState();
  const prior = {
    sensors: { camera: null, radar: null, lidar: null, confidence: null },
    correlation: 0.2,
    atUs: testStartUs,
  };
  const [without, having] = [packState(state), packState({ ...state, prior })];
  // Four sensors without one and two numbers.
  expect(having.length - without.length).toBe(4 + 2 * 8);
  expect(having.subarray(0, without.length)).toEqual(without);
});

test("bytes cut short or left over are refused", () => {
  const bytes = packState({ ...breached, prior: null });
  for (let length = 0; length < bytes.length; length += 97) {
    expect(() => unpackState(bytes.subarray(0, length))).toThrow(RangeError);
  }
  expect(() => unpackState(packState(breached).subarray(0, bytes.length + 1))).toThrow(RangeError);
  expect(() => unpackState(Uint8Array.from([...packState(breached), 0]))).toThrow(RangeError);
});

/** Every seventh state of a vehicle whose radar moves, and the last. */
function statesOfAFault(): readonly VehicleState[] {
  const frames = journalOf({
    frames: 72,
    seed: 3,
    sensors: ["camera", "radar", "lidar", "confidence"],
    displacement: (frame) => (frame >= 60 ? { radarM: 0.6 } : {}),
  });
  const noise = { sd: 0.05, degrees: 9, vehicles: 12 };
  const before: readonly JournalEntry[] = [
    {
      kind: "prior",
      sensors: { camera: noise, radar: null, lidar: noise, confidence: null },
      correlation: 0.1,
      atUs: testStartUs,
    },
    { kind: "reference", cameraRotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], validFromUs: testStartUs + 1e12 },
  ];
  let state = initialState();
  const all = [...before, ...frames].map((entry) => (state = fold(state, entry, defaultSettings).state));
  return all.filter((_, at) => at % 7 === 0 || at === all.length - 1);
}
