import type { SensorCalibration } from "../model/state.ts";

/** An established calibration of a sensor with one value and σ = 0.05, whose blocks are independent; a test names what is other. */
export function calibrationWith(known: Partial<SensorCalibration> = {}): SensorCalibration {
  return {
    blocks: 50,
    established: true,
    pose: null,
    location: [0],
    scale: [0.05],
    whitening: [20],
    frameRatio: [1],
    correlation: [0],
    leastCorrelation: [0],
    periodUs: 60e6,
    clipUnit: [1],
    zones: [0.1],
    ...known,
  };
}
