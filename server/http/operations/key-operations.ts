import {
  parseKeyRequest,
  parseKeyRevocation,
  parseKeyRotation,
} from "../../../core/contract/requests/parse-key-requests.ts";
import type { Handler } from "../authorised-request.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { requiredNumber, requiredText, textOf } from "../parameters.ts";
import { given, linkToNext, taggedRead } from "./answer-read.ts";
import { answerWrite } from "./answer-write.ts";
import { onceWithJson } from "./once-with-json.ts";

/** POST /v1/keys */
export function createKey(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange }, body, slot) => {
    const asked = parseKeyRequest(body?.value);
    return answerWrite(exchange, slot, (write) => needs.application.createKey(caller, asked, write));
  });
}

/** GET /v1/keys */
export function listKeys({ application }: OperationNeeds): Handler {
  return async (request) => {
    const limit = requiredNumber(request.query, "limit");
    const cursor = textOf(request.query, "cursor");
    const list = await application.listKeys(request.caller, { limit, ...given("cursor", cursor) });
    return taggedRead(request, list, linkToNext(request, list.next_cursor));
  };
}

/** GET /v1/keys/self */
export function getOwnKey({ application }: OperationNeeds): Handler {
  return async (request) => taggedRead(request, await application.showOwnKey(request.caller));
}

/** GET /v1/keys/{key_id} */
export function getKey({ application }: OperationNeeds): Handler {
  return async (request) =>
    taggedRead(request, await application.showKey(request.caller, requiredText(request.path, "key_id")));
}

/** POST /v1/keys/{key_id}/rotate */
export function rotateKey(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const asked = { ...parseKeyRotation(body?.value), publicId: requiredText(path, "key_id") };
    return answerWrite(exchange, slot, (write) => needs.application.rotateKey(caller, asked, write));
  });
}

/** POST /v1/keys/{key_id}/revoke */
export function revokeKey(needs: OperationNeeds): Handler {
  return onceWithJson(needs, async ({ caller, exchange, path }, body, slot) => {
    const asked = { ...parseKeyRevocation(body?.value), publicId: requiredText(path, "key_id") };
    return answerWrite(exchange, slot, (write) => needs.application.revokeKey(caller, asked, write));
  });
}
