import type { SmallFastCounter } from "./small-fast-counter.ts";

export const wanderShapes = ["sine", "two harmonics", "nearly square", "cloudy"] as const;
export type WanderShape = (typeof wanderShapes)[number];

/** What sun and load do to every vehicle, every day: no fault while it stays under half a limit. */
export interface Wander {
  readonly shape: WanderShape;
  /** How far it goes to either side. The camera turns about one axis, drawn for each vehicle. */
  readonly cameraDeg: number;
  readonly radarM: number;
  readonly lidarM: number;
  /** How much later it comes each day. */
  readonly laterMinutesPerDay: number;
}

/** Days since some midnight to where each channel has gone: degrees, metres. */
export function wanderAt(wander: Wander, random: SmallFastCounter): (days: number) => readonly number[] {
  const { cameraDeg, radarM, lidarM, laterMinutesPerDay } = wander;
  const axis = [random.normal(), random.normal(), random.normal()];
  const length = Math.hypot(...axis);
  const shape = shapes[wander.shape];
  // Sensors are warmed by one sun, some sooner than others.
  const [noon, camera, radar, lidar] = [1, 0.1, 0.1, 0.1].map((share) => share * random.uniform());
  const side = random.uniform() < 0.5 ? -1 : 1;
  // How much of the sun each of its days sees, again and again.
  const skies = Array.from({ length: 32 }, () => (wander.shape === "cloudy" ? random.uniform() : 1));
  const perDay = 1 / (1 + laterMinutesPerDay / 1440);
  return (days) => {
    const at = (late: number) => {
      const turns = days * perDay + noon! + late;
      return skies[Math.floor(turns) % skies.length]! * shape(2 * Math.PI * turns);
    };
    const turn = (cameraDeg * at(camera!)) / length;
    return [
      turn * axis[0]!,
      turn * axis[1]!,
      turn * axis[2]!,
      side * radarM * at(radar!),
      lidarM * at(lidar!),
    ];
  };
}

/** Each from −1 to 1 over a day. */
const shapes: Readonly<Record<WanderShape, (angle: number) => number>> = {
  sine: Math.sin,
  // The second harmonic is half the first; their sum goes to ¾√3 of it.
  "two harmonics": (angle) => (Math.sin(angle) + 0.5 * Math.sin(2 * angle)) / (0.75 * Math.sqrt(3)),
  cloudy: Math.sin,
  "nearly square": (angle) => Math.tanh(4 * Math.sin(angle)) / Math.tanh(4),
};
