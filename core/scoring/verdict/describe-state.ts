import { effectiveSettings } from "../settings/effective-settings.ts";
import { baselineStanding } from "../baseline/baseline-standing.ts";
import { framesPerBlock } from "../blocks/block-average.ts";
import { varianceOfDifference } from "../scatter/variance-curve.ts";
import { harmlessShift } from "../cycle/wider-zones.ts";
import { describeCourse } from "../breach/describe-course.ts";
import type { StartingPrior } from "../model/journal-entry.ts";
import { nameFaultSource } from "./name-fault-source.ts";
import { noiseGrowths } from "../frame/noise-growth.ts";
import { isUnjudged } from "../frame/sensor-clock.ts";
import { exp } from "../numeric/exp.ts";
import { asVector, expDeg, multiply, toMatrix } from "../numeric/quaternion.ts";
import type { Vector3 } from "../numeric/quaternion.ts";
import { sixDigits } from "../numeric/rounding/six-digits.ts";
import { isUnmonitored, recommendAction } from "./recommend-action.ts";
import type { BaselineState, DriftCourse, NoiseGrowth, ProvisionalVerdict } from "../model/score.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { standingOf } from "./standing.ts";
import { statedDrift, statedVerdict } from "./stated-numbers.ts";
import type { StatedDrift } from "./stated-numbers.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import type { Action, FaultSource, Tier } from "../model/tier.ts";
import { limitedSensors, firstChannel, channels } from "../model/sensors.ts";
import type { LimitedSensor, Channel } from "../model/sensors.ts";
import type { Standing } from "../model/standing.ts";

/** What can be stated of a vehicle from its state alone, in domain units. */
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
  /** Hours of the day (UTC) it was heard in; null until learnt. */
  readonly coversHours: number | null;
  /** Mean camera rotation, row-major; null until learnt. */
  readonly cameraRotation: readonly number[] | null;
  readonly channels: readonly ChannelBaseline[];
  /** What its fleet was estimated to have as noise before it was heard; null: it started from the settings' prior. */
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
  /** A lasting shift up to this is no drift, degrees or metres. */
  readonly harmlessShift: number;
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
  /** Null unless it was opened early and is not confirmed yet. */
  readonly provisional: ProvisionalVerdict | null;
}

export interface SensorView {
  readonly sensor: "camera" | "radar" | "lidar";
  readonly frames: number;
  readonly baseline: "learning" | "provisional" | "established";
  /** False once a learnt sensor has all but fallen silent, or its readings all come too late: neither is good news. */
  readonly monitored: boolean;
}

export function describeState(state: VehicleState, given: ScoringSettings): VehicleView {
  const settings = effectiveSettings(state, given);
  const { standing } = standingOf(state, settings);
  const { breach, reference } = state;
  const course = describeCourse(state, standing, settings);
  return {
    entries: state.entries,
    frames: state.frames,
    newestUs: state.newestUs,
    tier: state.tier.tier,
    tierSinceSeq: state.tier.sinceSeq,
    tierSinceUs: state.tier.sinceUs,
    healthScore: sixDigits(standing.healthScore),
    recommendedAction: recommendAction(state, settings),
    probableFaultSource: nameFaultSource(state, standing.absolute),
    baseline: {
      ...baselineStanding(state, settings),
      cameraRotation: baselineRotation(state.tracks.camera),
      channels: limitedSensors.flatMap((sensor) =>
        channelBaselines(sensor, state.tracks[sensor], standing, settings),
      ),
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
            statistic: sixDigits(breach.statistic),
            channel: breach.channel,
            side: breach.side,
            changePointSeq: breach.changePointSeq,
            course,
            provisional: statedVerdict(breach),
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
  return toMatrix(multiply(calibration.pose, expDeg(asVector(centre))));
}

function channelBaselines(
  sensor: LimitedSensor,
  track: SensorTrack,
  { curves }: Pick<Standing, "curves">,
  settings: ScoringSettings,
): readonly ChannelBaseline[] {
  const { calibration } = track;
  if (calibration === null) return [];
  return Array.from(calibration.scale, (scale, axis) => {
    const centre = track.centre[axis]!;
    const variance = varianceOfDifference(
      curves[sensor][axis]!,
      blocksAhead,
      Math.max(1, track.centreWeight),
    );
    const harmless = harmlessShift(sensor, track, axis, settings);
    const reach = Math.sqrt(2 * settings.evidence.cautionNats * variance);
    const isLidar = sensor === "lidar";
    const physical = isLidar ? exp(centre) * scale : scale;
    return {
      channel: channels[firstChannel[sensor] + axis]!,
      location: isLidar ? exp(centre) - settings.lidar.offsetM : centre,
      scale: physical,
      blocks: track.centreWeight,
      framesPerBlock: framesPerBlock(track),
      minimumDetectableShift: harmless + reach * physical,
      harmlessShift: harmless,
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
  return {
    ...liveCamera(tracks.camera, statedDrift(drifts.camera)),
    ...liveRadar(tracks.radar, statedDrift(drifts.radar)),
    ...liveLidar(tracks.lidar, statedDrift(drifts.lidar), settings),
  };
}

function liveCamera(track: SensorTrack, drift: StatedDrift | null) {
  if (drift === null) {
    const never = { cameraDriftDeg: null, cameraDriftSdDeg: null, cameraDriftVectorDeg: null };
    return { cameraRotation: null, ...never };
  }
  const turned = asVector(drift.parts);
  return {
    cameraRotation: liveRotation(track, turned),
    cameraDriftDeg: drift.amount,
    cameraDriftSdDeg: drift.sd,
    cameraDriftVectorDeg: turned,
  };
}

function liveRotation({ calibration, centre }: SensorTrack, [x, y, z]: Vector3): readonly number[] | null {
  if (calibration === null || calibration.pose === null) return null;
  const [a, b, c] = asVector(centre);
  return toMatrix(multiply(calibration.pose, expDeg([a + x, b + y, c + z])));
}

function liveRadar({ centre: [centre = 0] }: SensorTrack, drift: StatedDrift | null) {
  if (drift === null) return { radarBiasM: null, radarDriftM: null, radarDriftSdM: null };
  return { radarBiasM: centre + drift.amount, radarDriftM: drift.amount, radarDriftSdM: drift.sd };
}

function liveLidar(
  { centre: [centre = 0] }: SensorTrack,
  drift: StatedDrift | null,
  { lidar }: ScoringSettings,
) {
  if (drift === null) return { lidarErrorM: null, lidarDriftM: null, lidarDriftSdM: null };
  const baselineM = exp(centre) - lidar.offsetM;
  return { lidarErrorM: baselineM + drift.amount, lidarDriftM: drift.amount, lidarDriftSdM: drift.sd };
}

function sensorView(sensor: LimitedSensor, track: SensorTrack): SensorView {
  const { calibration } = track;
  return {
    sensor,
    frames: track.frames,
    baseline: calibration === null ? "learning" : calibration.established ? "established" : "provisional",
    monitored: calibration !== null && !isUnmonitored(track) && !isUnjudged(track),
  };
}
