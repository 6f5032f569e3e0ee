import { expect, test } from "vitest";
import { emptyReplay, replayEntries, replayEntry } from "./replay.ts";
import { defaultSettings } from "./settings/settings.ts";
import { journalOf } from "./vehicle-journal.ts";
import { packState } from "./model/codec/state-codec.ts";

const journal = journalOf({
  frames: 230,
  seed: 1,
  displacement: (frame) => (frame >= 210 ? { radarM: 0.6 } : {}),
});

test("a journal replayed piece by piece tells the same story as in one go", () => {
  let piecewise = emptyReplay();
  for (const entry of journal) piecewise = replayEntry(piecewise, entry, defaultSettings);
  const whole = replayEntries(journal, defaultSettings);
  expect(packState(piecewise.state)).toEqual(packState(whole.state));
  expect({ ...piecewise, state: null }).toEqual({ ...whole, state: null });
});

test("a breach is told with its time, channel, source and size, and stays open until it is closed", () => {
  const { breaches, frames, lateFrames } = replayEntries(journal, defaultSettings);
  expect({ frames, lateFrames }).toEqual({ frames: 230, lateFrames: 0 });
  expect(breaches).toHaveLength(1);
  const [breach] = breaches;
  const opening = journal[breach!.openedSeq - 1]!;
  expect(opening).toMatchObject({ kind: "frame", reading: { timestampUs: breach!.openedUs } });
  expect(breach).toMatchObject({
    channel: "radar",
    side: "upper",
    source: "radar",
    threshold: defaultSettings.change.limitNats,
    closedSeq: null,
  });
  expect(breach!.radarDriftMm / 600).toBeCloseTo(1, 0);

  const dismissed = replayEntries(
    [...journal, { kind: "baseline", action: "learn", atUs: breach!.openedUs }],
    defaultSettings,
  );
  expect(dismissed.breaches[0]!.closedSeq).toBe(231);
});

test("a fault within the first fifty blocks is said with the fiftieth; what comes back is none", () => {
  const frames = { frames: 60, seed: 2 };
  const moved = journalOf({ ...frames, displacement: (frame) => (frame >= 43 ? { radarM: 0.9 } : {}) });
  const [breach] = replayEntries(moved, defaultSettings).breaches;
  expect(breach).toMatchObject({ openedSeq: 50, channel: "radar", source: "radar", closedSeq: null });
  expect(breach!.radarDriftMm / 900).toBeCloseTo(1, 0);
  const passing = (frame: number) => (frame >= 25 && frame < 33 ? { radarM: 0.9 } : {});
  expect(replayEntries(journalOf({ ...frames, displacement: passing }), defaultSettings).breaches).toEqual(
    [],
  );
});
