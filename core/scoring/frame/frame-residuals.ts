import { framesPerBlock } from "../blocks/block-average.ts";
import { standardise } from "../baseline/calibrate.ts";
import type { Measurement } from "./measurement.ts";
import { exp } from "../numeric/exp.ts";
import { between, logDeg } from "../numeric/quaternion.ts";
import { median } from "../numeric/robust.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import { limitedSensors, trackWidths } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { effectiveNoise } from "../baseline/effective-noise.ts";
import { waveAt } from "../cycle/daily-cycle.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

/** One present channel of one frame against its baseline. */
export interface ChannelResidual {
  /** Degrees or metres. */
  readonly residual: number;
  /** In units of a frame's noise, channel by channel. */
  readonly standardised: number;
  /** The same with the camera's axes made independent; null until the sensor is calibrated. */
  readonly score: number | null;
}

/** The five channels in order; null where the frame carries none. */
export function frameResiduals(
  tracks: VehicleState["tracks"],
  measurement: Measurement,
  settings: ScoringSettings,
): readonly (ChannelResidual | null)[] {
  const residuals: (ChannelResidual | null)[] = [];
  for (const sensor of limitedSensors) {
    const known = { sensor, track: tracks[sensor], measurement, settings };
    if (measurement[sensor] === null) pushNone(residuals, trackWidths[sensor]);
    else if (known.track.calibration === null) residuals.push(...learningResiduals(known));
    else pushCalibrated(residuals, known);
  }
  return residuals;
}

function pushNone(residuals: (ChannelResidual | null)[], width: number): void {
  for (let axis = 0; axis < width; axis += 1) residuals.push(null);
}

interface Case {
  readonly sensor: LimitedSensor;
  readonly track: SensorTrack;
  readonly measurement: Measurement;
  readonly settings: ScoringSettings;
}

function pushCalibrated(residuals: (ChannelResidual | null)[], { sensor, track, measurement }: Case): void {
  const calibration = calibrationOf(track);
  const heard =
    sensor === "camera" ? logDeg(between(calibration.pose!, measurement.camera!)) : [measurement[sensor]!];
  const wave = track.cycle === null ? null : waveAt(track.cycle, measurement.timestampUs);
  const values = wave === null ? heard : heard.map((value, axis) => value - wave[axis]!);
  const scores = standardise(values, calibration);
  for (let axis = 0; axis < values.length; axis += 1) {
    const ratio = calibration.frameRatio[axis]!;
    const shift = values[axis]! - track.centre[axis]!;
    residuals.push({
      residual: inPhysicalUnits(sensor, shift, track.centre[axis]!),
      standardised: shift / (calibration.scale[axis]! * ratio),
      score: scores[axis]! / ratio,
    });
  }
}

/** Before there is a baseline: against the middle of what was heard so far, in units of the prior noise. */
function learningResiduals({ sensor, track, measurement, settings }: Case): ChannelResidual[] {
  const values =
    sensor === "camera"
      ? logDeg(between(track.anchor ?? measurement.camera!, measurement.camera!))
      : [measurement[sensor]!];
  const blocks = track.learnt;
  const { prior } = effectiveNoise({ name: sensor, track, settings });
  return values.map((value, axis) => {
    const middle = blocks.length === 0 ? value : median(blocks.map((block) => block.values[axis]!));
    return {
      residual: inPhysicalUnits(sensor, value - middle, middle),
      standardised: (value - middle) / prior[axis]!,
      score: null,
    };
  });
}

function inPhysicalUnits(sensor: LimitedSensor, shift: number, place: number): number {
  if (sensor !== "lidar") return shift;
  return exp(place + shift) - exp(place);
}

/** Weight of one frame in the frame reference, so that frames of one block count as one. */
export function frameWeight(track: SensorTrack): number {
  return 1 / framesPerBlock(track);
}
