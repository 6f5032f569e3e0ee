import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";

/** A series for tests: one frame a minute from 08:00, in which only what is given differs from a calm vehicle. */
export function seriesLike(
  frames: number,
  given: Partial<VehicleSeries> & { readonly channel?: Partial<VehicleSeries["channels"][number]> } = {},
): VehicleSeries {
  const { channel, ...members } = given;
  const each = <Value>(value: Value): Value[] => Array.from({ length: frames }, () => value);
  const timestamps = each(0).map((_, index) => new Date(Date.UTC(2026, 2, 1, 8, index)).toISOString());
  return {
    vehicle_id: "veh-1",
    from: timestamps[0] ?? null,
    to: timestamps.at(-1) ?? null,
    frames,
    continues: false,
    next_cursor: null,
    downsampled: false,
    timestamps,
    frame_seqs: timestamps.map((_, index) => index + 1),
    tiers: each("NOMINAL" as const),
    channels: [
      {
        channel: "radar",
        sensor: "radar",
        unit: "m",
        residual: each(0.01),
        cusum_upper: each(0),
        cusum_lower: each(0),
        cusum_limit: 5,
        drift: each(0.002),
        drift_sd: each(0.006),
        t2_part: each(1),
        ...channel,
      },
    ],
    cusum_statistic: each(0),
    cusum_limit: 9.5,
    t2: each(1),
    t2_limit: each(12),
    ...members,
  };
}
