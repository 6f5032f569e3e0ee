import { sensorKinds } from "../../core/sensors/kinds.ts";
import { channelRows, type DriftColumn } from "../../core/sensors/sensor-lists.ts";
import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";

type Channel = VehicleSeries["channels"][number];
type Column = readonly (number | null)[];

/**
 * The series with what is new behind it. A point that stands for one frame is its own extreme, and a channel that was
 * not present in one of the two has nothing to show there.
 */
export function extendSeries(base: VehicleSeries, more: VehicleSeries): VehicleSeries {
  const { downsampled } = base;
  const statistic = joined(base.cusum_statistic, more.cusum_statistic);
  return {
    ...more,
    from: base.from ?? more.from,
    to: more.to ?? base.to,
    frames: base.frames + more.frames,
    continues: base.continues,
    downsampled,
    timestamps: [...base.timestamps, ...more.timestamps],
    frame_seqs: [...base.frame_seqs, ...more.frame_seqs],
    tiers: [...base.tiers, ...more.tiers],
    decided_by: [...(base.decided_by ?? []), ...(more.decided_by ?? [])],
    channels: channelsOf(base, more),
    cusum_statistic: statistic,
    ...driftColumns(base, more),
    t2: joined(base.t2, more.t2),
    t2_limit: joined(base.t2_limit, more.t2_limit),
    ...(downsampled && {
      cusum_statistic_max: joined(base.cusum_statistic_max, more.cusum_statistic),
      t2_max: joined(base.t2_max, more.t2),
    }),
  };
}

/** Of a sensor with several channels; absent in the half in which it was silent. */
function driftColumns(base: VehicleSeries, more: VehicleSeries): Partial<Record<DriftColumn, Column>> {
  const columns = sensorKinds.flatMap(({ drift: { column } }): readonly DriftColumn[] =>
    column === null ? [] : [column, `${column}_sd`],
  );
  const present = columns.filter((column) => base[column] !== undefined || more[column] !== undefined);
  return Object.fromEntries(
    present.map((column) => [
      column,
      joined(base[column] ?? empty(base.timestamps.length), more[column] ?? empty(more.timestamps.length)),
    ]),
  );
}

/** In the fixed order of the contract: known ones as they stand, then those new. */
function channelsOf(base: VehicleSeries, more: VehicleSeries): readonly Channel[] {
  const [before, after] = [nothing(base.timestamps.length), nothing(more.timestamps.length)];
  return channelRows.flatMap(({ channel: name }) => {
    const old = base.channels.find(({ channel }) => channel === name);
    const fresh = more.channels.find(({ channel }) => channel === name);
    const known = fresh ?? old;
    if (known === undefined) return [];
    return [extended(known, whole(old) ?? before, whole(fresh) ?? after, base.downsampled)];
  });
}

/** A service from before tells no estimates. */
function whole(channel: Channel | undefined): Values | null {
  if (channel === undefined) return null;
  const noEstimates = empty(channel.residual.length);
  return { drift: noEstimates, drift_sd: noEstimates, t2_part: noEstimates, ...channel };
}

type Estimate = "drift" | "drift_sd" | "t2_part";
type Values = Required<Pick<Channel, "residual" | "cusum_upper" | "cusum_lower" | Estimate>> &
  Partial<Channel>;

function extended(known: Channel, old: Values, fresh: Values, isDownsampled: boolean): Channel {
  return {
    ...known,
    residual: joined(old.residual, fresh.residual),
    cusum_upper: joined(old.cusum_upper, fresh.cusum_upper),
    cusum_lower: joined(old.cusum_lower, fresh.cusum_lower),
    drift: joined(old.drift, fresh.drift),
    drift_sd: joined(old.drift_sd, fresh.drift_sd),
    t2_part: joined(old.t2_part, fresh.t2_part),
    ...(isDownsampled && {
      residual_min: joined(old.residual_min ?? old.residual, fresh.residual),
      residual_max: joined(old.residual_max ?? old.residual, fresh.residual),
      cusum_upper_max: joined(old.cusum_upper_max ?? old.cusum_upper, fresh.cusum_upper),
      cusum_lower_max: joined(old.cusum_lower_max ?? old.cusum_lower, fresh.cusum_lower),
    }),
  };
}

function nothing(points: number): Values {
  const column = empty(points);
  const estimates = { drift: column, drift_sd: column, t2_part: column };
  return { residual: column, cusum_upper: column, cusum_lower: column, ...estimates };
}

function empty(points: number): Column {
  return Array.from({ length: points }, () => null);
}

function joined(before: Column | undefined, after: Column): (number | null)[] {
  return [...(before ?? []), ...after];
}
