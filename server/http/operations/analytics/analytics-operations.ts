import type { Handler } from "../../authorised-request.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { numberOf, requiredNumber, textOf } from "../../parameters.ts";
import { given, taggedRead } from "../answer-read.ts";
import { fleetQuestion } from "./fleet-question.ts";

/** GET /v1/fleet/analytics */
export function getFleetAnalytics({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, query } = request;
    const step = textOf(query, "step");
    const against = textOf(query, "against");
    const analytics = await application.analyseFleet(caller, {
      ...fleetQuestion(query),
      ...given("fromUs", numberOf(query, "from")),
      ...given("toUs", numberOf(query, "to")),
      ...given("groupBy", textOf(query, "group_by")),
      ...(against !== undefined && { against: against === "days" ? "days" : "kilometres" }),
      ...(step !== undefined && { step: step === "hour" ? "hour" : "day" }),
    });
    return taggedRead(request, analytics);
  };
}

/** GET /v1/fleet/shared */
export function getFleetShared({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, query } = request;
    const limit = requiredNumber(query, "limit");
    return taggedRead(request, await application.compareCases(caller, { ...fleetQuestion(query), limit }));
  };
}

/** GET /v1/fleet/attributes */
export function getFleetAttributes({ application }: OperationNeeds): Handler {
  return async (request) =>
    taggedRead(request, await application.listAttributes(request.caller, fleetQuestion(request.query)));
}

/** GET /v1/fleet/positions */
export function getFleetPositions({ application }: OperationNeeds): Handler {
  return async (request) =>
    taggedRead(request, await application.showPositions(request.caller, fleetQuestion(request.query)));
}
