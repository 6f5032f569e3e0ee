import { expect, test } from "vitest";
import { Buckets } from "./model/buckets.ts";
import { recentValues } from "./blocks/recent-blocks.ts";
import { foldBaselineCommand } from "./fold-baseline-command.ts";
import { defaultSettings } from "./settings/settings.ts";
import { replayEntries } from "./replay.ts";
import { journalOf } from "./vehicle-journal.ts";
import { initialState } from "./model/initial-state.ts";
import type { ChangeSums } from "./model/state.ts";

const { state } = replayEntries(
  journalOf({ frames: 240, seed: 7, displacement: (frame) => (frame >= 200 ? { radarM: 0.5 } : {}) }),
  defaultSettings,
);
const command = (action: "learn" | "freeze" | "unfreeze") =>
  foldBaselineCommand(state, { kind: "baseline", action, atUs: 99 }, defaultSettings);

test("learn begins a new stage that keeps what is known of the noise", () => {
  const { state: after, events } = command("learn");
  expect(after).toMatchObject({
    entries: 241,
    frames: 240,
    breach: null,
    tier: { tier: "UNKNOWN", sinceUs: 99 },
  });
  expect(after.tracks.radar.calibration).toBeNull();
  expect(after.tracks.radar.inherited?.scale).toBe(state.tracks.radar.calibration?.scale);
  expect(events.map(({ kind }) => kind)).toEqual(["baseline_changed", "breach_closed", "tier_changed"]);
});

test("freeze holds the baseline and leaves an open breach open", () => {
  expect(command("freeze").state).toMatchObject({ frozen: true, breach: state.breach });
});

test("unfreeze says that the breach was none: its blocks join the reference", () => {
  const { state: after } = command("unfreeze");
  expect(after).toMatchObject({ breach: null, frozen: false, tier: { tier: "NOMINAL" } });
  expect(after.tracks.radar.recent.count).toBe(0);
  expect(after.tracks.radar.centreWeight).toBe(
    state.tracks.radar.centreWeight + state.tracks.radar.recent.count,
  );
});

test("freeze settles all that was heard into the reference, once", () => {
  const quiet = replayEntries(journalOf({ frames: 120, seed: 7 }), defaultSettings).state;
  const freeze = (from: typeof quiet) =>
    foldBaselineCommand(from, { kind: "baseline", action: "freeze", atUs: 99 }, defaultSettings).state;
  const frozen = freeze(quiet);
  const totalOf = ({ past, buckets }: ChangeSums) =>
    past.map((sum, at) => [...buckets].reduce((total, { sums }) => total + sums[at]!, sum));
  expect(quiet.evidence.buckets.length).toBeGreaterThan(0);
  expect(frozen.evidence).toEqual({
    ...quiet.evidence,
    past: totalOf(quiet.evidence),
    buckets: Buckets.none(5),
  });
  // What was heard since it was frozen is no reference, though it is frozen again.
  const heardSince = { ...quiet, frozen: true };
  expect(freeze(heardSince)).toEqual({ ...heardSince, entries: heardSince.entries + 1 });
});

test("what is inherited counts for at most fifty blocks, however often the vehicle is taught anew", () => {
  const degreesAfter = (blocks: number, degrees: number) => {
    const { radar } = state.tracks;
    const calibration = { ...radar.calibration!, blocks };
    const inherited = {
      scale: calibration.scale,
      correlation: calibration.correlation,
      degrees,
      pose: null,
      centre: [0],
      curves: null,
    };
    const taught = { ...state, tracks: { ...state.tracks, radar: { ...radar, calibration, inherited } } };
    return foldBaselineCommand(taught, { kind: "baseline", action: "learn", atUs: 99 }, defaultSettings).state
      .tracks.radar.inherited!.degrees;
  };
  expect(degreesAfter(20, 4)).toBe(24);
  expect(degreesAfter(46, 4)).toBe(50);
  expect(degreesAfter(50, 24)).toBe(50);
});

test("a sensor taught anew before it has learnt anything passes on what it had inherited", () => {
  const learn = (from: typeof state) =>
    foldBaselineCommand(from, { kind: "baseline", action: "learn", atUs: 99 }, defaultSettings).state;
  const once = learn(state);
  expect(learn(once).tracks.radar.inherited).toBe(once.tracks.radar.inherited);
  expect(learn(initialState()).tracks.radar.inherited).toBeNull();
});

test("unfreeze without a breach lets the reference move again, and nothing else", () => {
  const quiet = { ...state, breach: null, frozen: true };
  const { state: after, events } = foldBaselineCommand(
    quiet,
    { kind: "baseline", action: "unfreeze", atUs: 99 },
    defaultSettings,
  );
  expect(after).toEqual({ ...quiet, frozen: false, entries: quiet.entries + 1 });
  expect(events).toEqual([{ kind: "baseline_changed", from: "frozen", to: "established" }]);
});

test("learn keeps what is not about the baseline: times, repeats, the fleet's prior, registered extrinsics", () => {
  const prior = {
    sensors: { camera: null, radar: null, lidar: null, confidence: null },
    correlation: 0.1,
    atUs: 5,
  };
  const known = { ...state, prior, reference: { rotation: [1, 0, 0, 0] as const, validFromUs: 7 } };
  const entry = { kind: "baseline", action: "learn", atUs: 99 } as const;
  const { state: after } = foldBaselineCommand(known, entry, defaultSettings);
  expect(after.marks.length).toBeGreaterThan(0);
  for (const member of ["marks", "repeats", "prior", "reference", "newestUs"] as const) {
    expect(after[member], member).toBe(known[member]);
  }
});

test("a dismissed breach's blocks move the reference as far as their share of all its blocks", () => {
  const { radar } = state.tracks;
  const { centre } = command("unfreeze").state.tracks.radar;
  const values = recentValues(radar, 0, 0);
  const sum = values.reduce((total, value) => total + value, radar.centreWeight * radar.centre[0]!);
  expect(values.length).toBeGreaterThan(0);
  expect(centre[0]).toBeCloseTo(sum / (radar.centreWeight + values.length), 12);
});
