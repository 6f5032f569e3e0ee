import { filled, zeros } from "../numeric/doubles.ts";
import type { CurvePrior } from "../settings/settings.ts";
import type { ChangeModel } from "./change-model.ts";
import { scales } from "../scatter/noise-family.ts";

/**
 * A model with a sensor for each width, of so many channels: shifts either way count, there is no zone, and blocks are
 * known to be independent. A test names what is other.
 */
export function changeModelOf(widths: readonly number[], known: Partial<ChangeModel> = {}): ChangeModel {
  let channels = 0;
  const sensors = widths.map((width): readonly [number, number] => [channels, (channels += width)]);
  return {
    zones: zeros(channels),
    directions: zeros(channels),
    sensors,
    referenceFrozen: false,
    participation: 0.3,
    shiftVariances: [0.06, 0.6, 6],
    shiftWeights: [0.25, 0.35, 0.4],
    minimumReference: 5,
    priorVariances: filled(zeros(channels), 1),
    priorDegrees: 4,
    varianceFloor: 0.25,
    blockLevels: Array.from({ length: channels }, () => 0),
    priorCurves: independentCurves(channels),
    ...known,
  };
}

/** Channels whose blocks are known to be independent, so surely that no sample says otherwise. */
export function independentCurves(channels: number): readonly CurvePrior[] {
  const certain = { ratios: filled(zeros(scales), 1), degrees: filled(zeros(scales), 1e12) };
  return Array.from({ length: channels }, () => certain);
}
