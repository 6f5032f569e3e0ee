import { logit } from "../frame/measurement.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { softClip } from "../numeric/soft-clip.ts";
import type { SensorCalibration } from "../model/state.ts";
import type { TrackName } from "../model/sensors.ts";
import type { Learner } from "./effective-noise.ts";

/**
 * A sensor much quieter than its limits would have every real drift clipped. Its clip counts in larger units instead,
 * so that the zone, and what lies a few zones beyond, keeps its size.
 */
export function clipUnits(
  { name, settings }: Learner,
  { location, scale }: Pick<SensorCalibration, "location" | "scale">,
): readonly number[] {
  return scale.map((sigma, axis) => {
    const zone = harmlessShift(name, location[axis]!, settings) / sigma;
    return Math.max(1, zone / settings.evidence.widestZone);
  });
}

/**
 * The mean shift that is defined to be no drift: a twentieth of σ, or a share of the CAUTION limit where that is more, in
 * the unit of the sums (clipped).
 */
export function indifferenceZones(
  { name, settings }: Learner,
  noise: Pick<SensorCalibration, "location" | "scale" | "clipUnit">,
): readonly number[] {
  const { evidence } = settings;
  return noise.scale.map((scale, axis) => {
    const unit = scale * noise.clipUnit[axis]!;
    const physical = harmlessShift(name, noise.location[axis]!, settings) / unit;
    const least = evidence.indifferenceSigma / noise.clipUnit[axis]!;
    return Math.max(least, softClip(physical, evidence.clipDegrees));
  });
}

/** A share of the CAUTION limit in the unit the track works in. */
export function harmlessShift(name: TrackName, location: number, settings: ScoringSettings): number {
  const { limits, evidence } = settings;
  const share = evidence.indifferenceShare;
  switch (name) {
    case "camera":
      return share * limits.cameraDeg.caution;
    case "radar":
      return share * limits.radarM.caution;
    case "lidar": {
      const level = exp(location);
      return ln((level + share * limits.lidarM.caution) / level);
    }
    case "confidence": {
      const confidence = 1 / (1 + exp(-location));
      return Math.max(0, location - logit(Math.max(0.005, confidence - share * limits.lidarConfidenceDrop)));
    }
  }
}

/** Shrinks the noise of whitened scores: their variance is (1 + φ)/(1 − φ) for a kept mean. */
export function whiteningFactor(correlation: number): number {
  return Math.sqrt((1 - correlation) / (1 + correlation));
}
