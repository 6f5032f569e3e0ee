import { booleanOf, textOf, textsOf, type QueryValues } from "../../parameters.ts";
import { given } from "../answer-read.ts";

/** Which vehicles a query names. Where an operation has fewer of these parameters, the contract let no other through. */
export function fleetQuestion(query: QueryValues) {
  return {
    ...given("tiers", textsOf(query, "tier")),
    ...given("fleets", textsOf(query, "fleet_id")),
    ...given("regions", textsOf(query, "region")),
    ...given("attributes", textsOf(query, "attribute")),
    ...given("faultSources", textsOf(query, "fault_source")),
    ...given("silent", booleanOf(query, "silent")),
    ...given("text", textOf(query, "q")),
  };
}
