import { kindOf } from "../../../core/sensors/sensor-lists.ts";
import type { PlaceComparison } from "../../../core/scoring/verdict/compare-places.ts";
import type { Repair } from "../ports/work.ts";

/** Distance at which a camera's angle is printed in metres too: degrees mean little to most people. */
const printedAtM = 50;

/** What the check of a repair says, for a person: which sensor is where, against what, and what is missing. */
export function explainRepair(
  { outcome, before, seq }: Pick<Repair, "outcome" | "before" | "seq">,
  compared: readonly PlaceComparison[],
): string {
  switch (outcome) {
    case "pending":
      return waitingText(compared.filter((one) => one.outcome === "pending"));
    case "restored":
      return backText(before, compared);
    case "not_restored":
      return offText(compared.filter((one) => one.outcome === "not_restored"));
    case "undecided":
      return before.length === 0
        ? "The vehicle had no settled baseline before the repair and no registered reference, so there is nothing to compare the new one with."
        : `The work was closed before the baseline that began with entry ${seq} could be judged.`;
  }
}

function waitingText(waiting: readonly PlaceComparison[]): string {
  const missing = waiting.map(
    ({ sensor, blocks, needed }) =>
      `the ${sensor} has ${Math.min(blocks, needed)} of ${needed} blocks of frames`,
  );
  const near = waiting.some(({ blocks, needed }) => blocks >= needed)
    ? " One that has them all is near its limit or not settled, and is watched a little longer."
    : "";
  return `The new baseline is being learnt: ${missing.join(", ")}.${near}`;
}

/** Of the sensors that had been beyond their limit where they are now; of the others that they are within it. */
function backText(before: Repair["before"], compared: readonly PlaceComparison[]): string {
  const drifts = new Map(before.map(({ sensor, drift }) => [sensor, Math.abs(drift ?? 0)]));
  const wereOff = compared.filter(({ sensor, limits }) => (drifts.get(sensor) ?? 0) >= limits.caution);
  const now = wereOff.map((one) => placeText(one)).join("; ");
  return `Every sensor is back within its caution limit${now === "" ? "" : `: ${now}`}.`;
}

function offText(off: readonly PlaceComparison[]): string {
  return `${capitalised(off.map((one) => `${placeText(one)}, beyond the ${limitText(one)}`).join("; "))}: the repair did not restore it.`;
}

/** `the camera is 1.20° (up to 1.05 m at 50 m) from its baseline of before the fault (± 0.02°)`. */
function placeText({ sensor, against, difference, sd }: PlaceComparison): string {
  const from =
    against === "registered_reference" ? "its registered reference" : "its baseline of before the fault";
  const far = lengthText(sensor, Math.abs(difference ?? 0));
  const ahead = kindOf(sensor).unit === "deg" ? ` (${aheadText(difference ?? 0)})` : "";
  const way = kindOf(sensor).faultSides === "upper" && (difference ?? 0) < 0 ? "better than" : "from";
  return `the ${sensor} is ${far}${ahead} ${way} ${from} (± ${lengthText(sensor, sd ?? 0)})`;
}

function limitText({ sensor, difference, limits }: PlaceComparison): string {
  const isCritical = Math.abs(difference ?? 0) > limits.critical;
  return isCritical
    ? `critical limit of ${lengthText(sensor, limits.critical)}`
    : `caution limit of ${lengthText(sensor, limits.caution)}`;
}

function lengthText(sensor: PlaceComparison["sensor"], value: number): string {
  return kindOf(sensor).unit === "deg" ? `${value.toFixed(2)}°` : `${value.toFixed(3)} m`;
}

function aheadText(degrees: number): string {
  return `up to ${(printedAtM * Math.tan((degrees * Math.PI) / 180)).toFixed(2)} m at ${printedAtM} m`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
