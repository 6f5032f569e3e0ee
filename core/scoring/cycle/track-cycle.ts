import { inPose } from "../baseline/calibrate.ts";
import { calibrationOf, referenceMoves } from "../baseline/baseline-standing.ts";
import type { Learner } from "../baseline/effective-noise.ts";
import type { ScoredBlock } from "../blocks/score-block.ts";
import { timeOf } from "../frame/time-marks.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type {
  Block,
  DailyCycle,
  SensorCalibration,
  SensorTrack,
  TrackBench,
  VehicleState,
} from "../model/state.ts";
import { zeros } from "../numeric/doubles.ts";
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

/** A track of the fold's own. */
interface DayBench extends Learner {
  readonly track: TrackBench;
}

/**
 * Lets a track hear one more block of its day, before the block is scored: so the wave that is taken out of a block is never
 * fitted to it. Returns the wave that was taken out until now, or null while it is still the same.
 */
export function hearDay(
  state: VehicleState,
  { name, track, settings }: DayBench,
  block: Block,
): readonly number[] | null {
  const { cycle } = track;
  if (cycle === null) return null;
  const { wave: waveBefore } = cycle;
  const calibration = calibrationOf(track);
  const values = besideLocation(inPose(track, calibration.pose, block.values), calibration);
  const learns = referenceMoves(state, name);
  hearBlock(
    cycle,
    { atUs: block.atUs, weight: block.weight, values },
    waveNoise(name, calibration, track.centre, settings),
    { learns, quiet: learns && isQuiet(state) },
  );
  if (cycle.wave === waveBefore) return null;
  track.recent = turnRecent(state, track, { wave: waveBefore }, block);
  return waveBefore;
}

/** Nothing speaks of a change, by far. */
function isQuiet({ finding }: VehicleState): boolean {
  return !finding.suspected && (finding.nats === null || finding.nats < quietNats);
}

const quietNats = 3;

function besideLocation(values: readonly number[], { location }: SensorCalibration): readonly number[] {
  const beside = zeros(location.length);
  for (let axis = 0; axis < beside.length; axis += 1) beside[axis] = values[axis]! - location[axis]!;
  return beside;
}

/** The newest blocks as they would be had the new wave been taken out of them. */
function turnRecent(
  { marks }: VehicleState,
  track: SensorTrack,
  before: Pick<DailyCycle, "wave">,
  newest: Block,
): SensorTrack["recent"] {
  const mark = { seq: newest.seq, timeUs: newest.atUs };
  const { seqs, weights, placed } = track.recent.columns();
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
      return new LinearWaveNoise(scale, share * limits.cameraDeg.caution);
    case "radar":
      return new LinearWaveNoise(scale, share * limits.radarM.caution);
    case "lidar":
      return logarithmic(scale, share * limits.lidarM.caution, [location[0]!, centre[0]!]);
    case "confidence":
      return new LinearWaveNoise(scale, 0);
  }
}

/** With methods, not functions of its own: every block of a sensor asks for one, and few for those. */
class LinearWaveNoise implements WaveNoise {
  readonly sigma: readonly number[];
  readonly most: number;

  constructor(sigma: readonly number[], most: number) {
    this.sigma = sigma;
    this.most = most;
  }

  usual(): number {
    return 0.5 * this.most;
  }

  shiftOf(amplitudes: number): number {
    return amplitudes * this.most;
  }
}

/** ln(m + A·sin) has a mean ln(c), and the first harmonic A/c. Where the wander is at its lowest, a rise counts most. */
function logarithmic(
  sigma: readonly number[],
  amplitudeM: number,
  [location, centre]: readonly [location: number, centre: number],
): WaveNoise {
  return {
    sigma,
    most: amplitudeM / exp(centre),
    usual: () => ln(1 + (0.5 * amplitudeM) / exp(location)),
    shiftOf: (amplitudes) =>
      ln(1 + (logarithmsReach * amplitudes * amplitudeM) / exp(Math.min(location, centre))),
  };
}

/** Logarithms reach further down than up; seen in waves of half to two thirds of their level. */
const logarithmsReach = 1.3;
