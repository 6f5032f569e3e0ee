import { expect, test } from "vitest";
import { noCurveMemo } from "../model/no-memos.ts";
import { limitedSensors } from "../model/sensors.ts";
import { replayEntries } from "../replay.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf } from "../vehicle-journal.ts";
import type { Displacement } from "../vehicle-journal.ts";
import { calibrationModel } from "./change-model.ts";
import { onlySensor } from "./only-sensor.ts";
import { clearChannels } from "./place-blocks.ts";
import { weighChange } from "./weigh-change.ts";

const moved: readonly [string, (frame: number) => Displacement][] = [
  ["nothing", () => ({})],
  ["a camera", (frame) => (frame < 150 ? {} : { cameraDeg: [0.3, 0, 0.1] })],
  ["a radar", (frame) => (frame < 150 ? {} : { radarM: -0.3 })],
  ["all of them", (frame) => (frame < 150 ? {} : { cameraDeg: [0, 0.4, 0], radarM: 0.2, lidarM: 0.2 })],
];

test.each(moved)(
  "W of one sensor is that of all with the others cleared, when %s has moved",
  (_, displacement) => {
    for (const seed of [1, 2, 3]) {
      const journal = journalOf({ frames: 260, seed, periodS: 60, displacement });
      const { state } = replayEntries(journal, defaultSettings);
      for (const isFrozen of [false, true]) {
        const whole = {
          sums: state.evidence,
          model: calibrationModel(state.tracks, isFrozen, defaultSettings),
        };
        for (const [at] of limitedSensors.entries()) {
          const others = whole.model.sensors.filter((__, sensor) => sensor !== at);
          const cleared = others.reduce(
            (left, [first, end]) => clearChannels(left, first, end - first),
            whole.sums,
          );
          const expected = weighChange(cleared, { ...whole.model, known: noCurveMemo() });
          const { sums, model } = onlySensor(whole, at);
          const found = weighChange(sums, model);
          const first = whole.model.sensors[at]![0];
          expect(found).toEqual({
            ...expected,
            posterior: [expected.posterior[at]],
            channel: expected.changeRow < 0 ? 0 : expected.channel - first,
          });
        }
      }
    }
  },
);

test("the sums they were taken from stay as they are", () => {
  const { state } = replayEntries(journalOf({ frames: 120, seed: 4 }), defaultSettings);
  const whole = { sums: state.evidence, model: calibrationModel(state.tracks, false, defaultSettings) };
  const before = structuredClone([whole.sums.past, whole.sums.scatter, Array.from(whole.sums.buckets)]);
  const { sums } = onlySensor(whole, 1);
  expect([...sums.buckets].map(({ seq, size }) => [seq, size])).toEqual(
    [...whole.sums.buckets].map(({ seq, size }) => [seq, size]),
  );
  expect([whole.sums.past, whole.sums.scatter, Array.from(whole.sums.buckets)]).toEqual(before);
});
