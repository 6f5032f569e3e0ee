import { Refusal } from "../../../../core/contract/refusal.ts";
import { parseWorkCommand } from "../../../../core/contract/requests/parse-work-command.ts";
import type { WorkResult } from "../../../../core/contract/types.ts";
import { ownJson } from "../../../app/own-json.ts";
import type { Answer } from "../../answer/answer.ts";
import { strongTag } from "../../answer/entity-tag.ts";
import type { Handler } from "../../authorised-request.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { requiredNumber, requiredText, textOf } from "../../parameters.ts";
import { given, linkToNext, taggedRead } from "../answer-read.ts";
import { answerWrite } from "../answer-write.ts";
import { onceWithJson } from "../once-with-json.ts";

/**
 * The version `If-Match` names: `"7"`, or the ETag of an answer, which begins with it. Null without the header and for `*`,
 * which any state meets. Throws `Refusal` `header_invalid` for anything else: a command must not be carried out because
 * its condition was not understood.
 */
export function readVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === "*") return null;
  const [, version] = /^(?:W\/)?"(0|[1-9][0-9]{0,9})(?:\.[\w-]+)?"$/.exec(header.trim()) ?? [];
  if (version !== undefined) return Number(version);
  const detail =
    'If-Match is not understood. Send the ETag of GET /v1/vehicles/{vehicle_id}/work, or the version in quotes, such as "7".';
  throw new Refusal("header_invalid", detail, [{ header: "if-match", code: "header_invalid", detail }]);
}

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
  const run = onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const command = parseWorkCommand(body?.value);
    const vehicleId = requiredText(path, "vehicle_id");
    const expected = readVersion(exchange.headers["if-match"]);
    return answerWrite(exchange, slot, (write) =>
      needs.application.commandWork(caller, { vehicleId, command, expected }, write),
    );
  });
  return async (request) => withVersion(await run(request));
}

/** The ETag that `If-Match` of the next command takes, also where the answer is the repeat of an earlier one. */
function withVersion(answer: Answer): Answer {
  if (answer.status !== 200 || typeof answer.body !== "string") return answer;
  const { version } = ownJson<WorkResult>(answer.body);
  return { ...answer, headers: { ...answer.headers, ETag: `"${version}"` } };
}
