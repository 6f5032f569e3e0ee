import type { FleetAttributes } from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { Caller } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf } from "../visibility-scope.ts";
import type { AttributesQuery } from "./fleet-question.ts";

const namesListed = 200;
const valuesListed = 20;

/** The attributes of the vehicles the caller may see, with their commonest values. */
export async function listAttributes(
  caller: Caller,
  question: AttributesQuery,
  needs: Pick<ReadingNeeds, "analytics" | "nowUs">,
): Promise<FleetAttributes> {
  const nowUs = needs.nowUs();
  const { vehicles, attributes } = await needs.analytics.countAttributes({
    filter: { scope: scopeOf(caller, question.fleets), regions: question.regions ?? null },
    names: namesListed,
    values: valuesListed,
  });
  return {
    vehicles,
    data: attributes.map(({ name, vehicles: having, distinctValues, values }) => ({
      name,
      vehicles: having,
      distinct_values: distinctValues,
      values: values.map((one) => ({ ...one })),
    })),
    as_of: formatTime(nowUs),
  };
}
