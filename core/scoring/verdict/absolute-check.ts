import { correlationInflation, exceedance, minBlocks, inLimitUnits, limitsOf } from "./drift.ts";
import { varianceOfMean } from "../scatter/variance-curve.ts";
import { zeros } from "../numeric/doubles.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import { asVector, between, expDeg, logDeg, multiply } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { RecentMeans } from "../blocks/recent-blocks.ts";
import { huberMean, median, robustSpread } from "../numeric/robust.ts";
import type { LimitPair, ScoringSettings } from "../settings/settings.ts";
import { softClip } from "../numeric/soft-clip.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import { limitedSensors, trackWidths } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type {
  Drift,
  AbsoluteStanding,
  SensorCurves,
  VarianceCurve,
  SensorOffset,
} from "../model/standing.ts";
import { effectiveNoise } from "../baseline/effective-noise.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

/** What the check goes by. */
export interface AbsoluteCase {
  readonly tracks: VehicleState["tracks"];
  readonly curves: SensorCurves;
  readonly reference: Quaternion | null;
  /** Means of a sensor's newest blocks, all of them. */
  readonly means: (sensor: LimitedSensor) => RecentMeans;
}

/**
 * Radar bias and lidar error are errors by definition, so their means since the last calibration are held against
 * zero; the camera's against registered reference extrinsics. A baseline cannot absorb a fault that was there before.
 */
export function checkAgainstZero(facts: AbsoluteCase, settings: ScoringSettings): AbsoluteStanding {
  const { tracks, reference, means, curves } = facts;
  const { tiers } = settings;
  const offsets: SensorOffset[] = [];
  let standing = within;
  for (const sensor of limitedSensors) {
    if (sensor === "camera" && reference === null) continue;
    const offset = meanOffset({
      sensor,
      track: tracks[sensor],
      curves: curves[sensor],
      reference,
      settings,
      means,
    });
    if (offset === null) continue;
    const { caution, critical } = limitsOf(sensor, settings);
    const isBeyond = (limit: number) => isSurelyBeyond(sensor, offset, limit, tiers.absoluteErrorRate);
    const level = isBeyond(critical) ? "critical" : isBeyond(caution) ? "caution" : "within";
    offsets.push({ sensor, amount: offset.amount, sd: offset.sd });
    if (level !== "within")
      standing = worse(standing, sensor, { level, severity: Math.abs(offset.amount) / critical });
  }
  return { ...standing, offsets };
}

/** Probability that the worst sensor is beyond a share of its limits: asked only of what may step down, for it takes a long series. */
export function beyondRelease(
  { offsets }: Pick<AbsoluteStanding, "offsets">,
  limit: keyof LimitPair,
  settings: ScoringSettings,
): number {
  let most = 0;
  for (const offset of offsets) {
    const { sensor } = offset;
    const release = settings.tiers.releaseShare * limitsOf(sensor, settings)[limit];
    most = Math.max(most, exceedance(sensor, offset, release));
  }
  return most;
}

type Worst = Omit<AbsoluteStanding, "offsets">;

const within: Worst = { level: "within", beyond: [], severity: 0 };

function worse(standing: Worst, sensor: LimitedSensor, next: Pick<Worst, "level" | "severity">): Worst {
  return {
    level: rank[next.level] > rank[standing.level] ? next.level : standing.level,
    beyond: [...standing.beyond, sensor],
    severity: Math.max(standing.severity, next.severity),
  };
}

const rank = { within: 0, caution: 1, critical: 2 } as const;

interface Standing {
  readonly sensor: LimitedSensor;
  readonly track: SensorTrack;
  readonly curves: readonly VarianceCurve[];
  readonly reference: Quaternion | null;
  readonly settings: ScoringSettings;
  readonly means: AbsoluteCase["means"];
}

/** Mean since the last calibration as an offset from what is right, and what its standard deviation rests on. */
interface MeanOffset extends Pick<Drift, "amount" | "sd"> {
  /** Blocks the mean is worth, and degrees of freedom of the noise. */
  readonly worth: number;
  readonly degrees: number;
}

/**
 * Whether the mean is beyond a limit, at an error rate that holds for the whole life of a vehicle within it, however
 * often the question is asked: Robbins' normal mixture boundary (1970, "Statistical methods related to the law of the
 * iterated logarithm"), P(∃ n: |S_n| ≥ σ·√((n + ρ)·ln((n + ρ)/(ρ·α²)))) ≤ α. The mean over its estimated standard
 * deviation is turned into a normal score first, because few blocks know little of their own noise.
 */
