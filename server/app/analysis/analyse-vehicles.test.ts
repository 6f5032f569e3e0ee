import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import { notesOnState } from "../../../core/scoring/verdict/explain-verdict.ts";
import { firstFrameUs } from "../../fleet-for-tests.ts";
import type { VehicleAnalysis } from "../ports/reading/vehicle-analysis.ts";
import { analyseVehicles } from "./analyse-vehicles.ts";
import { journalForTests, scoringForTests } from "./journal-for-tests.ts";

const under = { settings: defaultSettings, scoring: scoringForTests };
const broken = { frames: 140, radarFaultM: (at: number) => (at < 80 ? 0 : 0.6) };

test("a state is described as of the entry asked for, stored or not", async () => {
  const { journal, states } = journalForTests(broken, [64, 128]);
  for (const bySeq of [70, 128, 140]) {
    const { view, notes } = await analyseVehicles(journal, under).describeState({ vehicleKey: 1, bySeq });
    const state = states[bySeq]!;
    expect(view).toEqual(describeState(state, defaultSettings));
    expect(notes).toEqual(notesOnState(state, defaultSettings));
  }
});

test("residuals are those of one channel, from an instant on and up to an entry", async () => {
  const { journal, scores } = journalForTests(broken);
  const ask = {
    vehicleKey: 1,
    channel: "radar",
    fromUs: firstFrameUs + 80_000_000,
    toUs: Number.MAX_SAFE_INTEGER,
    throughSeq: 120,
    limit: 50,
  } as const;
  const residualsOf = (from: number, to: number) =>
    scores
      .slice(from, to)
      .map(({ channels }) => channels.find(({ channel }) => channel === "radar")?.residual);
  const analysis = analyseVehicles(journal, under);
  expect(await analysis.listResiduals(ask)).toEqual(residualsOf(80, 120));
  expect(await analysis.listResiduals({ ...ask, limit: 10 })).toEqual(residualsOf(80, 90));
  expect(await analysis.listResiduals({ ...ask, throughSeq: 0 })).toEqual([]);
});

test("questions that run side by side, under limits of another rate too, come to what each comes to alone", async () => {
  const { journal } = journalForTests(broken, [64]);
  const { frame } = defaultSettings;
  const stricter = { ...defaultSettings, frame: { ...frame, limitRate: frame.limitRate / 100 } };
  const asked = [
    (of: VehicleAnalysis) => of.describeState({ vehicleKey: 1, bySeq: 140 }),
    (of: VehicleAnalysis) => of.compareSettings({ vehicleKey: 1, entries: 140, proposed: stricter }),
    (of: VehicleAnalysis) => of.compareSettings({ vehicleKey: 1, entries: 140, proposed: defaultSettings }),
    (of: VehicleAnalysis) => of.describeState({ vehicleKey: 1, bySeq: 60 }),
  ];
  const together = analyseVehicles(journal, under);
  const alone = asked.map((ask) => ask(analyseVehicles(journal, under)));
  expect(await Promise.all(asked.map((ask) => ask(together)))).toEqual(await Promise.all(alone));
});
