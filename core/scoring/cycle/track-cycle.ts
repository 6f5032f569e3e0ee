import { inPose } from "../baseline/calibrate.ts";
import { calibrationOf, referenceMoves } from "../baseline/baseline-standing.ts";
import type { Learner } from "../baseline/effective-noise.ts";
import type { ScoredBlock } from "../blocks/score-block.ts";
import { timeOf } from "../frame/time-marks.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { Block, DailyCycle, SensorCalibration, SensorTrack, VehicleState } from "../model/state.ts";
import { RecentBlocks } from "../model/recent-blocks.ts";
import type { TrackName } from "../model/sensors.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import { hearBlock, startCycle, waveAt } from "./daily-cycle.ts";
import type { WaveNoise } from "./fit-wave.ts";

/** The day of a sensor whose baseline was learnt from the first of these blocks. */
export function startTrackCycle(
  { name, settings }: Learner,
  { calibration, centre }: { readonly calibration: SensorCalibration; readonly centre: readonly number[] },
  reference: readonly ScoredBlock[],
): DailyCycle | null {
  if (name === "confidence") return null;
  const heard = reference.map(({ atUs, weight, placed }) => ({
    atUs,
    weight,
    values: besideLocation(placed, calibration),
  }));
  return startCycle(heard, waveNoise(name, calibration, centre, settings));
}

/** A sensor that has heard one more block of its day. */
export interface Heard {
  readonly track: SensorTrack;
  /** The wave that was taken out until now; null while it is still the same. */
  readonly waveBefore: readonly number[] | null;
}

/** The track before the block is scored: so the wave that is taken out of a block is never fitted to it. */
export function hearDay(state: VehicleState, { name, track: given, settings }: Learner, block: Block): Heard {
  const { cycle: before } = given;
  if (before === null) return { track: given, waveBefore: null };
  const calibration = calibrationOf(given);
  const values = besideLocation(inPose(given, calibration.pose, block.values), calibration);
  const learns = referenceMoves(state, name);
  const cycle = hearBlock(
    before,
    { atUs: block.atUs, weight: block.weight, values },
    waveNoise(name, calibration, given.centre, settings),
    { learns, quiet: learns && isQuiet(state) },
  );
  const track = { ...given, cycle };
  if (cycle.wave === before.wave) return { track, waveBefore: null };
  return { track: { ...track, recent: turnRecent(state, track, before, block) }, waveBefore: before.wave };
}

/** Nothing speaks of a change, by far. */
function isQuiet({ finding }: VehicleState): boolean {
  return !finding.suspected && (finding.nats === null || finding.nats < quietNats);
}

const quietNats = 3;

function besideLocation(values: readonly number[], { location }: SensorCalibration): readonly number[] {
  return values.map((value, axis) => value - location[axis]!);
}

/** The newest blocks as they would be had the new wave been taken out of them. */
function turnRecent(
  { marks }: VehicleState,
  track: SensorTrack,
  before: DailyCycle,
  newest: Block,
): SensorTrack["recent"] {
  const mark = { seq: newest.seq, timeUs: newest.atUs };
  const { seqs, weights, placed: heard } = track.recent.columns();
  const placed = heard.slice();
  const width = track.centre.length;
  for (const [at, seq] of seqs.entries()) {
    const atUs = timeOf(marks, seq, mark);
    const was = waveAt(before, atUs);
    const now = waveAt(track.cycle!, atUs);
    for (let axis = 0; axis < width; axis += 1) {
      const value = placed[width * at + axis]!;
      placed[width * at + axis] = Math.fround(value + (was?.[axis] ?? 0) - (now?.[axis] ?? 0));
    }
  }
  return RecentBlocks.of({ seqs, weights, placed });
}

/** Twice the shift that is no drift: half the CAUTION limit. A larger wander is a fault, and is left for W to see. */
export function waveNoise(
  name: TrackName,
  { scale, location }: SensorCalibration,
  centre: readonly number[],
  { limits, evidence }: ScoringSettings,
): WaveNoise {
  const share = 2 * evidence.indifferenceShare;
  switch (name) {
    case "camera":
      return linear(scale, share * limits.cameraDeg.caution);
    case "radar":
      return linear(scale, share * limits.radarM.caution);
    case "lidar":
      return logarithmic(scale, share * limits.lidarM.caution, [location[0]!, centre[0]!]);
    case "confidence":
      return linear(scale, 0);
  }
}

function linear(sigma: readonly number[], most: number): WaveNoise {
  return { sigma, most, usual: 0.5 * most, shiftOf: (amplitudes) => amplitudes * most };
}

/** ln(m + A·sin) has a mean ln(c), and the first harmonic A/c. Where the wander is at its lowest, a rise counts most. */
function logarithmic(
  sigma: readonly number[],
  amplitudeM: number,
  [location, centre]: readonly [location: number, centre: number],
): WaveNoise {
  const lowestM = exp(Math.min(location, centre));
  return {
    sigma,
    most: amplitudeM / exp(centre),
    usual: ln(1 + (0.5 * amplitudeM) / exp(location)),
    shiftOf: (amplitudes) => ln(1 + (logarithmsReach * amplitudes * amplitudeM) / lowestM),
  };
}

/** Logarithms reach further down than up; seen in waves of half to two thirds of their level. */
const logarithmsReach = 1.3;
