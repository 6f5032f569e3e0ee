import { degrees, lateralShiftM, metres, sensorMetres } from "../labels/quantities.ts";
import { movedBetween, turned, type Pose } from "./pose.ts";
import type { ShownSensor } from "./shown-sensor.ts";

/** Where the aim is off at this distance. */
const statedRangeM = 50;
/** What is smaller rounds to 0.00°. */
const smallestDeg = 0.005;

/** A sensor's drift taken apart as a person would say it, degrees. Euler order Rz·Ry·Rx in the sensor's baseline frame. */
export interface AimError {
  readonly leftDeg: number;
  readonly upDeg: number;
  /** As seen from behind the sensor. */
  readonly clockwiseDeg: number;
}

export function aimErrorOf(baseline: Pose, now: Pose): AimError {
  const { turn } = movedBetween(baseline, now);
  const [ax, ay, az] = turned(turn, [1, 0, 0]);
  const [, , leftUp] = turned(turn, [0, 1, 0]);
  const [, , upUp] = turned(turn, [0, 0, 1]);
  return {
    leftDeg: inDegrees(Math.atan2(ay, ax)),
    upDeg: inDegrees(Math.atan2(az, Math.hypot(ax, ay))),
    clockwiseDeg: inDegrees(Math.atan2(leftUp, upUp)),
  };
}

/** What is known of the sensor's pose, in one sentence with metres in it. */
export function describePose(sensor: ShownSensor): string {
  switch (sensor.shows) {
    case "turn":
      return `${sensor.name} ${aimWords(sensor.baseline, sensor.now)}.`;
    case "range":
      return `${sensor.name} ${rangeWords(sensor.rangeShiftM)}${turnWords(sensor.baseline, sensor.now)}.`;
    case "size":
      return `${sensor.name} ${errorWords(sensor.errorM, sensor.errorGrowthM)}${turnWords(sensor.baseline, sensor.now)}.`;
  }
}

function aimWords(baseline: Pose, now: Pose): string {
  const { leftDeg, upDeg, clockwiseDeg } = aimErrorOf(baseline, now);
  const aims = [aimed(leftDeg, "to the left", "to the right"), aimed(upDeg, "up", "down")].filter(
    (words) => words !== null,
  );
  const rolled = rolledWords(clockwiseDeg);
  if (aims.length === 0) return rolled === null ? "points where its baseline points" : rolled;
  const points = `points ${aims.join(" and ")}`;
  return rolled === null ? points : `${points}, and ${rolled}`;
}

function aimed(angleDeg: number, positive: string, negative: string): string | null {
  const sizeDeg = Math.abs(angleDeg);
  if (sizeDeg < smallestDeg) return null;
  const shift = `${metres(lateralShiftM(sizeDeg, statedRangeM))} at ${statedRangeM}\u00a0m`;
  return `${degrees(sizeDeg)} ${angleDeg > 0 ? positive : negative} (${shift})`;
}

function rolledWords(clockwiseDeg: number): string | null {
  if (Math.abs(clockwiseDeg) < smallestDeg) return null;
  const way = clockwiseDeg > 0 ? "clockwise" : "counter-clockwise";
  return `is rolled ${degrees(Math.abs(clockwiseDeg))} ${way} as seen from behind it`;
}

function rangeWords(shiftM: number): string {
  if (Math.abs(shiftM) < smallestM) return "reads distances as it did at its baseline";
  const way = shiftM > 0 ? "farther" : "nearer";
  return `reads everything ${sensorMetres(Math.abs(shiftM))} ${way} than at its baseline`;
}

function errorWords(errorM: number, growthM: number): string {
  const fits = `places its points within ${sensorMetres(errorM)}`;
  if (Math.abs(growthM) < smallestM) return `${fits}, as at its baseline`;
  return `${fits}, ${sensorMetres(Math.abs(growthM))} ${growthM > 0 ? "worse" : "better"} than at its baseline; in which direction is not measured`;
}

/** For a scenario, which knows the pose of every sensor. */
function turnWords(baseline: Pose, now: Pose): string {
  const { leftDeg, upDeg, clockwiseDeg } = aimErrorOf(baseline, now);
  const isTurned = [leftDeg, upDeg, clockwiseDeg].some((angle) => Math.abs(angle) >= smallestDeg);
  return isTurned ? `; it ${aimWords(baseline, now)}` : "";
}

const smallestM = 0.000_05;

function inDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}
