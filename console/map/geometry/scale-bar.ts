import { type MapView, worldSizePx } from "./map-view.ts";
import { metresAcross } from "./mercator.ts";

export interface ScaleBar {
  readonly widthPx: number;
  /** `500 km`. Mercator's scale grows with latitude: the bar holds for the middle of the map. */
  readonly label: string;
}

const steps = [1, 2, 5];

/** The longest of 1, 2 or 5 times a power of ten that fits. */
export function scaleBarOf(view: MapView, { widestPx }: { readonly widestPx: number }): ScaleBar {
  const metresPerPx = metresAcross(view.center.y) / worldSizePx(view.zoom);
  const widestM = metresPerPx * widestPx;
  const power = 10 ** Math.floor(Math.log10(widestM));
  const lengthM = Math.max(...steps.map((step) => step * power).filter((length) => length <= widestM));
  return { widthPx: lengthM / metresPerPx, label: lengthLabel(lengthM) };
}

function lengthLabel(lengthM: number): string {
  return lengthM >= 1000 ? `${lengthM / 1000}\u00a0km` : `${lengthM}\u00a0m`;
}
