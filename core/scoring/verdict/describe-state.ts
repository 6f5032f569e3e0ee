import { engine } from "../engine.ts";
import type { StartingPrior } from "../model/journal-entry.ts";
import { sensorsIn, vehicleRow, worstOf, type SensorRows } from "../model/rows.ts";
import type { BaselineState, DriftCourse, NoiseGrowth } from "../model/score.ts";
import { channels, firstChannel, limitedSensors, trackWidths } from "../model/sensors.ts";
import type { Channel, LimitedSensor } from "../model/sensors.ts";
import type { RegisteredReference, VehicleState } from "../model/state.ts";
import { tiers, type Action, type FaultSource, type Tier } from "../model/tier.ts";
import { exp } from "../numeric/exp.ts";
import { expDeg, multiply, toMatrix, type Quaternion, type Vector3 } from "../numeric/quaternion.ts";
import { sixDigits } from "../numeric/rounding/six-digits.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { actionOf, baselineOf, courseOf, faultSourceOf, noiseGrowths } from "./score-of.ts";
import { openChangeOf, openingFacts } from "./state-events.ts";

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
  readonly reference: RegisteredReference | null;
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
  /** What its fleet was estimated to have as noise before its first frame; null: it started from the settings' own. */
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
  /** Smallest lasting shift that the blocks of a day would prove, degrees or metres. */
  readonly minimumDetectableShift: number;
  /** A lasting shift up to this is no drift, degrees or metres. */
  readonly harmlessShift: number;
}

/** Where the sensors stand now. Null: never learnt. */
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
  readonly sensor: LimitedSensor;
  readonly frames: number;
  readonly baseline: "learning" | "provisional" | "established";
  /** False once a learnt sensor has all but fallen silent, or its readings all come too late: neither is good news. */
  readonly monitored: boolean;
}

export function describeState(state: VehicleState, settings: ScoringSettings): VehicleView {
  const { rows, entries } = state;
  const sensors = sensorsIn(rows);
  const frames = rows[vehicleRow.frames]!;
  return {
    entries,
    frames,
    newestUs: frames === 0 ? null : microseconds(rows[vehicleRow.newestTime]!),
    tier: tiers[rows[vehicleRow.tier]!]!,
    tierSinceSeq: rows[vehicleRow.tierEntry]!,
    tierSinceUs: tierSinceUsOf(state),
    healthScore: sixDigits(rows[vehicleRow.health]!),
    recommendedAction: actionOf(state, settings),
    probableFaultSource: faultSourceOf(state),
    baseline: {
      ...baselineOf(state),
      cameraRotation: rotationOf(learnt(sensors, "camera"), () => 0),
      channels: sensors.flatMap((sensor, index) => channelBaselines(state, sensor, index, settings)),
      prior: state.prior,
    },
    live: liveExtrinsics(sensors, settings),
    reference: state.reference,
    breach: breachOf(state, settings),
    sensors: sensorViews(sensors),
    noise: noiseGrowths(sensors),
  };
}

export function tierSinceUsOf({ rows }: VehicleState): number | null {
  return rows[vehicleRow.tierEntry] === 0 ? null : microseconds(rows[vehicleRow.tierTime]!);
}

const microseconds = (seconds: number) => Math.round(seconds * 1e6);

function breachOf(state: VehicleState, settings: ScoringSettings): BreachView | null {
  const open = openChangeOf(state);
  const course = courseOf(state);
  if (open === null || course === null) return null;
  const { threshold: _, ...facts } = openingFacts(open, settings);
  const openedUs = microseconds(open.of("openedTime"));
  return { ...facts, openedUs, changePointSeq: open.of("changeEntry"), course };
}

function learnt(sensors: readonly SensorRows[], kind: LimitedSensor): SensorRows | null {
  const worst = worstOf(sensors, kind);
  return worst === null || worst.of("baseline") === 0 ? null : worst;
}

