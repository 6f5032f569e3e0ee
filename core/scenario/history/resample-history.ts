import { gapsOf, sampleTimes, type SampledDrift } from "../drift/sample-drift.ts";

/** What was estimated of one sensor over time, oldest first; null where the sensor sent nothing. */
export interface DriftHistory {
  readonly timesUs: readonly number[];
  readonly values: readonly (number | null)[];
}

export type Resampled =
  | {
      readonly kind: "resampled";
      readonly trajectory: SampledDrift;
      readonly fromUs: number;
      readonly toUs: number;
    }
  | { readonly kind: "too-short"; readonly known: number };

/** Fewer values than this are no history. */
const fewestValues = 3;
/** A pause is a gap where it lasts this many times as long as is usual between two values. */
const gapFactor = 4;

/**
 * A history in the time of a scenario: its length is stretched or pressed to `durationS`, its values stand on straight
 * lines between those that are known. Where nothing is known for long the last value is carried on, and the gap named.
 */
export function resampleHistory({ timesUs, values }: DriftHistory, durationS: number): Resampled {
  const known = timesUs.flatMap((atUs, at) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ atUs, value }];
  });
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined || known.length < fewestValues || last.atUs <= first.atUs) {
    return { kind: "too-short", known: known.length };
  }
  const spanUs = last.atUs - first.atUs;
  const longestUs = gapFactor * usualPauseUs(known);
  const times = sampleTimes(durationS);
  let before = 0;
  const samples = times.map((tS) => {
    const atUs = first.atUs + (tS / durationS) * spanUs;
    while (before < known.length - 2 && known[before + 1]!.atUs <= atUs) before += 1;
    return valueAt(atUs, known[before]!, known[before + 1]!, longestUs);
  });
  return {
    kind: "resampled",
    trajectory: {
      dt_s: 0.1,
      drift_deg: samples.map(({ value }) => Math.round(value * 1e9) / 1e9 + 0),
      gaps: gapsOf(
        times,
        samples.map(({ isGap }) => isGap),
      ),
      time_scale: spanUs / 1e6 / durationS,
    },
    fromUs: first.atUs,
    toUs: last.atUs,
  };
}

interface Known {
  readonly atUs: number;
  readonly value: number;
}

function valueAt(atUs: number, before: Known, after: Known, longestUs: number) {
  const pauseUs = after.atUs - before.atUs;
  if (pauseUs > longestUs && atUs > before.atUs && atUs < after.atUs)
    return { value: before.value, isGap: true };
  const share = pauseUs === 0 ? 1 : Math.min(1, Math.max(0, (atUs - before.atUs) / pauseUs));
  return { value: before.value + (after.value - before.value) * share, isGap: false };
}

/** The median: one long pause does not make all of them usual. */
function usualPauseUs(known: readonly Known[]): number {
  const pauses = known.slice(1).map(({ atUs }, at) => atUs - known[at]!.atUs);
  return pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0;
}
