import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/model/settings.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import { notesOnState } from "../../../core/scoring/verdict/explain-verdict.ts";
import { firstFrameUs } from "../../fleet-for-tests.ts";
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
