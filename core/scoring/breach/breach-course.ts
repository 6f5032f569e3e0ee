import type { Advance } from "../baseline/advance-tracks.ts";
import { courseRowBlocks, courseRowLength, courseRowTime } from "../model/course-row.ts";
import type { Weighed } from "../change/gather-change.ts";
import { normalDensity } from "../numeric/normal.ts";
import { changePointInterval } from "../change/change-point-interval.ts";
import type { ScoringSettings } from "../model/settings.ts";
import { softClip } from "../numeric/soft-clip.ts";
import type { SensorTrack, VehicleState, TimeMarks, BreachCourse } from "../model/state.ts";
import { pausesBetween, timeOf } from "../frame/time-marks.ts";
import { invert3 } from "../numeric/invert3.ts";
import { whiteningFactor } from "../baseline/whitening-factor.ts";
import { limitedSensors, firstChannel } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";

export const likelyShare = 0.5;
export const widelyShare = 0.9;
interface Opening {
  readonly gathered: Weighed;
  readonly tracks: VehicleState["tracks"];
  readonly marks: TimeMarks;
  readonly newest: { readonly seq: number; readonly timeUs: number };
}

/** The course when its breach opens, from the sums that were not yet frozen and each sensor's newest blocks. */
export function openCourse(opening: Opening, settings: ScoringSettings): BreachCourse {
  const { gathered, newest } = opening;
  return {
    likely: changePointInterval(gathered, likelyShare, newest.seq),
    widely: changePointInterval(gathered, widelyShare, newest.seq),
    rows: {
      camera: openRows("camera", opening, settings),
      radar: openRows("radar", opening, settings),
      lidar: openRows("lidar", opening, settings),
    },
  };
}

/** The course with the blocks a frame has completed. */
export function followCourse(course: BreachCourse, advance: Advance, timeUs: number): BreachCourse {
  if (advance.scored.size === 0) return course;
  const rows = { ...course.rows };
  for (const sensor of limitedSensors) {
    const block = advance.scored.get(sensor);
    if (block === undefined) continue;
    const { centre } = advance.tracks[sensor];
    const shifts = block.placed.map((value, axis) => value - centre[axis]!);
    rows[sensor] = appendRow(rows[sensor], sensor, [timeUs, block.weight, ...shifts]);
  }
  return { ...course, rows };
}

/** Rows enough to tell a ramp from a step, few enough to be kept with the state. */
const maxRows = 32;

function openRows(sensor: LimitedSensor, opening: Opening, settings: ScoringSettings): readonly number[] {
  const track = opening.tracks[sensor];
  if (track.calibration === null) return [];
  let rows: readonly number[] = [];
  const firstRecentSeq = track.recent[0]?.seq ?? opening.newest.seq;
  for (const row of rowsFromSums(sensor, firstRecentSeq, opening, settings)) {
    rows = appendRow(rows, sensor, row);
  }
  for (const { seq, weight, placed } of track.recent) {
    const timeUs = timeOf(opening.marks, seq, opening.newest);
    const shifts = track.centre.map((centre, axis) => placed[axis]! - centre);
    rows = appendRow(rows, sensor, [timeUs, weight, ...shifts]);
  }
  return rows;
}

/**
 * Older blocks are only left as sums of clipped and whitened scores. As long as W has not reached its limit their shifts
 * are of the order of σ, where the clip is nearly straight; its mean slope under unit noise turns them back.
 */
function rowsFromSums(
  sensor: LimitedSensor,
  beforeSeq: number,
  { gathered, tracks, marks, newest }: Opening,
  settings: ScoringSettings,
): number[][] {
  const { buckets } = gathered.sums;
  const first = 3 * firstChannel[sensor];
  const toShifts = scoresToShifts(tracks[sensor], settings);
  const rows: number[][] = [];
  for (let row = 0; row + 1 < buckets.length; row += 1) {
    const [fromSeq, endSeq] = [buckets[row]!.seq, buckets[row + 1]!.seq];
    if (endSeq > beforeSeq) break;
    // What lies on both sides of a pause has no one time.
    if (pausesBetween(marks, fromSeq, endSeq)) continue;
    const sums = buckets[row]!.sums.slice(first);
    const mean = meanScores(sums, tracks[sensor]);
    if (mean === null) continue;
    const timeUs = timeOf(marks, 0.5 * (fromSeq + endSeq - 1), newest);
    rows.push([timeUs, sums[0]!, ...toShifts(mean)]);
  }
  return rows;
}

