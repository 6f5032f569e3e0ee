import type { Advance } from "../baseline/advance-tracks.ts";
import type { Weighed } from "../change/gather-change.ts";
import { normalDensity } from "../numeric/normal.ts";
import { changePointInterval } from "../change/change-point-interval.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { softClip } from "../numeric/soft-clip.ts";
import type { BreachCourse, CourseRow, SensorTrack, TimeMarks, VehicleState } from "../model/state.ts";
import { pausesBetween, timeOf } from "../frame/time-marks.ts";
import { firstChannel, limitedSensors, trackWidths } from "../model/sensors.ts";
import { channelSums } from "../change/change-sums.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { invert3 } from "../numeric/symmetric-matrix.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

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
    rows[sensor] = appendRow(rows[sensor], {
      timeUs,
      blocks: block.weight,
      shifts: shiftsFrom(centre, block.placed),
    });
  }
  return { ...course, rows };
}

/** Rows enough to tell a ramp from a step, few enough to be kept with the state. */
const maxRows = 32;

function openRows(sensor: LimitedSensor, opening: Opening, settings: ScoringSettings): readonly CourseRow[] {
  const { centre, calibration, recent } = opening.tracks[sensor];
  if (calibration === null) return [];
  let rows: readonly CourseRow[] = [];
  const firstRecentSeq = recent.count === 0 ? opening.newest.seq : recent.seqAt(0);
  for (const row of rowsFromSums(sensor, firstRecentSeq, opening, settings)) rows = appendRow(rows, row);
  for (const { seq, weight, placed } of recent) {
    const timeUs = timeOf(opening.marks, seq, opening.newest);
    rows = appendRow(rows, { timeUs, blocks: weight, shifts: shiftsFrom(centre, placed) });
  }
  return rows;
}

function shiftsFrom(centre: readonly number[], placed: readonly number[]): readonly number[] {
  return placed.map((value, axis) => value - centre[axis]!);
}

/**
 * Older blocks are only left as sums of clipped scores. As long as W has not reached its limit their shifts
 * are of the order of σ, where the clip is nearly straight; its mean slope under unit noise turns them back.
 */
function rowsFromSums(
  sensor: LimitedSensor,
  beforeSeq: number,
  { gathered, tracks, marks, newest }: Opening,
  settings: ScoringSettings,
): CourseRow[] {
  const { buckets } = gathered.sums;
  const toShifts = scoresToShifts(tracks[sensor], settings);
  const rows: CourseRow[] = [];
  for (let row = 0; row < buckets.length; row += 1) {
    const { seq: fromSeq, sums } = buckets.at(row);
    const endSeq = row + 1 < buckets.length ? buckets.seqAt(row + 1) : Infinity;
    if (endSeq > beforeSeq) break;
    // What lies on both sides of a pause has no one time.
    if (pausesBetween(marks, fromSeq, endSeq)) continue;
    const heard = Array.from({ length: trackWidths[sensor] }, (_, axis) =>
      channelSums(sums, firstChannel[sensor] + axis),
    );
    const blocks = heard[0]?.n ?? 0;
    if (!(blocks > 0)) continue;
    const timeUs = timeOf(marks, 0.5 * (fromSeq + endSeq - 1), newest);
    rows.push({ timeUs, blocks, shifts: toShifts(heard.map(({ n, sum }) => sum / n)) });
  }
  return rows;
}

function scoresToShifts(
  track: SensorTrack,
  settings: ScoringSettings,
): (scores: readonly number[]) => readonly number[] {
  const { centre } = track;
  const { location, whitening, clipUnit } = calibrationOf(track);
  const gains = Array.from(clipUnit, (unit) => clipSlope(unit, settings.evidence.clipDegrees));
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
 * quarter of all the time lies between them: a row in the middle of a pause would state what was not observed.
 */
function appendRow(rows: readonly CourseRow[], row: CourseRow): readonly CourseRow[] {
  const appended = [...rows, narrowed(row)];
  return appended.length > maxRows ? joinLightest(appended) : appended;
}

function joinLightest(rows: readonly CourseRow[]): readonly CourseRow[] {
  const last = rows.length - 1;
  const far = 0.25 * (rows[last]!.timeUs - rows[0]!.timeUs);
  let lightest = 0;
  let fewest = Infinity;
  for (let at = 0; at < last; at += 1) {
    const row = rows[at]!;
    const next = rows[at + 1]!;
    if (far > 0 && next.timeUs - row.timeUs >= far) continue;
    if (row.blocks + next.blocks >= fewest) continue;
    lightest = at;
    fewest = row.blocks + next.blocks;
  }
  return rows.toSpliced(lightest, 2, joined(rows[lightest]!, rows[lightest + 1]!));
}

function joined(older: CourseRow, newer: CourseRow): CourseRow {
  const [a, b] = [older.blocks, newer.blocks];
  const mean = (one: number, other: number) => (a * one + b * other) / (a + b);
  return narrowed({
    timeUs: mean(older.timeUs, newer.timeUs),
    blocks: a + b,
    shifts: older.shifts.map((shift, axis) => mean(shift, newer.shifts[axis]!)),
  });
}

/** As a row is kept: whole microseconds, the rest as binary32. */
function narrowed({ timeUs, blocks, shifts }: CourseRow): CourseRow {
  return { timeUs: Math.floor(timeUs + 0.5), blocks: Math.fround(blocks), shifts: shifts.map(Math.fround) };
}
