import { concatBytes, utf8 } from "../../../core/encoding/bytes.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { chartReference, t2FalseAlarmRate } from "../../../core/scoring/verdict/score-of.ts";
import type { VehicleSeries } from "../../../core/contract/types.ts";
import { writtenColumns } from "../analysis/gather-series.ts";
import type { Caller } from "../application.ts";
import { ListCursor } from "../cursor.ts";
import { nameScoring } from "../journal/name-scoring.ts";
import type { ScorePlace } from "../ports/reading/journal-reader.ts";
import type { GatheredSeries, SeriesValues, WrittenSeries } from "../ports/reading/vehicle-analysis.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { presentEarlierScoring } from "../present/present-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { sha256Hex } from "../sha256.ts";
import { openVehicle } from "./show-vehicle.ts";

interface SeriesQuestion {
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly points: number;
  readonly cursor?: string;
}

/** What somebody has of a series: the frames that were counted then, and the last of them in time. */
interface SeriesPlace {
  readonly frames: number;
  readonly last: ScorePlace;
  /** Other rules score history otherwise. */
  readonly scoring: string;
}

type SeriesNeeds = Pick<ReadingNeeds, "vehicles" | "analysis" | "settings" | "cursorSecret" | "refold">;

/** More than this is a range read anew. */
const framesFollowed = 2_000;

/**
 * Residuals, sums, statistics and tiers of one vehicle over capture time, at most `points` points, as the JSON text of a
 * `VehicleSeries`: the points come as text from where they were read. With a cursor, only what is new, where all of it
 * lies behind what the cursor's holder has.
 */
export async function readSeries(
  caller: Caller,
  vehicleId: string,
  question: SeriesQuestion,
  needs: SeriesNeeds,
): Promise<WrittenSeries> {
  checkQuestion(question);
  await needs.refold?.attend({ organisation: caller.organisation, vehicleId });
  const vehicle = await openVehicle(caller, vehicleId, needs);
  const cursor = cursorOf(vehicle, needs);
  const had = cursor.open(question.cursor);

  const more =
    had === null || vehicle.earlierScoring !== undefined
      ? null
      : await whatFollows(had, vehicle, question, needs);
  const series = more ?? (await wholeRange(vehicle, question, needs));

  const { last } = series;
  const here = { frames: vehicle.frames, scoring: nameScoring(needs.settings) };
  // Of a journal that waits to be folded again more follows than its newest frames.
  const isOpen = question.toUs === undefined && last !== null && vehicle.earlierScoring === undefined;
  return textOf(series, needs, {
    vehicle_id: vehicleId,
    continues: more !== null,
    next_cursor: isOpen ? cursor.place({ ...here, last }) : null,
    ...presentEarlierScoring(vehicle),
  });
}

function wholeRange(
  { vehicleKey }: VehicleSummary,
  { fromUs = 0, toUs = Number.MAX_SAFE_INTEGER, points }: SeriesQuestion,
  { analysis }: SeriesNeeds,
): Promise<GatheredSeries> {
  return analysis.gatherSeries({ vehicleKey, fromUs, toUs, points });
}

function textOf(
  { covered, isDownsampled, columnsJson, columnsSha256 }: GatheredSeries,
  { settings }: Pick<SeriesNeeds, "settings">,
  named: Pick<VehicleSeries, "vehicle_id" | "continues" | "next_cursor" | "earlier_scoring">,
): WrittenSeries {
  const about: Omit<VehicleSeries, keyof SeriesValues> = {
    ...named,
    from: covered.fromUs === null ? null : formatTime(covered.fromUs),
    to: covered.toUs === null ? null : formatTime(covered.toUs),
    frames: covered.frames,
    downsampled: isDownsampled,
    cusum_limit: settings.change.limitNats,
    chart_design: { cusum_k: chartReference, t2_false_alarm_rate: t2FalseAlarmRate },
  };
  const head = `${JSON.stringify(about).slice(0, -1)},`;
  return {
    json: concatBytes(utf8(head), columnsJson.subarray("{".length)),
    sha256: sha256Hex(head + columnsSha256),
  };
}

/** Null where the whole range has to be read. */
async function whatFollows(
  { frames, last, scoring }: SeriesPlace,
  vehicle: VehicleSummary,
  { points }: SeriesQuestion,
  { analysis, settings }: SeriesNeeds,
): Promise<GatheredSeries | null> {
  const fresh = vehicle.frames - frames;
  if (scoring !== nameScoring(settings) || fresh < 0 || fresh > Math.min(points, framesFollowed)) return null;
  if (fresh === 0) return { ...nothingNew, last };
  const { vehicleKey, entries: throughSeq } = vehicle;
  return analysis.followSeries({ vehicleKey, after: last, throughSeq, frames: fresh });
}

const noValues: SeriesValues = {
  timestamps: [],
  frame_seqs: [],
  tiers: [],
  decided_by: [],
  channels: [],
  cusum_statistic: [],
  t2: [],
  t2_limit: [],
};
const nothingNew: Omit<GatheredSeries, "last"> = {
  covered: { frames: 0, fromUs: null, toUs: null },
  isDownsampled: false,
  ...writtenColumns([utf8(JSON.stringify(noValues))]),
};

function cursorOf({ organisation, vehicleId }: VehicleSummary, { cursorSecret }: SeriesNeeds) {
  return new ListCursor<SeriesPlace>(
    { operation: "getVehicleSeries", organisation, query: { vehicleId } },
    cursorSecret,
  );
}

function checkQuestion({ fromUs = 0, toUs, cursor }: SeriesQuestion): void {
  if (toUs === undefined) return;
  // Without an end there is nothing to be backwards from: what begins after everything known is empty.
  if (fromUs > toUs) throw refusalOf("from", "from is after to; give the earlier time as from.");
  if (cursor !== undefined) {
    throw refusalOf("cursor", "A range that ends at to has nothing new; give cursor without to.");
  }
}

function refusalOf(parameter: string, detail: string): Refusal {
  const code = "query_parameter_invalid";
  return new Refusal(code, detail, [{ parameter, code, detail }]);
}
