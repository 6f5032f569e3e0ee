import { members } from "../../sensors/sensor-lists.ts";
import type { BodyFault } from "../refusal.ts";
import { pointerTo, shown } from "./json-fault.ts";
import { nearestName } from "./nearest-name.ts";

const sensorNames: readonly string[] = members.map(({ name }) => name);

/** Names that say another unit than the contract's: the value would be wrong under the right name. */
const otherUnits: ReadonlyMap<string, string> = new Map([
  ...members.flatMap((member) => (member.shape === "number" ? unitsInsteadOf(member) : [])),
  ...["s", "ms", "us", "ns"].map((unit): [string, string] => [
    `timestamp_${unit}`,
    "Send timestamp as RFC 3339 text in UTC, such as 2026-03-01T08:00:00Z.",
  ]),
]);

function unitsInsteadOf({
  name,
  unit,
}: {
  readonly name: string;
  readonly unit: string;
}): [string, string][] {
  if (unit === "m") {
    const stem = name.replace(/_m$/, "");
    return [
      [`${stem}_mm`, `Send metres as ${name}: value / 1000.`],
      [`${stem}_cm`, `Send metres as ${name}: value / 100.`],
    ];
  }
  return ["pct", "percent"].map((other) => [
    `${name}_${other}`,
    `Send a share from 0 to 1 as ${name}: value / 100.`,
  ]);
}

/** Notes the members that an object should not have, each with the name that was likely meant. */
export function noteUnknown(
  object: Record<string, unknown>,
  where: { readonly known: readonly string[]; readonly at: readonly string[]; readonly faults: BodyFault[] },
): void {
  // As the text that was read names its members: they have no others, inherited ones included.
  for (const name in object) {
    if (where.known.includes(name)) continue;
    // The right name may be there as well; then the wrong one is just one too many.
    const free = where.known.filter((known) => !Object.hasOwn(object, known));
    const elsewhere = sensorNames.includes(name) && where.at.length === 0;
    const nearest = nearestName(name, free);
    const otherUnit = otherUnits.get(name);
    const hint = elsewhere
      ? "It belongs inside sensors."
      : otherUnit !== undefined
        ? otherUnit
        : nearest !== null
          ? `Did you mean ${nearest}?`
          : `Known are ${where.known.join(", ")}${where.at.length === 0 ? "; other values go into metadata" : ""}.`;
    where.faults.push({
      pointer: pointerTo([...where.at, name]),
      code: "member_unknown",
      detail: `There is no member ${shown(name)} here. ${hint}`,
    });
  }
}
