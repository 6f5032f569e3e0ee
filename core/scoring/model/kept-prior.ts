import type { SensorNoise, StartingPrior } from "./journal-entry.ts";

/** A prior as a state keeps it: its curves, of which there is much, as binary32. The entry itself is stored as it was made. */
export function keptPrior({ sensors, correlation, atUs }: StartingPrior): StartingPrior {
  return {
    sensors: {
      camera: keptNoise(sensors.camera),
      radar: keptNoise(sensors.radar),
      lidar: keptNoise(sensors.lidar),
      confidence: keptNoise(sensors.confidence),
    },
    correlation,
    atUs,
  };
}

function keptNoise(noise: SensorNoise | null): SensorNoise | null {
  if (noise?.curve === undefined) return noise;
  const { level, ratios, degrees } = noise.curve;
  return { ...noise, curve: { level, ratios: ratios.map(Math.fround), degrees: degrees.map(Math.fround) } };
}
