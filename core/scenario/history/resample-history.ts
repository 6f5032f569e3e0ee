import { gapsOf, sampleTimes, type SampledDrift } from "../drift/sample-drift.ts";

/** What was estimated of one sensor over time, oldest first; null where the sensor was not heard. */
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
  | { readonly kind: "too-short"; readonly heard: number };

/** Fewer values than this are no history. */
const fewestValues = 3;
/** A pause is a gap where it lasts this many times as long as is usual between two values. */
const gapFactor = 4;

/**
 * A history told in the time of a scenario: its length is stretched or pressed to `durationS`, its values stand on straight
 * lines between those that were heard. Where nothing was heard for long the last value is carried on, and the gap told.
 */
export function resampleHistory({ timesUs, values }: DriftHistory, durationS: number): Resampled {
  const heard = timesUs.flatMap((atUs, at) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ atUs, value }];
  });
  const first = heard[0];
  const last = heard.at(-1);
  if (first === undefined || last === undefined || heard.length < fewestValues || last.atUs <= first.atUs) {
    return { kind: "too-short", heard: heard.length };
  }
  const spanUs = last.atUs - first.atUs;
  const longestUs = gapFactor * usualPauseUs(heard);
  const times = sampleTimes(durationS);
  let before = 0;
  const samples = times.map((tS) => {
    const atUs = first.atUs + (tS / durationS) * spanUs;
    while (before < heard.length - 2 && heard[before + 1]!.atUs <= atUs) before += 1;
    return valueAt(atUs, heard[before]!, heard[before + 1]!, longestUs);
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

interface Heard {
  readonly atUs: number;
  readonly value: number;
}

function valueAt(atUs: number, before: Heard, after: Heard, longestUs: number) {
  const pauseUs = after.atUs - before.atUs;
  if (pauseUs > longestUs && atUs > before.atUs && atUs < after.atUs)
    return { value: before.value, isGap: true };
  const share = pauseUs === 0 ? 1 : Math.min(1, Math.max(0, (atUs - before.atUs) / pauseUs));
  return { value: before.value + (after.value - before.value) * share, isGap: false };
}

/** The median: one long pause does not make all of them usual. */
function usualPauseUs(heard: readonly Heard[]): number {
  const pauses = heard.slice(1).map(({ atUs }, at) => atUs - heard[at]!.atUs);
  return pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0;
}
