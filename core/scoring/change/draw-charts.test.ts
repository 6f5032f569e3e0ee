import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { noChart } from "./tabular-cusum.ts";

const chartsAfter = (frames: number) =>
  replayEntries(
    journalOf({
      frames,
      seed: 2,
      sensors: ["camera", "radar"],
      displacement: (frame) => (frame >= 100 ? { radarM: 0.2 } : {}),
    }),
    defaultSettings,
  ).state.charts;

test("before there is a baseline nothing is drawn, and of a sensor that is not there never", () => {
  expect(chartsAfter(19)).toEqual([noChart, noChart, noChart, noChart, noChart]);
  expect(chartsAfter(120)[4]).toEqual(noChart);
});

test("a radar that reads too far climbs on its upper side, beside an axis that does not", () => {
  const [cameraX, , , radar] = chartsAfter(120);
  expect(radar?.upper).toBeGreaterThan(10);
  expect(radar?.lower).toBe(0);
  expect(cameraX?.upper).toBeLessThan(10);
});
