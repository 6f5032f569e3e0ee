import { parseScenarioRequest } from "../../../../core/contract/requests/parse-requests.ts";
import { jsonAnswer } from "../../answer/answer.ts";
import type { Handler } from "../../authorised-request.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { requiredNumber, requiredText, textOf, textsOf } from "../../parameters.ts";
import { chooseMediaType } from "../../answer/choose-media-type.ts";
import { immutableAnswer, unlessKnown } from "../../answer/entity-tag.ts";
import { inReportPlace, inReportQueue } from "../../guard/in-report-queue.ts";
import { given, linkToNext, taggedRead } from "../answer-read.ts";
import { writeContextOf } from "../answer-write.ts";
import { onceWithJson } from "../once-with-json.ts";

/** POST /v1/risk/scenario-feed */
export function createScenarioFeed(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange }, body) => {
    const { application } = needs;
    const ask = writeContextOf(exchange, null);
    const asked = parseScenarioRequest(body?.value);
    const make = () => application.feedScenario(caller, asked, ask);
    // Files and fits take a processor's time.
    const takesTime = (asked.exports ?? []).length > 0 || asked.origin === "fitted";
    const feed = await (takesTime ? inReportPlace(application, caller, make) : make());
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

/** GET /v1/scenarios/{scenario_id}/exports/{export_format} */
export function getScenarioExport({ application }: OperationNeeds): Handler {
  return inReportQueue(application, async ({ caller, exchange, path }) => {
    const ask = {
      scenarioId: requiredText(path, "scenario_id"),
      format: requiredText(path, "export_format"),
    };
    const { bytes, mediaType, fileName } = await application.exportScenario(caller, ask);
    chooseMediaType(exchange.headers.accept, [mediaType.split(";")[0] ?? mediaType]);
    const headers = {
      // Another version of the service may write it otherwise.
      "Cache-Control": "private, no-cache",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    };
    return unlessKnown(immutableAnswer(bytes, mediaType, headers), exchange.headers);
  });
}

/** DELETE /v1/scenarios/{scenario_id} */
export function deleteScenario({ application }: OperationNeeds): Handler {
  return async ({ caller, exchange, path }) => {
    const ask = writeContextOf(exchange, null);
    return jsonAnswer(await application.deleteScenario(caller, requiredText(path, "scenario_id"), ask));
  };
}
