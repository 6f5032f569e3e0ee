import { parseWorkCommand } from "../../../../core/contract/requests/parse-work-command.ts";
import { strongTag } from "../../answer/entity-tag.ts";
import type { Handler } from "../../authorised-request.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { requiredNumber, requiredText, textOf } from "../../parameters.ts";
import { given, linkToNext, taggedRead } from "../answer-read.ts";
import { answerWrite } from "../answer-write.ts";
import { onceWithJson } from "../once-with-json.ts";
import { readVersion } from "./read-version.ts";

/** GET /v1/vehicles/{vehicle_id}/work */
export function getVehicleWork({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, path, query } = request;
    const work = await application.showWork(caller, {
      vehicleId: requiredText(path, "vehicle_id"),
      limit: requiredNumber(query, "limit"),
      ...given("cursor", textOf(query, "cursor")),
    });
    // The version, which commands are held to, and a digest: how far a repair is being checked changes without it.
    const tag = `"${work.version}.${strongTag(JSON.stringify(work)).slice(1)}`;
    return taggedRead(request, work, { ...linkToNext(request, work.next_cursor), ETag: tag });
  };
}

/** POST /v1/vehicles/{vehicle_id}/work */
export function commandWork(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const command = parseWorkCommand(body?.value);
    const vehicleId = requiredText(path, "vehicle_id");
    const expected = readVersion(exchange.headers["if-match"]);
    return answerWrite(exchange, slot, (write) =>
      needs.application.commandWork(caller, { vehicleId, command, expected }, write),
    );
  });
}
