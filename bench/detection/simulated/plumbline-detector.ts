import { fold } from "../../../core/scoring/fold.ts";
import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { Detector } from "./textbook-detectors.ts";
import { channelCount } from "./residual-stream.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


/** One σ of each simulated channel in physical units: degrees, metres, and ln metres about an error of 5 cm. */
export const unitOf = { cameraDeg: 0.06, radarM: 0.06, lidarLog: 0.1 } as const;

/**
 * The whole product: residuals become frames, `fold` judges them, W is the statistic. Physical limits are set so low that the
 * indifference zone is its 0.1 σ, because these tables count in σ; and the limit so high that the reference never freezes, so
 * that any limit can be read off the same run.
 */
export const benchSettings: ScoringSettings = {
  ...defaultSettings,
  limits: {
    ...defaultSettings.limits,
    cameraDeg: { caution: 1e-6, critical: 1e6 },
    radarM: { caution: 1e-6, critical: 1e6 },
    lidarM: { caution: 1e-6, critical: 1e6 },
  },
  evidence: { ...defaultSettings.evidence, cautionNats: 1e9, criticalNats: 1e9 },
};

export const plumbline: Detector = {
  name: "Plumbline W",
  start(baseline, frames) {
    let state = initialState();
    let minute = 0;
    const step = (row: Float64Array): number => {
      minute++;
      const folded = fold(state, { kind: "frame", reading: readingOf(row, minute) }, benchSettings);
      state = folded.state;
      return folded.score?.cusumStatistic ?? Number.NEGATIVE_INFINITY;
    };
    for (let frame = 0; frame < frames; frame++)
      step(baseline.subarray(frame * channelCount, (frame + 1) * channelCount));
    return step;
  },
};

/** One row of residuals as the frame a vehicle would send, a minute after the one before. */
export function readingOf(row: Float64Array, minute: number): SensorReading {
  const [x, y, z, b, g] = row as unknown as [number, number, number, number, number];
  return {
    timestampUs: minute * 60_000_000,
    ...(Number.isNaN(x)
      ? {}
      : { cameraRotation: rotationOf(x * unitOf.cameraDeg, y * unitOf.cameraDeg, z * unitOf.cameraDeg) }),
    ...(Number.isNaN(b) ? {} : { radarRangeBiasM: b * unitOf.radarM }),
    ...(Number.isNaN(g)
      ? {}
      : { lidarRegistrationErrorM: Math.max(0, 0.06 * Math.exp(g * unitOf.lidarLog) - 0.01) }),
  };
}

/** Rodrigues' formula for a rotation vector in degrees. */
function rotationOf(xDeg: number, yDeg: number, zDeg: number): number[] {
  const [x, y, z] = [xDeg, yDeg, zDeg].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const angle = Math.hypot(x, y, z);
  const s = angle < 1e-9 ? 1 : Math.sin(angle) / angle;
  const c = angle < 1e-9 ? 0.5 : (1 - Math.cos(angle)) / (angle * angle);
  return [
    1 - c * (y * y + z * z),
    c * x * y - s * z,
    c * x * z + s * y,
    c * x * y + s * z,
    1 - c * (x * x + z * z),
    c * y * z - s * x,
    c * x * z - s * y,
    c * y * z + s * x,
    1 - c * (x * x + y * y),
  ];
}
