import { parseRescoreRequest } from "../../../core/contract/requests/parse-requests.ts";
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
      limit: requiredNumber(request.query, "limit"),
    });
    return taggedRead(request, queue);
  };
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
