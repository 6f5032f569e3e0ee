import { leastZoom, greatestZoom, type MapView } from "../../../map/geometry/map-view.ts";
import { placeOf, worldPointOf } from "../../../map/geometry/mercator.ts";
import type { MapStart } from "../../../map/fleet-map.ts";

/** `latitude,longitude,zoom` of an address; null where it says nothing that is on the Earth. */
export function mapStartOf(text: string | null): MapStart {
  const numbers = (text ?? "").split(",").map(Number);
  const [latDeg = Number.NaN, lonDeg = Number.NaN, zoom = Number.NaN] = numbers;
  const isPlace = Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180;
  if (numbers.length !== 3 || !isPlace || !(zoom >= leastZoom && zoom <= greatestZoom)) return null;
  return { center: worldPointOf({ latDeg, lonDeg }), zoom };
}

/** Fine enough for a pixel at that zoom, and no finer. */
export function mapStartText({ center, zoom }: Pick<MapView, "center" | "zoom">): string {
  const { latDeg, lonDeg } = placeOf(center);
  const decimals = Math.max(1, Math.ceil(zoom * 0.3) + 1);
  return `${latDeg.toFixed(decimals)},${lonDeg.toFixed(decimals)},${zoom.toFixed(2)}`;
}
