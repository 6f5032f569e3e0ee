import { perKind } from "../../../core/sensors/sensor-lists.ts";
import { foldOwned } from "../../../core/scoring/fold.ts";
import { unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import type { VehicleState } from "../../../core/scoring/model/state.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { comparePlaces } from "../../../core/scoring/verdict/compare-places.ts";
import { sensorsIn } from "../../../core/scoring/model/rows.ts";
import type { TrackName } from "../../../core/scoring/model/sensors.ts";
import { type BreachView, describeState } from "../../../core/scoring/verdict/describe-state.ts";
import { notesOnState } from "../../../core/scoring/verdict/explain-verdict.ts";
import { scoresInColumns } from "../journal/stored-scores.ts";
import type { JournalReader } from "../ports/reading/journal-reader.ts";
import type {
  ChangeTimes,
  RepairAnalysis,
  ResidualsRequest,
  VehicleAnalysis,
} from "../ports/reading/vehicle-analysis.ts";
import { compareSettings } from "./compare-settings.ts";
import { followSeries, gatherSeries } from "./gather-series.ts";

/** Entries read at once. */
const entriesAtOnce = 512;

/**
 * The state of a vehicle at one entry: the newest stored state at or before it, and the fold over what follows. Nothing is
 * stored.
 */
export async function stateAt(
  ask: {
    readonly vehicleKey: number;
    readonly bySeq: number;
    readonly scoring: string;
    readonly settings: ScoringSettings;
  },
  journal: JournalReader,
): Promise<VehicleState> {
  const { vehicleKey, bySeq, scoring, settings } = ask;
  const stored = await journal.findState({ vehicleKey, bySeq, scoring });
  let state = stored === null ? initialState() : unpackState(stored.state);
  let seq = stored?.seq ?? 0;
  while (seq < bySeq) {
    const following = await journal.listEntries({
      vehicleKey,
      afterSeq: seq,
      throughSeq: bySeq,
      limit: entriesAtOnce,
    });
    const last = following.at(-1);
    if (last === undefined) throw new Error(`the journal of vehicle ${vehicleKey} ends at entry ${seq}`);
    for (const { entry } of following) ({ state } = foldOwned(state, entry, settings));
    seq = last.seq;
  }
  return state;
}

/** The capture times of the entries between which the change behind a breach began; null without a breach. */
export async function dateChange(
  vehicleKey: number,
  breach: (Pick<BreachView, "changePointSeq" | "openedUs"> & { readonly course: ChangeIntervals }) | null,
  journal: Pick<JournalReader, "listEntries">,
): Promise<ChangeTimes | null> {
  if (breach === null) return null;
  const { changePointSeq, openedUs } = breach;
  const { likely, widely } = breach.course;
  const timeOf = (seq: number) => captureTime({ vehicleKey, seq, openedUs }, journal);
  return {
    atUs: await timeOf(changePointSeq),
    likelyUs: [await timeOf(likely.fromSeq), await timeOf(likely.toSeq)],
    widelyUs: [await timeOf(widely.fromSeq), await timeOf(widely.toSeq)],
  };
}

type ChangeIntervals = Pick<BreachView["course"], "likely" | "widely">;

/** Of the first frame at or after the entry; the breach opened with one, so there is one before long. */
async function captureTime(
  of: { readonly vehicleKey: number; readonly seq: number; readonly openedUs: number },
  journal: Pick<JournalReader, "listEntries">,
): Promise<number> {
  const range = { afterSeq: of.seq - 1, throughSeq: of.seq + commandsPassedOver, limit: commandsPassedOver };
  const entries = await journal.listEntries({ vehicleKey: of.vehicleKey, ...range });
  for (const { entry } of entries) if (entry.kind === "frame") return entry.reading.timestampUs;
  return of.openedUs;
}

/** Commands share the numbering of the frames, and stand alone or in pairs. */
const commandsPassedOver = 8;

/** Under what the journals are folded. */
export interface AnalysisSettings {
  readonly settings: ScoringSettings;
  /** Name of scoring version and settings; states folded under another name are not used. */
  readonly scoring: string;
  /** Lets other questions in. */
  readonly giveWay: () => Promise<void>;
}

/**
 * Analyses journals where they are read. Each method reads slice by slice: a reader that gives way between two reads keeps
 * a long journal from holding up other questions.
 */
export function analyseVehicles(
  journal: JournalReader,
  { settings, scoring, giveWay }: AnalysisSettings,
): VehicleAnalysis & RepairAnalysis {
  return {
    async describeState(ask) {
      const state = await stateAt({ ...ask, scoring, settings }, journal);
      const view = describeState(state, settings);
      const changeBegan = await dateChange(ask.vehicleKey, view.breach, journal);
      const newestUs = perKind(
        ({ name }) => name,
        ({ name }) => confirmedUsOf(state, name),
      );
      return { view, changeBegan, notes: notesOnState(state), newestUs };
    },
    async compareRepair({ before, ...ask }) {
      const state = await stateAt({ ...ask, scoring, settings }, journal);
      return comparePlaces(before, state, settings);
    },
    gatherSeries: (ask) => gatherSeries(ask, journal, giveWay),
    followSeries: (ask) => followSeries(ask, journal),
    listResiduals: (ask) => listResiduals(ask, journal),
    compareSettings: (ask) => compareSettings({ ...ask, present: settings }, journal),
  };
}

/** The newest capture time of a sensor that a second reading confirms. */
export function confirmedUsOf({ rows }: VehicleState, kind: TrackName): number | null {
  const seconds =
    sensorsIn(rows)
      .find((sensor) => sensor.kind === kind && sensor.rig === 0)
      ?.of("confirmedTime") ?? -1;
  return seconds < 0 ? null : Math.round(seconds * 1e6);
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
