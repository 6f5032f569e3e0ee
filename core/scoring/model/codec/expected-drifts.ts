import { channelsOf } from "./score-flags.ts";
import { channels } from "../sensors.ts";

/* What the drifts of its channels let expect of a score: part of the layout, which writes less for it. */

/** Where the drifts stand in a list of numbers, each before its standard deviation; null of a channel that is not there. */
interface DriftPlaces {
  readonly camera: readonly (number | null)[];
  readonly radar: number | null;
}

/** By the bits of the channels that are there: that of the first stands at `first`, every other so many behind the one before. */
export function driftPlaces(first: number, columns: number): readonly DriftPlaces[] {
  return channelsOf.map((present) => {
    const [x, y, z, radar] = channels.map((channel) => {
      const at = present.indexOf(channel);
      return at < 0 ? null : first + columns * at;
    });
    return { camera: [x!, y!, z!], radar: radar! };
  });
}

/** The camera's drift from the drifts of its axes and their standard deviations, as the verdict computes it. */
export function lengthBeyondNoise(places: readonly (number | null)[], numbers: readonly number[]): number {
  let square = 0;
  let noise = 0;
  for (const place of places) {
    if (place === null) return 0;
    const [shift, sd] = [numbers[place]!, numbers[place + 1]!];
    square += shift * shift;
    noise += sd * sd;
  }
  return Math.sqrt(Math.max(0, square - noise));
}
