import { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import { comparePlaces } from "../../../core/scoring/verdict/compare-places.ts";
import { notesOnState } from "../../../core/scoring/verdict/explain-verdict.ts";
import { unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { scoresInColumns } from "../journal/stored-scores.ts";
import type { JournalReader } from "../ports/reading/journal-reader.ts";
import type { RepairAnalysis, ResidualsRequest, VehicleAnalysis } from "../ports/reading/vehicle-analysis.ts";
import { compareSettings } from "./compare-settings.ts";
import { dateChange } from "./date-change.ts";
import { followSeries, gatherSeries } from "./gather-series.ts";
import { stateAt } from "./state-at.ts";

/** Under what the journals are folded. */
export interface AnalysisSettings {
  readonly settings: ScoringSettings;
  /** Name of scoring version and settings; states folded under another name are not used. */
  readonly scoring: string;
}

/**
 * Analyses journals where they are read. Each method reads slice by slice: a reader that gives way between two reads keeps
 * a long journal from holding up other questions.
 */
export function analyseVehicles(
  journal: JournalReader,
  { settings, scoring }: AnalysisSettings,
): VehicleAnalysis & RepairAnalysis {
  // Kept from call to call, because each limit takes a search. One for each side: a limit belongs to a rate.
  const testers = { present: new FrameTester(), proposed: new FrameTester() };
  return {
    async describeState(ask) {
      const state = await stateAt({ ...ask, scoring, settings, tester: testers.present }, journal);
      const view = describeState(state, settings);
      const changeBegan = await dateChange(ask.vehicleKey, view.breach, journal);
      return { view, changeBegan, notes: notesOnState(state, settings) };
    },
    async compareRepair({ before, ...ask }) {
      const state = await stateAt({ ...ask, scoring, settings, tester: testers.present }, journal);
      return comparePlaces(before, state, settings);
    },
    gatherSeries: (ask) => gatherSeries(ask, journal),
    followSeries: (ask) => followSeries(ask, journal),
    listResiduals: (ask) => listResiduals(ask, journal),
    compareSettings: (ask) => compareSettings({ ...ask, present: settings, testers }, journal),
  };
}

async function listResiduals(
  { channel, throughSeq, ...span }: ResidualsRequest,
  journal: JournalReader,
): Promise<readonly number[]> {
  const stored = await journal.listScores({ ...span, after: null });
  return scoresInColumns(stored)
    .filter(({ seq }) => seq <= throughSeq)
    .flatMap(({ score }) => {
      const found = unpackScore(score).channels.find((candidate) => candidate.channel === channel);
      return found === undefined ? [] : [found.residual];
    });
}
