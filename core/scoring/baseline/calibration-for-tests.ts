import type { SensorCalibration } from "../model/state.ts";

/** An established calibration of a sensor with one value and σ = 0.05, whose blocks are independent; a test names what is other. */
export function calibrationWith(known: Partial<SensorCalibration> = {}): SensorCalibration {
  return {
    blocks: 50,
    established: true,
    pose: null,
    location: Float64Array.of(0),
    scale: Float64Array.of(0.05),
    whitening: Float64Array.of(20),
    frameRatio: Float64Array.of(1),
    correlation: Float64Array.of(0),
    leastCorrelation: Float64Array.of(0),
    periodUs: 60e6,
    clipUnit: Float64Array.of(1),
    zones: Float64Array.of(0.1),
    ...known,
  };
}