/** Where the camera's baseline is, turned on by so many degrees about each axis. */
function rotationOf(camera: SensorRows | null, turned: (axis: number) => number): readonly number[] | null {
  if (camera === null) return null;
  const part = (at: number) => camera.of("reference", at);
  const reference: Quaternion = [part(0), part(1), part(2), part(3)];
  const axis = (at: number) => camera.of("baselineLevel", at) + turned(at);
  return toMatrix(multiply(reference, expDeg([axis(0), axis(1), axis(2)])));
}

function channelBaselines(
  state: VehicleState,
  sensor: SensorRows,
  index: number,
  settings: ScoringSettings,
): readonly ChannelBaseline[] {
  const { kind } = sensor;
  if (kind === "confidence" || sensor.rig !== 0 || sensor.of("baseline") === 0) return [];
  const blocks = sensor.of("blocks");
  const unit = kind === "lidar" ? exp(sensor.of("baselineLevel")) : 1;
  const limits = {
    camera: settings.limits.cameraDeg,
    radar: settings.limits.radarM,
    lidar: settings.limits.lidarM,
  };
  return Array.from({ length: trackWidths[kind] }, (_, axis) => {
    return {
      channel: channels[firstChannel[kind] + axis]!,
      location: kind === "lidar" ? unit - settings.lidar.offsetM : sensor.of("baselineLevel", axis),
      scale: unit * sensor.of("scale", axis),
      blocks,
      framesPerBlock: Math.max(1, Math.round(sensor.of("readings") / Math.max(1, blocks))),
      minimumDetectableShift: unit * engine().provableShift(state, index, axis, settings),
      harmlessShift: settings.change.harmlessShare * limits[kind].caution,
    };
  });
}

function liveExtrinsics(sensors: readonly SensorRows[], settings: ScoringSettings): LiveExtrinsics {
  return {
    ...liveCamera(learnt(sensors, "camera")),
    ...liveRadar(learnt(sensors, "radar")),
    ...liveLidar(learnt(sensors, "lidar"), settings),
  };
}

function liveCamera(camera: SensorRows | null) {
  const vector: Vector3 | null =
    camera === null ? null : [camera.of("drift", 0), camera.of("drift", 1), camera.of("drift", 2)];
  return {
    cameraRotation: rotationOf(camera, (axis) => vector![axis]!),
    cameraDriftDeg: stated(camera, "amount"),
    cameraDriftSdDeg: stated(camera, "amountSd"),
    cameraDriftVectorDeg: vector,
  };
}

function liveRadar(radar: SensorRows | null) {
  const drift = stated(radar, "amount");
  return {
    radarBiasM: radar === null ? null : radar.of("baselineLevel") + drift!,
    radarDriftM: drift,
    radarDriftSdM: stated(radar, "amountSd"),
  };
}

function liveLidar(lidar: SensorRows | null, { lidar: { offsetM } }: ScoringSettings) {
  const drift = stated(lidar, "amount");
  return {
    lidarErrorM: lidar === null ? null : exp(lidar.of("baselineLevel")) - offsetM + drift!,
    lidarDriftM: drift,
    lidarDriftSdM: stated(lidar, "amountSd"),
  };
}

function stated(sensor: SensorRows | null, name: "amount" | "amountSd"): number | null {
  return sensor === null ? null : sixDigits(sensor.of(name));
}

const baselines = ["learning", "provisional", "established"] as const;

function sensorViews(sensors: readonly SensorRows[]): readonly SensorView[] {
  return limitedSensors.flatMap((kind) => {
    const sensor = worstOf(sensors, kind);
    if (sensor === null || sensor.of("readings") + sensor.of("lateReadings") === 0) return [];
    const baseline = baselines[sensor.of("baseline")]!;
    const isWatched = !sensor.is("unmonitored") && !sensor.is("unjudged");
    return [
      {
        sensor: kind,
        frames: sensor.of("readings"),
        baseline,
        monitored: baseline !== "learning" && isWatched,
      },
    ];
  });
}
