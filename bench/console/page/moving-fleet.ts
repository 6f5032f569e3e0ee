import { type VehiclePlaces } from "../../../console/map/marks/marks.ts";
import { gaussian, uniform } from "../../../core/scenario/counter-random.ts";

const cities = [
  [37.7749, -122.4194],
  [34.0522, -118.2437],
  [30.2672, -97.7431],
  [33.749, -84.388],
  [40.7128, -74.006],
  [51.5072, -0.1276],
  [52.52, 13.405],
  [-33.8688, 151.2093],
] as const;
const tiers = ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"];

/** A fleet around eight cities, by seed; `step` moves every vehicle a little further. */
export function movingFleet(vehicles: number, { spreadDeg }: { readonly spreadDeg: number }) {
  const homes = Array.from({ length: vehicles }, (_, at) => {
    const [latDeg, lonDeg] = cities[at % cities.length]!;
    return {
      latDeg: latDeg + spreadDeg * gaussian(1, 1, at),
      lonDeg: lonDeg + spreadDeg * gaussian(1, 2, at),
      course: 2 * Math.PI * uniform(1, 3, at),
      tier: tierOf(uniform(1, 4, at)),
    };
  });
  const tier = homes.map((home) => home.tier);
  const silent = homes.map(() => 0);
  return (step: number): VehiclePlaces => ({
    tiers,
    columns: {
      latitude: homes.map(({ latDeg, course }) => latDeg + 0.002 * step * Math.sin(course)),
      longitude: homes.map(({ lonDeg, course }) => lonDeg + 0.002 * step * Math.cos(course)),
      tier,
      silent,
    },
  });
}

function tierOf(uniform: number): number {
  if (uniform < 0.004) return 3;
  if (uniform < 0.045) return 2;
  return uniform < 0.052 ? 0 : 1;
}
