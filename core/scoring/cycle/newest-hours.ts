import type { Gathered, Weighed } from "../change/gather-change.ts";
import { areSilentWithinZones, staysWithinZones } from "../change/silent-windows.ts";
import { weighChange } from "../change/weigh-change.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import type { ChangeModel } from "../change/change-model.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { ChangeSums, SensorCalibration, VehicleState } from "../model/state.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import type { CurveMemo } from "../model/standing.ts";
import { noCurveMemo } from "../model/no-memos.ts";
import { firstChannel, limitedSensors } from "../model/sensors.ts";
import { timeOf } from "../frame/time-marks.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import { softClip, unclipped } from "../numeric/soft-clip.ts";
import { zeros } from "../numeric/doubles.ts";
import { hourUs } from "./covered-hours.ts";
import { takeOutUnknownWave } from "./scatter-without-wave.ts";
import { waveNoise } from "./track-cycle.ts";
import { WaveSines } from "./wave-contrast.ts";
import { scales } from "../scatter/noise-family.ts";

/**
 * What speaks loudest of a change: all that was heard, or, as long as a wander of the day is not known, its newest hours
 * among themselves. Within them no wander moves a mean by more than the usual zone, so a step among them is none. With the
 * reference standing still there is one question only.
 */
export function loudestChange(
  state: VehicleState,
  gathered: Gathered,
  advance: Advance,
  settings: ScoringSettings,
): Weighed | null {
  if (gathered.found === null) return null;
  const { sums, model, found } = gathered;
  if (model.referenceFrozen || !isWider(advance.tracks, model)) return gathered;
  const newest = {
    ...sums,
    past: zeros(sums.past.length),
    buckets: newestBuckets(state, sums, advance),
  };
  // Of another scatter: what is known of the curves stays that of all that was heard.
  const usual = { ...model, zones: zonesAt(newest, advance.tracks, settings), known: knownOfNewest };
  knownOfNewest.totals = null;
  // The scatter of short times is nowhere larger: what is silent by all of it is silent by theirs.
  if (areSilentWithinZones(sums.scatter, usual) && staysWithinZones(newest, usual)) return gathered;
  const recent = { ...newest, scatter: shortScatter(newest, advance.tracks, settings) };
  const among = weighChange(recent, usual);
  return among.nats > found.nats ? { sums: recent, model: usual, found: among } : gathered;
}

/** A register: what is at hand of the newest hours, of one vehicle after another. */
const knownOfNewest: CurveMemo = noCurveMemo();

function newestBuckets(
  { marks, entries, newestUs }: VehicleState,
  { buckets }: ChangeSums,
  { scored }: Advance,
) {
  const timeUs = [...scored.values()].reduce((newest, { atUs }) => Math.max(newest, atUs), newestUs ?? 0);
  const newest = { seq: entries, timeUs };
  return buckets.filter((seq) => timeUs - timeOf(marks, seq, newest) <= steadyHours * hourUs);
}

/** What the wander itself adds at longer scales is allowed for by the zone; what the clip leaves is less further out. */
function shortScatter(
  { scatter: before, buckets }: ChangeSums,
  tracks: VehicleState["tracks"],
  settings: ScoringSettings,
): MeanScatter {
  const scatter = { squares: before.squares.slice(), counts: before.counts.slice() };
  const sines = new WaveSines();
  for (const sensor of limitedSensors) {
    const { calibration, centre } = tracks[sensor];
    if (calibration === null) continue;
    const { most } = waveNoise(sensor, calibration, centre, settings);
    for (let axis = 0; axis < centre.length; axis += 1) {
      const amplitude = most / (calibration.scale[axis]! * calibration.clipUnit[axis]!);
      const wave = { amplitude, spacingUs: calibration.periodUs };
      const channel = firstChannel[sensor] + axis;
      takeOutUnknownWave(scatter, channel, wave, sines);
      narrowTo(buckets, scatter, channel);
    }
  }
  return scatter;
}

/** Makes neighbours differ by no more than what blocks do now about the means of their buckets. */
function narrowTo(buckets: ChangeSums["buckets"], { squares, counts }: MeanScatter, channel: number): void {
  const first = scales * channel;
  const neighbours = squares[first]! / counts[first]!;
  const now = varianceWithin(buckets, channel);
  if (now === null || !(now < neighbours)) return;
  for (let at = first; at < first + scales; at += 1) squares[at]! *= now / neighbours;
}

/** Null from too few blocks. */
function varianceWithin(buckets: ChangeSums["buckets"], channel: number): number | null {
  let degrees = 0;
  let squared = 0;
  for (let row = 0; row < buckets.length; row += 1) {
    const n = buckets.sumAt(row, 3 * channel);
    const sum = buckets.sumAt(row, 3 * channel + 1);
    const squares = buckets.sumAt(row, 3 * channel + 2);
    if (!(n > 1)) continue;
    degrees += n - 1;
    squared += Math.max(0, squares - (sum / n) * sum);
  }
  return degrees >= fewestDegrees ? squared / degrees : null;
}

const fewestDegrees = 10;

/** Two halves of so long a time differ, in a wave of twice the zone, by no more than the zone. */
const steadyHours = 3.75;

function isWider(tracks: VehicleState["tracks"], { zones }: ChangeModel): boolean {
  for (const sensor of limitedSensors) {
    const { calibration } = tracks[sensor];
    if (calibration === null) continue;
    for (let axis = 0; axis < calibration.zones.length; axis += 1) {
      if (zones[firstChannel[sensor] + axis]! > calibration.zones[axis]!) return true;
    }
  }
  return false;
}

/** The usual zones, as far as the clip leaves them where the sensors stand now. */
function zonesAt(
  { buckets, channels }: ChangeSums,
  tracks: VehicleState["tracks"],
  settings: ScoringSettings,
): readonly number[] {
  const zones = zeros(channels);
  const degrees = settings.evidence.clipDegrees;
  for (const sensor of limitedSensors) {
    const { calibration } = tracks[sensor];
    if (calibration === null) continue;
    const first = firstChannel[sensor];
    for (let axis = 0; axis < calibration.zones.length; axis += 1) {
      const level = unclipped(meanOf(buckets, first + axis), degrees);
      const usual = unclipped(calibration.zones[axis]!, degrees);
      const size = sensor === "lidar" ? Math.max(usual, riseAt(level, calibration, settings)) : usual;
      zones[first + axis] = zoneAt(level, size, degrees);
    }
  }
  return zones;
}

/** Where a lidar's error is small, the same rise is more of its logarithm. */
function riseAt(
  level: number,
  { location, scale, clipUnit }: SensorCalibration,
  { evidence, limits }: ScoringSettings,
): number {
  const unit = scale[0]! * clipUnit[0]!;
  const riseM = wanderLag * evidence.indifferenceShare * limits.lidarM.caution;
  return ln(1 + riseM / exp(location[0]! + unit * level)) / unit;
}

/** Before a rise the error was smaller still than in the middle of it. */
const wanderLag = 1.5;

function meanOf(buckets: ChangeSums["buckets"], channel: number): number {
  let weight = 0;
  let total = 0;
  for (let row = 0; row < buckets.length; row += 1) {
    weight += buckets.sumAt(row, 3 * channel);
    total += buckets.sumAt(row, 3 * channel + 1);
  }
  return weight > 0 ? total / weight : 0;
}

/** Further out the clip leaves less of a shift; of the two ways, the one back to the middle leaves more. */
function zoneAt(level: number, size: number, degrees: number): number {
  const outer = Math.max(Math.abs(level), size);
  return softClip(outer, degrees) - softClip(outer - size, degrees);
}
