import { Refusal, type BodyFault } from "../../../core/contract/refusal.ts";
import { refusalOf } from "../../../core/contract/requests/read-ingest-body.ts";
import type { ScenarioFeedRequest } from "../../../core/contract/types.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import type { ScenarioParams } from "../../../core/scenario/drift/drift-formulas.ts";
import { stageParams, stageRanges } from "../../../core/scenario/drift/stage-params.ts";

/** The parameters a request sets, held to the names and ranges of the formula. Throws `Refusal` with a pointer to each. */
export function askedParams(
  { params, origin }: Pick<ScenarioFeedRequest, "params" | "origin">,
  type: ScenarioType,
  durationS: number,
): ScenarioParams {
  const given = Object.entries(params ?? {});
  if (given.length === 0) return {};
  if (origin === "replay" || origin === "fitted") {
    const detail = `Of origin ${origin} nothing can be set: it is what was measured. Leave out params, or origin.`;
    throw new Refusal("not_allowed", detail, [{ pointer: "/params", code: "not_allowed", detail }]);
  }
  const ranges = stageRanges(type, durationS);
  const names = Object.keys(stageParams(type, durationS)).join(", ") || "none";
  const faults = given.flatMap(([name, value]): BodyFault[] => {
    const pointer = `/params/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const range = Object.hasOwn(ranges, name) ? ranges[name] : undefined;
    if (range === undefined) {
      const detail = `${type} has no parameter ${JSON.stringify(name.slice(0, 40))}; it has: ${names}.`;
      return [{ pointer, code: "member_unknown", detail }];
    }
    const [low, high] = range;
    if (value >= low && value <= high) return [];
    const detail = `${name} of ${type} over ${durationS} s must be from ${tidy(low)} to ${tidy(high)}.`;
    return [{ pointer, code: "out_of_range", detail }];
  });
  if (faults.length > 0) throw refusalOf(faults);
  return Object.fromEntries(given);
}

/** Without the noise of binary fractions: 0.30000000000000004 helps nobody. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
