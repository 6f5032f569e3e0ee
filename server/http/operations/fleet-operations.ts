import { parseRescoreRequest } from "../../../core/contract/requests/parse-requests.ts";
import { workStateValues } from "../../../core/contract/schemas/vehicles/vehicle-work.ts";
import { jsonAnswer } from "../answer/answer.ts";
import type { Handler } from "../authorised-request.ts";
import { inReportQueue } from "../guard/in-report-queue.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { numberOf, requiredNumber, textOf, textsOf } from "../parameters.ts";
import { given, taggedRead } from "./answer-read.ts";
import { onceWithJson } from "./once-with-json.ts";

/** GET /v1/fleet/health-summary */
export function getFleetHealthSummary({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, query } = request;
    const groupBy = textOf(query, "group_by");
    const summary = await application.summariseFleet(caller, {
      ...given("fleets", textsOf(query, "fleet_id")),
      ...given("regions", textsOf(query, "region")),
      ...(groupBy !== undefined && { groupBy: groupBy === "fleet" ? "fleet" : "region" }),
      ...given("silentAfterS", numberOf(query, "silent_after_s")),
    });
    return taggedRead(request, summary);
  };
}

/** GET /v1/fleet/queue */
export function getWorkQueue({ application }: OperationNeeds): Handler {
  return async (request) => {
    const queue = await application.rankWorkQueue(request.caller, {
      ...given("fleets", textsOf(request.query, "fleet_id")),
      ...given("states", statesOf(textsOf(request.query, "state"))),
      ...given("assignee", textOf(request.query, "assignee")),
      limit: requiredNumber(request.query, "limit"),
    });
    return taggedRead(request, queue);
  };
}

/** The states asked for; the query was held to their names. */
function statesOf(names: readonly string[] | undefined) {
  return names?.flatMap((name) => workStateValues.find((state) => state === name) ?? []);
}

/** POST /v1/fleet/rescore */
export function rescoreFleet(needs: OperationNeeds): Handler {
  return inReportQueue(
    needs.application,
    onceWithJson(needs, async ({ caller }, body) => {
      const rescore = await needs.application.rescoreFleet(caller, parseRescoreRequest(body?.value));
      return { answer: jsonAnswer(rescore), isKept: false };
    }),
  );
}
