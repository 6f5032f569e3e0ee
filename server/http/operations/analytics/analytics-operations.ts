import type { Handler } from "../../authorised-request.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { textsOf, type QueryValues } from "../../parameters.ts";
import { given, taggedRead } from "../answer-read.ts";

/** GET /v1/fleet/attributes */
export function getFleetAttributes({ application }: OperationNeeds): Handler {
  return async (request) =>
    taggedRead(request, await application.listAttributes(request.caller, questionOf(request.query)));
}

/** GET /v1/fleet/positions */
export function getFleetPositions({ application }: OperationNeeds): Handler {
  return async (request) =>
    taggedRead(request, await application.showPositions(request.caller, questionOf(request.query)));
}

function questionOf(query: QueryValues) {
  return {
    ...given("tiers", textsOf(query, "tier")),
    ...given("fleets", textsOf(query, "fleet_id")),
    ...given("regions", textsOf(query, "region")),
    ...given("attributes", textsOf(query, "attribute")),
  };
}
