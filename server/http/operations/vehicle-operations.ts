import {
  parseBaselineCommand,
  parseEvidenceRequest,
  parseReference,
  parseStatementRequest,
} from "../../../core/contract/requests/parse-requests.ts";
import { jsonAnswer } from "../answer/answer.ts";
import { unlessKnown, writtenAnswer } from "../answer/entity-tag.ts";
import type { Handler } from "../authorised-request.ts";
import { withJsonBody } from "../body/json-body.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { numberOf, requiredNumber, requiredText, textOf } from "../parameters.ts";
import { fleetQuestion } from "./analytics/fleet-question.ts";
import { answerWrite, writeContextOf } from "./answer-write.ts";
import { given, linkToNext, taggedRead } from "./answer-read.ts";
import { onceWithJson } from "./once-with-json.ts";

/** GET /v1/vehicles */
export function listVehicles({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, query } = request;
    const page = await application.listVehicles(caller, {
      ...fleetQuestion(query),
      ...given("sort", textOf(query, "sort")),
      ...given("cursor", textOf(query, "cursor")),
      limit: requiredNumber(query, "limit"),
    });
    return taggedRead(request, page, linkToNext(request, page.next_cursor));
  };
}

/** GET /v1/vehicles/{vehicle_id} */
export function getVehicle({ application }: OperationNeeds): Handler {
  return async (request) => {
    const vehicle = await application.showVehicle(request.caller, requiredText(request.path, "vehicle_id"));
    return taggedRead(request, vehicle);
  };
}

/** GET /v1/vehicles/{vehicle_id}/series */
export function getVehicleSeries({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, path, query } = request;
    const series = await application.readSeries(caller, requiredText(path, "vehicle_id"), {
      ...given("fromUs", numberOf(query, "from")),
      ...given("toUs", numberOf(query, "to")),
      ...given("cursor", textOf(query, "cursor")),
      points: requiredNumber(query, "points"),
    });
    return unlessKnown(writtenAnswer(series), request.exchange.headers);
  };
}

/** POST /v1/vehicles/{vehicle_id}/baseline */
export function commandBaseline(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const command = parseBaselineCommand(body?.value);
    const vehicleId = requiredText(path, "vehicle_id");
    return answerWrite(exchange, slot, (write) =>
      needs.application.commandBaseline(caller, vehicleId, command, write),
    );
  });
}

/** POST /v1/vehicles/{vehicle_id}/evidence */
export function requestEvidence(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const request = parseEvidenceRequest(body?.value);
    const vehicleId = requiredText(path, "vehicle_id");
    return answerWrite(
      exchange,
      slot,
      (write) => needs.application.requestEvidence(caller, vehicleId, request, write),
      201,
    );
  });
}

/** POST /v1/vehicles/{vehicle_id}/statements */
export function requestStatement(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const request = parseStatementRequest(body?.value, exchange.receivedAtUs);
    const vehicleId = requiredText(path, "vehicle_id");
    return answerWrite(
      exchange,
      slot,
      (write) => needs.application.requestStatement(caller, vehicleId, request, write),
      201,
    );
  });
}

/** GET /v1/vehicles/{vehicle_id}/statements */
export function listStatements({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, path, query } = request;
    const page = await application.listStatements(caller, {
      vehicleId: requiredText(path, "vehicle_id"),
      ...given("cursor", textOf(query, "cursor")),
      limit: requiredNumber(query, "limit"),
    });
    return taggedRead(request, page, linkToNext(request, page.next_cursor));
  };
}

/** GET /v1/statements/{statement_id} */
export function getStatement({ application }: OperationNeeds): Handler {
  return async (request) => {
    const statementId = requiredText(request.path, "statement_id");
    return taggedRead(request, await application.readStatement(request.caller, statementId));
  };
}

/** PUT /v1/vehicles/{vehicle_id}/reference */
export function registerReference(needs: OperationNeeds): Handler {
  return async (request) =>
    withJsonBody(request, needs, async (body) => {
      const reference = parseReference(body?.value);
      const vehicleId = requiredText(request.path, "vehicle_id");
      const ask = writeContextOf(request.exchange, null);
      return jsonAnswer(await needs.application.registerReference(request.caller, vehicleId, reference, ask));
    });
}
