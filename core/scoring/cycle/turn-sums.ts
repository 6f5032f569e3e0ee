import { channelSums, settleBefore } from "../change/change-sums.ts";
import { meanOfMarks } from "./day-marks.ts";
import { scatterWithoutWave } from "./scatter-without-wave.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";
import { keptSums } from "../model/kept-sums.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { ChangeSums, SensorTrack } from "../model/state.ts";
import { firstChannel } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import { softClip, unclipped } from "../numeric/soft-clip.ts";

/** A sensor of which another wave is taken out from now on. */
export interface TurnedSensor {
  readonly name: TrackName;
  readonly track: SensorTrack;
  readonly waveBefore: readonly number[];
}

/**
 * The sums as they would be had the new wave been taken out of every block: each bucket's mean is turned by what the wave
 * comes to over its time, and the wave's part of the scatter is left out. A change that was hidden by the wave is still
 * there, and now it is seen.
 */
export function turnSums(before: ChangeSums, sensor: TurnedSensor, settings: ScoringSettings): ChangeSums {
  const { sums, moments } = markedSums(before);
  const degrees = settings.evidence.clipDegrees;
  const turns = scoreTurns(sensor);
  const first = firstChannel[sensor.name];
  const turnAll = (held: readonly number[], moment: DayMoment) => {
    const turned = held.slice();
    for (const [axis, turn] of turns.entries()) turnChannel(turned, first + axis, { turn, moment, degrees });
    return turned;
  };
  const { periodUs: spacingUs } = calibrationOf(sensor.track);
  let { scatter } = sums;
  for (const [axis, { cos, sin }] of turns.entries()) {
    const amplitude = Math.sqrt(cos * cos + sin * sin);
    scatter = scatterWithoutWave(scatter, first + axis, { amplitude, spacingUs });
  }
  return {
    ...sums,
    scatter,
    past: turnAll(sums.past, pastMoment(sensor.track, sums, { channel: first, moments })),
    buckets: sums.buckets.rewritten((bucket, row) => ({
      ...bucket,
      sums: keptSums(turnAll(bucket.sums, moments[row]!), sums.channels),
    })),
  };
}

/** Mean cosine and sine of the time of day over some blocks. */
interface DayMoment {
  readonly x: number;
  readonly y: number;
}

/** The sums with what each bucket remembers of the time of day. If one does not, all of them join the past. */
function markedSums(sums: ChangeSums): { readonly sums: ChangeSums; readonly moments: readonly DayMoment[] } {
  const moments: DayMoment[] = [];
  for (const { size, sums: held } of sums.buckets) {
    const moment = meanOfMarks(held.slice(3 * sums.channels), size);
    if (moment === null) return { sums: settleBefore(sums, sums.buckets.length), moments: [] };
    moments.push(moment);
  }
  return { sums, moments };
}

/** Of what is older than the buckets: all that was heard without them. */
function pastMoment(
  { cycle }: SensorTrack,
  sums: ChangeSums,
  { channel, moments }: { readonly channel: number; readonly moments: readonly DayMoment[] },
): DayMoment {
  const { heard } = cycle!;
  let n = heard[0]!;
  let x = n * heard[1]!;
  let y = n * heard[2]!;
  for (const [row, moment] of moments.entries()) {
    const weight = sums.buckets.sumAt(row, 3 * channel);
    n -= weight;
    x -= weight * moment.x;
    y -= weight * moment.y;
  }
  // What a breach has made the sums forget was heard nevertheless.
  const isKnown = n > 0 && n >= 0.5 * channelSums(sums.past, channel).n;
  return isKnown ? { x: x / n, y: y / n } : { x: heard[1]!, y: heard[2]! };
}

/** What is taken out of a score now and was not before: at + cosine·x + sine·y, in units of the clip. */
interface ScoreTurn {
  readonly at: number;
  readonly cos: number;
  readonly sin: number;
  /** σ² in units of the clip. */
  readonly noise: number;
}

function scoreTurns({ track, waveBefore }: TurnedSensor): readonly ScoreTurn[] {
  const { wave } = track.cycle!;
  const { whitening, location, clipUnit } = calibrationOf(track);
  const width = location.length;
  return Array.from(location, (_, row) => {
    let [at, cos, sin] = [0, 0, 0];
    for (let axis = 0; axis < width; axis += 1) {
      const turn = whitening[row * width + axis]! / clipUnit[row]!;
      const [b, c] = [wave[2 + 2 * axis]!, wave[3 + 2 * axis]!];
      const [b0, c0] = [waveBefore[2 + 2 * axis]!, waveBefore[3 + 2 * axis]!];
      cos += turn * (b - b0);
      sin += turn * (c - c0);
      at -= turn * (b * wave[0]! + c * wave[1]! - b0 * waveBefore[0]! - c0 * waveBefore[1]!);
    }
    return { at, cos, sin, noise: 1 / (clipUnit[row]! * clipUnit[row]!) };
  });
}

function turnChannel(
  sums: number[],
  channel: number,
  {
    turn,
    moment,
    degrees,
  }: { readonly turn: ScoreTurn; readonly moment: DayMoment; readonly degrees: number },
): void {
  const { n, sum, squares } = channelSums(sums, channel);
  if (!(n > 0)) return;
  const { at, cos, sin, noise } = turn;
  const mean = sum / n;
  const shift = at + cos * moment.x + sin * moment.y;
  const turned = softClip(unclipped(mean, degrees) - shift, degrees);
  // How blocks spread about their mean time of day is taken to be alike both ways.
  const spread = Math.max(0, 0.5 * (1 - moment.x * moment.x - moment.y * moment.y));
  // The wave made the scatter so many times as large, clip or no clip.
  const growth = 1 + (spread * (cos * cos + sin * sin)) / noise;
  sums[3 * channel + 1] = n * turned;
  sums[3 * channel + 2] = n * turned * turned + Math.max(0, squares - n * mean * mean) / growth;
}
