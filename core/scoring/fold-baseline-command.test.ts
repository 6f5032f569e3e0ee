import { expect, test } from "vitest";
import { foldBaselineCommand } from "./fold-baseline-command.ts";
import { defaultSettings } from "./model/settings.ts";
import { replayEntries } from "./replay.ts";
import { journalOf } from "./vehicle-journal.ts";

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
  expect(after.tracks.radar.recent).toEqual([]);
  expect(after.tracks.radar.centreWeight).toBe(
    state.tracks.radar.centreWeight + state.tracks.radar.recent.length,
  );
});