function meanScores(sums: readonly number[], { centre }: SensorTrack): number[] | null {
  if (!(sums[0]! > 0)) return null;
  return Array.from(centre, (_, axis) => sums[3 * axis + 1]! / sums[3 * axis]!);
}

function scoresToShifts(
  { calibration, centre }: SensorTrack,
  settings: ScoringSettings,
): (scores: readonly number[]) => readonly number[] {
  const { location, whitening, correlation, clipUnit } = calibration!;
  const gains = Array.from(
    clipUnit,
    (unit, axis) => whiteningFactor(correlation[axis]!) * clipSlope(unit, settings.evidence.clipDegrees),
  );
  const unwhiten = clipUnit.length === 1 ? Float64Array.of(1 / whitening[0]!) : invert3(whitening);
  const width = clipUnit.length;
  return (scores) => {
    const straight = scores.map((score, axis) => score / gains[axis]!);
    return straight.map((_, row) => {
      let sum = location[row]! - centre[row]!;
      for (let column = 0; column < width; column += 1)
        sum += unwhiten[row * width + column]! * straight[column]!;
      return sum;
    });
  };
}

/** d/dμ E[ψ((μ + Z)/unit)] at μ = 0, which is E[Z·ψ(Z/unit)] (Stein): trapezoidal rule, error below 1e−6. */
function clipSlope(unit: number, degrees: number): number {
  let slope = 0;
  for (let step = -16; step <= 16; step += 1) {
    const z = 0.5 * step;
    slope += 0.5 * normalDensity(z) * z * softClip(z / unit, degrees);
  }
  return slope;
}

/**
 * One more row; the two neighbours with the fewest blocks between them become one when there are too many, unless a
 * quarter of all the time lies between them: a row in the middle of a pause would tell of something nobody saw.
 */
function appendRow(
  rows: readonly number[],
  sensor: LimitedSensor,
  row: readonly number[],
): readonly number[] {
  const length = courseRowLength(sensor);
  const appended = rows.slice();
  for (let place = 0; place < length; place += 1) appended.push(narrowed(row[place]!, place));
  if (appended.length > maxRows * length) joinLightest(appended, length);
  return appended;
}

/** In place. */
function joinLightest(rows: number[], length: number): void {
  let lightest = 0;
  let fewest = Infinity;
  const far = 0.25 * (rows[rows.length - length + courseRowTime]! - rows[courseRowTime]!);
  for (let at = 0; at + length < rows.length; at += length) {
    if (far > 0 && rows[at + length + courseRowTime]! - rows[at + courseRowTime]! >= far) continue;
    const blocks = rows[at + courseRowBlocks]! + rows[at + length + courseRowBlocks]!;
    if (blocks < fewest) {
      fewest = blocks;
      lightest = at;
    }
  }
  const [a, b] = [rows[lightest + courseRowBlocks]!, rows[lightest + length + courseRowBlocks]!];
  for (let place = 0; place < length; place += 1) {
    const at = lightest + place;
    const joined = place === courseRowBlocks ? a + b : (a * rows[at]! + b * rows[at + length]!) / (a + b);
    rows[at] = narrowed(joined, place);
  }
  for (let at = lightest + 2 * length; at < rows.length; at += 1) rows[at - length] = rows[at]!;
  rows.length -= length;
}

/** As a row is kept: whole microseconds, the rest as binary32. */
function narrowed(value: number, place: number): number {
  return place === courseRowTime ? Math.floor(value + 0.5) : Math.fround(value);
}
