import type { AuditList } from "../../../core/contract/types.ts";
import { jsonType } from "../answer/answer.ts";
import { chooseMediaType } from "../answer/choose-media-type.ts";
import { taggedAnswer, unlessKnown } from "../answer/entity-tag.ts";
import type { Handler } from "../authorised-request.ts";
import { ndjsonType } from "../body/body-head.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { numberOf, requiredNumber, textOf, textsOf } from "../parameters.ts";
import { given, linkToNext } from "./answer-read.ts";

/** GET /v1/audit: JSON, or a record a line where the client likes that better. */
export function listAuditRecords({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, query, exchange } = request;
    const list = await application.listAudit(caller, {
      ...given("actions", textsOf(query, "action")),
      ...given("keyId", textOf(query, "key_id")),
      ...given("subject", textOf(query, "subject")),
      ...given("fromUs", numberOf(query, "from")),
      ...given("toUs", numberOf(query, "to")),
      ...given("cursor", textOf(query, "cursor")),
      limit: requiredNumber(query, "limit"),
    });
    const headers = { ...linkToNext(request, list.next_cursor), Vary: "Accept" };
    const type = chooseMediaType(exchange.headers.accept, [jsonType, ndjsonType]);
    const answer = taggedAnswer(type === jsonType ? list : linesOf(list), headers);
    return unlessKnown({ ...answer, contentType: type }, exchange.headers);
  };
}

function linesOf({ data }: AuditList): string {
  return data.map((record) => `${JSON.stringify(record)}\n`).join("");
}
