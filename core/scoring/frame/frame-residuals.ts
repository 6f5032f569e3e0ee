import { framesPerBlock } from "../blocks/block-average.ts";
import { standardise } from "../baseline/calibrate.ts";
import type { Measurement } from "./measurement.ts";
import { exp } from "../numeric/exp.ts";
import { between, logDeg } from "../numeric/quaternion.ts";
import { median } from "../numeric/robust.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import { channels, firstChannel, limitedSensors, trackWidths } from "../model/sensors.ts";
import { absent } from "./frame-moments.ts";
import type { StandardisedFrame } from "./frame-moments.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { effectiveNoise } from "../baseline/effective-noise.ts";
import { waveAt } from "../cycle/daily-cycle.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

/** One channel of one frame against its baseline. */
export interface ChannelResidual {
  /** Whether the frame carries it; if not, the rest says nothing. */
  readonly isHeard: boolean;
  /** Degrees or metres. */
  readonly residual: number;
  /** In units of a frame's noise, channel by channel. */
  readonly standardised: number;
}

/** The five channels of one frame in order: registers, which whoever folds keeps, and every frame writes over. */
export class FrameResiduals {
  readonly channels: readonly ResidualBench[] = channels.map(() => ({
    isHeard: false,
    residual: 0.5,
    standardised: 0.5,
  }));
  /** Standardised, with the camera's axes made independent; absent until the sensor is calibrated. */
  readonly scores: StandardisedFrame & { [channel: number]: number } = new Float64Array(channels.length);

  /** Takes in a frame. */
  measure(tracks: VehicleState["tracks"], measurement: Measurement, settings: ScoringSettings): void {
    for (const sensor of limitedSensors) {
      const known = { sensor, track: tracks[sensor], measurement, settings };
      if (measurement[sensor] === null) this.#writeNone(sensor);
      else if (known.track.calibration === null) this.#writeLearning(known);
      else this.#writeCalibrated(known);
    }
  }

  #writeNone(sensor: LimitedSensor): void {
    for (let axis = 0; axis < trackWidths[sensor]; axis += 1) {
      const channel = firstChannel[sensor] + axis;
      this.channels[channel]!.isHeard = false;
      this.scores[channel] = absent;
    }
  }

  #writeCalibrated({ sensor, track, measurement }: Case): void {
    const calibration = calibrationOf(track);
    const heard =
      sensor === "camera" ? logDeg(between(calibration.pose!, measurement.camera!)) : [measurement[sensor]!];
    const wave = track.cycle === null ? null : waveAt(track.cycle, measurement.timestampUs);
    const values = wave === null ? heard : heard.map((value, axis) => value - wave[axis]!);
    const scores = standardise(values, calibration);
    for (let axis = 0; axis < values.length; axis += 1) {
      const channel = firstChannel[sensor] + axis;
      const ratio = calibration.frameRatio[axis]!;
      const shift = values[axis]! - track.centre[axis]!;
      const of = this.channels[channel]!;
      of.isHeard = true;
      of.residual = inPhysicalUnits(sensor, shift, track.centre[axis]!);
      of.standardised = shift / (calibration.scale[axis]! * ratio);
      this.scores[channel] = scores[axis]! / ratio;
    }
  }

  /** Before there is a baseline: against the middle of what was heard so far, in units of the prior noise. */
  #writeLearning({ sensor, track, measurement, settings }: Case): void {
    const values =
      sensor === "camera"
        ? logDeg(between(track.anchor ?? measurement.camera!, measurement.camera!))
        : [measurement[sensor]!];
    const blocks = track.learnt;
    const { prior } = effectiveNoise({ name: sensor, track, settings });
    for (const [axis, value] of values.entries()) {
      const middle = blocks.length === 0 ? value : median(blocks.map((block) => block.values[axis]!));
      const of = this.channels[firstChannel[sensor] + axis]!;
      of.isHeard = true;
      of.residual = inPhysicalUnits(sensor, value - middle, middle);
      of.standardised = (value - middle) / prior[axis]!;
      this.scores[firstChannel[sensor] + axis] = absent;
    }
  }
}

type ResidualBench = { -readonly [Member in keyof ChannelResidual]: ChannelResidual[Member] };

interface Case {
  readonly sensor: LimitedSensor;
  readonly track: SensorTrack;
  readonly measurement: Measurement;
  readonly settings: ScoringSettings;
}

function inPhysicalUnits(sensor: LimitedSensor, shift: number, place: number): number {
  if (sensor !== "lidar") return shift;
  return exp(place + shift) - exp(place);
}

/** Weight of one frame in the frame reference, so that frames of one block count as one. */
export function frameWeight(track: SensorTrack): number {
  return 1 / framesPerBlock(track);
}
