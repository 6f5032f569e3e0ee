import { percent } from "../../labels/quantities.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";
import type { SensorStanding } from "../vehicle/sensor-standing.ts";
import type { Sensor } from "../../../core/sensors/sensor-lists.ts";

/** Less than this share of its caution limit is no move worth naming; as the work queue counts it. */
const noticeableShare = 0.25;

/** Whether a sensor moved alone: what one mount cannot do to all sensors, load or the body can. */
export function commonModeLabel(sensor: Sensor, standings: readonly SensorStanding[]): string {
  const own = standings.find((each) => each.sensor === sensor);
  const others = standings.filter((each) => each.sensor !== sensor);
  if (own === undefined) return "Its baseline is still being learnt.";
  if (others.length === 0)
    return "No other sensor is monitored: a movement of the vehicle’s body cannot be ruled out.";
  const listed = others
    .map((each) => `${faultSourceLabel(each.sensor)} at ${percent(each.share)}`)
    .join(", ");
  const shares = `The others at the same time: ${listed} of their caution limits.`;
  const moved = others.filter(({ share }) => share >= noticeableShare);
  if (own.share < noticeableShare) return `It has not moved noticeably. ${shares}`;
  return moved.length === 0
    ? `It moved alone, which points to itself or its mount. ${shares}`
    : `Others moved with it, which may point to load, the body or a collision rather than to one mount. ${shares}`;
}