function isSurelyBeyond(
  sensor: LimitedSensor,
  { amount, sd, worth, degrees }: MeanOffset,
  limit: number,
  errorRate: number,
): boolean {
  const beyond = (sensor === "radar" ? Math.abs(amount) : amount) - limit;
  // Nearly always so, and it saves the logarithms.
  if (!(beyond > 0)) return false;
  const score = softClip(beyond / sd, degrees);
  const growth = (worth + mixtureWeight) / mixtureWeight;
  const boundary = (1 + mixtureWeight / worth) * (ln(growth) - 2 * ln(errorRate));
  return score * score >= boundary;
}

/** ρ: nearly as tight after one block as it ever gets. */
const mixtureWeight = 0.5;

/** Null before the third block. */
function meanOffset(standing: Standing): MeanOffset | null {
  const { sensor, track, settings } = standing;
  const mean = track.calibration === null ? learningMean(standing) : runningMean(standing);
  if (mean === null || mean.blocks < settings.tiers.minimumBlocks) return null;
  const { worth, degrees } = mean;
  switch (sensor) {
    case "camera": {
      const turned = multiply(mean.pose!, expDeg(asVector(mean.values)));
      const shifts = logDeg(between(standing.reference!, turned));
      const { amount, sd } = inLimitUnits("camera", [0, 0, 0], { shifts, sds: mean.sds });
      return { amount, sd, worth, degrees };
    }
    case "radar":
      return { amount: mean.values[0]!, sd: mean.sds[0]!, worth, degrees };
    case "lidar": {
      const error = exp(mean.values[0]!);
      return { amount: error - settings.lidar.offsetM, sd: error * mean.sds[0]!, worth, degrees };
    }
  }
}

interface RunningMean extends Pick<MeanOffset, "worth" | "degrees"> {
  readonly values: readonly number[];
  readonly sds: readonly number[];
  readonly blocks: number;
  readonly pose: Quaternion | null;
}

function learningMean({ sensor, track, settings }: Standing): RunningMean | null {
  if (track.learnt.length === 0) return null;
  const width = trackWidths[sensor];
  const blocks = track.learnt;
  const { prior, degrees } = effectiveNoise({ name: sensor, track, settings });
  // Too few blocks to know how much they resemble each other.
  const inflation = correlationInflation(settings.prior.unknownCorrelation);
  const values: number[] = [];
  const sds: number[] = [];
  for (let axis = 0; axis < width; axis += 1) {
    const column = blocks.map((block) => block.values[axis]!);
    const spread = robustSpread(column, median(column));
    const before = degrees * prior[axis]! * prior[axis]!;
    const variance = (before + column.length * spread * spread) / (degrees + column.length);
    values.push(huberMean(column, Math.sqrt(variance)));
    sds.push(Math.sqrt((variance * inflation) / column.length));
  }
  return {
    values,
    sds,
    blocks: blocks.length,
    worth: blocks.length / inflation,
    degrees: degrees + medianEfficiency * (blocks.length - 1),
    pose: track.anchor,
  };
}

/** Blocks a median absolute deviation makes of one: its efficiency under normal noise. */
const medianEfficiency = 0.37;

/** Reference mean and newest blocks together. */
function runningMean({ sensor, track, curves, settings, means }: Standing): RunningMean {
  const calibration = calibrationOf(track);
  const { blocks: counted, values: newest } = means(sensor);
  const recent = counted < minBlocks ? 0 : counted;
  const weight = track.centreWeight + recent;
  const values = zeros(track.centre.length);
  const sds = zeros(track.centre.length);
  let inflation = 1;
  for (let axis = 0; axis < track.centre.length; axis += 1) {
    const centre = track.centre[axis]!;
    const now = recent === 0 ? centre : newest[axis]!;
    values[axis] = recent === 0 ? centre : (track.centreWeight * centre + recent * now) / weight;
    const variance = varianceOfMean(curves[axis]!, weight);
    sds[axis] = calibration.scale[axis]! * Math.sqrt(variance);
    inflation = Math.max(inflation, variance * Math.max(1, weight));
  }
  return {
    values,
    sds,
    blocks: weight,
    worth: Math.max(1, weight) / inflation,
    degrees: settings.prior.degrees + medianEfficiency * (calibration.blocks - 1),
    pose: calibration.pose,
  };
}
