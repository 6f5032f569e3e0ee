import { effectiveSettings } from "../model/effective-settings.ts";
import { baselineStanding } from "../baseline/baseline-standing.ts";
import { framesPerBlock } from "../frame/block-average.ts";
import { correlationInflation, limitsOf } from "./drift.ts";
import { describeCourse } from "../breach/describe-course.ts";
import type { StartingPrior } from "../model/journal-entry.ts";
import { nameFaultSource } from "./name-fault-source.ts";
import { noiseGrowths } from "../change/noise-growth.ts";
import { exp } from "../numeric/exp.ts";
import { expDeg, multiply, toMatrix } from "../numeric/quaternion.ts";
import { isUnmonitored, recommendAction } from "./recommend-action.ts";
import type { BaselineState, DriftCourse, NoiseGrowth } from "../model/score.ts";
import type { ScoringSettings } from "../model/settings.ts";
import { standingOf } from "./standing.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import type { Action, FaultSource, Tier } from "../model/tier.ts";
import { limitedSensors, firstChannel, channels } from "../model/sensors.ts";
import type { LimitedSensor, Channel } from "../model/sensors.ts";
import type { Drift, Standing } from "../model/standing.ts";

/** What can be told of a vehicle from its state alone, in domain units. */
export interface VehicleView {
  readonly entries: number;
  readonly frames: number;
  readonly newestUs: number | null;
  readonly tier: Tier;
  readonly tierSinceSeq: number;
  readonly tierSinceUs: number | null;
  readonly healthScore: number;
  readonly recommendedAction: Action;
  readonly probableFaultSource: FaultSource;
  readonly baseline: BaselineView;
  readonly live: LiveExtrinsics;
  /** Registered reference extrinsics, row-major. */
  readonly reference: { readonly cameraRotation: readonly number[]; readonly validFromUs: number } | null;
  readonly breach: BreachView | null;
  readonly sensors: readonly SensorView[];
  /** The sensors that scatter far more than they used to, and since when. */
  readonly noise: readonly NoiseGrowth[];
}

export interface BaselineView {
  readonly state: BaselineState;
  /** Usable frames of the furthest sensor, and how many it needs for a first score. */
  readonly frames: number;
  readonly needed: number;
  /** Mean camera rotation, row-major; null until learnt. */
  readonly cameraRotation: readonly number[] | null;
  readonly channels: readonly ChannelBaseline[];
  /** What its fleet taught of its noise before it was heard; null: it started from the settings' prior. */
  readonly prior: StartingPrior | null;
}

export interface ChannelBaseline {
  readonly channel: Channel;
  /** Degrees (relative to `cameraRotation`) or metres. */
  readonly location: number;
  /** Standard deviation of one block, degrees or metres. */
  readonly scale: number;
  readonly blocks: number;
  readonly framesPerBlock: number;
  /** Smallest lasting shift that 20 further blocks would reveal, degrees or metres. */
  readonly minimumDetectableShift: number;
}

/** Where the sensors stand now: the estimate over the newest blocks. Null: never learnt. */
export interface LiveExtrinsics {
  readonly cameraRotation: readonly number[] | null;
  readonly cameraDriftDeg: number | null;
  readonly cameraDriftSdDeg: number | null;
  /** Drift vector in the axes of the baseline pose, degrees. */
  readonly cameraDriftVectorDeg: readonly [number, number, number] | null;
  readonly radarBiasM: number | null;
  readonly radarDriftM: number | null;
  readonly radarDriftSdM: number | null;
  readonly lidarErrorM: number | null;
  readonly lidarDriftM: number | null;
  readonly lidarDriftSdM: number | null;
}

export interface BreachView {
  readonly openedSeq: number;
  readonly openedUs: number;
  readonly statistic: number;
  readonly channel: Channel;
  readonly side: "upper" | "lower";
  readonly changePointSeq: number;
  readonly course: DriftCourse;
}

export interface SensorView {
  readonly sensor: "camera" | "radar" | "lidar";
  readonly frames: number;
  readonly baseline: "learning" | "provisional" | "established";
  /** False once a learnt sensor has all but fallen silent: its absence is no good news. */
  readonly monitored: boolean;
}

