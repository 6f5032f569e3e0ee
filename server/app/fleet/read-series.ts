import { formatTime } from "../../../core/encoding/instant.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { VehicleSeries } from "../../../core/contract/types.ts";
import type { Caller } from "../application.ts";
import type { SeriesValues } from "../ports/vehicle-analysis.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { openVehicle } from "./show-vehicle.ts";

interface SeriesQuestion {
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly points: number;
}

/**
 * Residuals, sums, statistics and tiers of one vehicle over capture time, at most `points` points, as the JSON text of a
 * `VehicleSeries`: the points come as text from where they were read.
 */
export async function readSeries(
  caller: Caller,
  vehicleId: string,
  question: SeriesQuestion,
  needs: Pick<ReadingNeeds, "vehicles" | "analysis" | "settings">,
): Promise<string> {
  const asked = { fromUs: question.fromUs ?? 0, toUs: question.toUs ?? Number.MAX_SAFE_INTEGER };
  // Without an end there is nothing to be backwards from: what begins after everything known is empty.
  if (question.toUs !== undefined && asked.fromUs > asked.toUs) throw backwards();
  const { vehicleKey } = await openVehicle(caller, vehicleId, needs);
  const span = { vehicleKey, ...asked, points: question.points };
  const { covered, isDownsampled, columnsJson } = await needs.analysis.gatherSeries(span);

  const { cautionNats, criticalNats } = needs.settings.evidence;
  const about: Omit<VehicleSeries, keyof SeriesValues> = {
    vehicle_id: vehicleId,
    from: covered.fromUs === null ? null : formatTime(covered.fromUs),
    to: covered.toUs === null ? null : formatTime(covered.toUs),
    frames: covered.frames,
    downsampled: isDownsampled,
    cusum_limits: { caution: cautionNats, critical: criticalNats },
  };
  return `${JSON.stringify(about).slice(0, -1)},${columnsJson.slice(1)}`;
}

function backwards(): Refusal {
  const detail = "from is after to; give the earlier time as from.";
  return new Refusal("query_parameter_invalid", detail, [
    { parameter: "from", code: "query_parameter_invalid", detail },
  ]);
}
