import { parseScenarioRequest } from "../../../../core/contract/requests/parse-requests.ts";
import { jsonAnswer } from "../../answer/answer.ts";
import type { Handler } from "../../authorised-request.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { requiredNumber, requiredText, textOf, textsOf } from "../../parameters.ts";
import { given, linkToNext, taggedRead } from "../answer-read.ts";
import { writeContextOf } from "../answer-write.ts";
import { onceWithJson } from "../once-with-json.ts";

/** POST /v1/risk/scenario-feed */
export function createScenarioFeed(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange }, body) => {
    const ask = writeContextOf(exchange, null);
    const feed = await needs.application.feedScenario(caller, parseScenarioRequest(body?.value), ask);
    return { answer: jsonAnswer(feed), isKept: false };
  });
}

/** GET /v1/scenarios */
export function listScenarios({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, query } = request;
    const list = await application.listScenarios(caller, {
      ...given("types", textsOf(query, "type")),
      ...given("vehicleId", textOf(query, "vehicle_id")),
      ...given("cursor", textOf(query, "cursor")),
      limit: requiredNumber(query, "limit"),
    });
    return taggedRead(request, list, linkToNext(request, list.next_cursor));
  };
}

/** GET /v1/scenarios/{scenario_id} */
export function getScenario({ application }: OperationNeeds): Handler {
  return async (request) =>
    taggedRead(
      request,
      await application.showScenario(request.caller, requiredText(request.path, "scenario_id")),
    );
}

/** DELETE /v1/scenarios/{scenario_id} */
export function deleteScenario({ application }: OperationNeeds): Handler {
  return async ({ caller, exchange, path }) => {
    const ask = writeContextOf(exchange, null);
    return jsonAnswer(await application.deleteScenario(caller, requiredText(path, "scenario_id"), ask));
  };
}
