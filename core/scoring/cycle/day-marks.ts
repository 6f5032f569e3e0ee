import { cosSinOfTurns } from "../numeric/cos-sin-of-turns.ts";
import type { VehicleState } from "../model/state.ts";
import { limitedSensors } from "../model/sensors.ts";
import { turnsOfDay } from "./covered-hours.ts";
import { hasTwoDays } from "./fit-wave.ts";

/** What a bucket remembers of the time of day of its blocks: whole numbers, so that it costs few bytes, and adds up. */
export function dayMarks(atUs: number): readonly [number, number] {
  const [cos, sin] = cosSinOfTurns(turnsOfDay(atUs));
  return [Math.round(parts * (1 + cos)), Math.round(parts * (1 + sin))];
}

/** Mean cosine and sine of the time of day of so many blocks; null where a bucket has no marks. */
export function meanOfMarks(
  marks: readonly number[],
  blocks: number,
): { readonly x: number; readonly y: number } | null {
  const [cos, sin] = marks;
  if (cos === undefined || sin === undefined) return null;
  return { x: cos / (parts * blocks) - 1, y: sin / (parts * blocks) - 1 };
}

/** A radius is told in so many parts: to 1.6 %. */
const parts = 32;

/** Until the wave of every sensor is known: until then another one may have to be taken out of the buckets. */
export function needsMarks(tracks: VehicleState["tracks"]): boolean {
  return limitedSensors.some((sensor) => {
    const { cycle } = tracks[sensor];
    return cycle !== null && (!hasTwoDays(cycle) || cycle.unsure.some((unsure) => unsure > 0));
  });
}