export function describeState(state: VehicleState, given: ScoringSettings): VehicleView {
  const settings = effectiveSettings(state, given);
  const { standing } = standingOf(state, settings);
  const { breach, reference } = state;
  const course = describeCourse(state, standing.drifts, settings);
  return {
    entries: state.entries,
    frames: state.frames,
    newestUs: state.newestUs,
    tier: state.tier.tier,
    tierSinceSeq: state.tier.sinceSeq,
    tierSinceUs: state.tier.sinceUs,
    healthScore: standing.healthScore,
    recommendedAction: recommendAction(state, settings),
    probableFaultSource: nameFaultSource(state, standing.absolute),
    baseline: {
      ...baselineStanding(state, settings),
      cameraRotation: baselineRotation(state.tracks.camera),
      channels: limitedSensors.flatMap((sensor) => channelBaselines(sensor, state.tracks[sensor], settings)),
      prior: state.prior,
    },
    live: liveExtrinsics(state, standing, settings),
    reference:
      reference === null
        ? null
        : { cameraRotation: toMatrix(reference.rotation), validFromUs: reference.validFromUs },
    breach:
      breach === null || course === null
        ? null
        : {
            openedSeq: breach.openedSeq,
            openedUs: breach.openedUs,
            statistic: breach.statistic,
            channel: breach.channel,
            side: breach.side,
            changePointSeq: breach.changePointSeq,
            course,
          },
    sensors: limitedSensors
      .filter((sensor) => state.tracks[sensor].frames > 0)
      .map((sensor) => sensorView(sensor, state.tracks[sensor])),
    noise: noiseGrowths(state.noise),
  };
}

/** Baseline mean rotation: the pose of the calibration, moved to the reference's present mean. */
function baselineRotation({ calibration, centre }: SensorTrack): readonly number[] | null {
  if (calibration === null || calibration.pose === null) return null;
  return toMatrix(multiply(calibration.pose, expDeg([centre[0]!, centre[1]!, centre[2]!])));
}

function channelBaselines(
  sensor: LimitedSensor,
  track: SensorTrack,
  settings: ScoringSettings,
): readonly ChannelBaseline[] {
  const { calibration } = track;
  if (calibration === null) return [];
  return Array.from(calibration.scale, (scale, axis) => {
    const centre = track.centre[axis]!;
    const correlation = correlationInflation(calibration.correlation[axis]!);
    const information = 1 / blocksAhead + 1 / Math.max(1, track.centreWeight);
    const harmless = settings.evidence.indifferenceShare * limitsOf(sensor, settings).caution;
    const reach = Math.sqrt(2 * settings.evidence.cautionNats * information * correlation);
    const isLidar = sensor === "lidar";
    const physical = isLidar ? exp(centre) * scale : scale;
    return {
      channel: channels[firstChannel[sensor] + axis]!,
      location: isLidar ? exp(centre) - settings.lidar.offsetM : centre,
      scale: physical,
      blocks: track.centreWeight,
      framesPerBlock: framesPerBlock(track),
      minimumDetectableShift: harmless + reach * physical,
    };
  });
}

/** The detectable shift is stated for this many further blocks. */
const blocksAhead = 20;

function liveExtrinsics(
  { tracks }: VehicleState,
  { drifts }: Standing,
  settings: ScoringSettings,
): LiveExtrinsics {
  const { camera, radar, lidar } = drifts;
  const lidarBaselineM = exp(tracks.lidar.centre[0]!) - settings.lidar.offsetM;
  return {
    cameraRotation: liveRotation(tracks.camera, camera),
    cameraDriftDeg: camera?.amount ?? null,
    cameraDriftSdDeg: camera?.sd ?? null,
    cameraDriftVectorDeg: camera === null ? null : [camera.parts[0]!, camera.parts[1]!, camera.parts[2]!],
    radarBiasM: radar === null ? null : tracks.radar.centre[0]! + radar.amount,
    radarDriftM: radar?.amount ?? null,
    radarDriftSdM: radar?.sd ?? null,
    lidarErrorM: lidar === null ? null : lidarBaselineM + lidar.amount,
    lidarDriftM: lidar?.amount ?? null,
    lidarDriftSdM: lidar?.sd ?? null,
  };
}

function liveRotation({ calibration, centre }: SensorTrack, drift: Drift | null): readonly number[] | null {
  if (calibration === null || calibration.pose === null || drift === null) return null;
  const [x, y, z] = [0, 1, 2].map((axis) => centre[axis]! + drift.parts[axis]!) as [number, number, number];
  return toMatrix(multiply(calibration.pose, expDeg([x, y, z])));
}

function sensorView(sensor: LimitedSensor, track: SensorTrack): SensorView {
  const { calibration } = track;
  return {
    sensor,
    frames: track.frames,
    baseline: calibration === null ? "learning" : calibration.established ? "established" : "provisional",
    monitored: calibration !== null && !isUnmonitored(track),
  };
}
