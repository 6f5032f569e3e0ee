import { formatTime } from "../../../core/encoding/instant.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { VehicleSeries } from "../../../core/contract/types.ts";
import { unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { Caller } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { ScorePlace } from "../ports/vehicle-reader.ts";
import { SeriesColumns } from "./series-columns.ts";
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
  if (covered.fromUs !== null && covered.toUs !== null) {
    const span = { vehicleKey, fromUs: covered.fromUs, toUs: covered.toUs };
    let after: ScorePlace | null = null;
    for (let read = 0; read < covered.frames;) {
      const limit = Math.min(framesAtOnce, covered.frames - read);
      const scores = await needs.vehicles.listScores({ ...span, after, limit });
      if (scores.length === 0) break;
      for (const { timestampUs, score } of scores) columns.add(timestampUs, unpackScore(score));
      after = scores.at(-1)!;
      read += scores.length;
    }
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

function backwards(): Refusal {
  const detail = "from is after to; give the earlier time as from.";
  return new Refusal("query_parameter_invalid", detail, [
    { parameter: "from", code: "query_parameter_invalid", detail },
  ]);
}
