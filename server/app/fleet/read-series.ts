import { formatTime } from "../../../core/encoding/instant.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { VehicleSeries } from "../../../core/contract/types.ts";
import { unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { Caller } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { ScorePlace, SpanRequest, StoredScore, VehicleReader } from "../ports/vehicle-reader.ts";
import { SeriesColumns } from "../analysis/series-columns.ts";
import { openVehicle } from "./show-vehicle.ts";

/** The most frames one series covers; of a longer range the newest. A day of 1 Hz frames takes about two seconds. */
const framesCovered = 100_000;
/** Frames decoded without letting other requests in: a few milliseconds. */
const framesAtOnce = 500;

interface SeriesQuestion {
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly points: number;
}

/** Residuals, sums, statistics and tiers of one vehicle over capture time, at most `points` points. */
export async function readSeries(
  caller: Caller,
  vehicleId: string,
  question: SeriesQuestion,
  needs: Pick<ReadingNeeds, "vehicles" | "settings">,
): Promise<VehicleSeries> {
  const asked = { fromUs: question.fromUs ?? 0, toUs: question.toUs ?? Number.MAX_SAFE_INTEGER };
  // Without an end there is nothing to be backwards from: what begins after everything known is empty.
  if (question.toUs !== undefined && asked.fromUs > asked.toUs) throw backwards();
  const { vehicleKey } = await openVehicle(caller, vehicleId, needs);
  const covered = await needs.vehicles.measureSpan({ vehicleKey, ...asked, limit: framesCovered });

  const columns = new SeriesColumns({ frames: covered.frames, points: question.points });
  const { fromUs, toUs } = covered;
  if (fromUs !== null && toUs !== null) {
    await fill(columns, { vehicleKey, fromUs, toUs, limit: covered.frames }, needs.vehicles);
  }

  const { cautionNats, criticalNats } = needs.settings.evidence;
  return {
    vehicle_id: vehicleId,
    from: covered.fromUs === null ? null : formatTime(covered.fromUs),
    to: covered.toUs === null ? null : formatTime(covered.toUs),
    frames: covered.frames,
    downsampled: columns.isDownsampled,
    ...columns.columns(),
    cusum_limits: { caution: cautionNats, critical: criticalNats },
  };
}

async function fill(
  columns: SeriesColumns,
  { limit: frames, ...span }: SpanRequest & { readonly limit: number },
  vehicles: Pick<VehicleReader, "listScores">,
): Promise<void> {
  let after: ScorePlace | null = null;
  for (let read = 0; read < frames;) {
    const scores: readonly StoredScore[] = await vehicles.listScores({
      ...span,
      after,
      limit: Math.min(framesAtOnce, frames - read),
    });
    for (const { timestampUs, score } of scores) columns.add(timestampUs, unpackScore(score));
    after = scores.at(-1) ?? null;
    if (after === null) break;
    read += scores.length;
  }
}

function backwards(): Refusal {
  const detail = "from is after to; give the earlier time as from.";
  return new Refusal("query_parameter_invalid", detail, [
    { parameter: "from", code: "query_parameter_invalid", detail },
  ]);
}
