import {
  parseReplayRequest,
  parseSecretRotation,
  parseWebhookCreation,
  parseWebhookUpdate,
} from "../../../core/contract/requests/parse-requests.ts";
import { nameAudited } from "../audit-request.ts";
import { jsonAnswer } from "../answer/answer.ts";
import type { AuthorisedRequest, Handler } from "../authorised-request.ts";
import type { JsonBody } from "../body/json-body.ts";
import { withJsonBody } from "../body/json-body.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { requiredNumber, requiredText, textOf } from "../parameters.ts";
import { given, linkToNext, taggedRead } from "./answer-read.ts";
import { onceWithJson } from "./once-with-json.ts";

/** POST /v1/webhooks */
export function createWebhook(needs: OperationNeeds): Handler {
  return once(needs, async ({ caller, exchange }, body) => {
    const webhook = await needs.application.createWebhook(caller, parseWebhookCreation(body?.value));
    nameAudited(exchange, webhook.id);
    return webhook;
  });
}

/** GET /v1/webhooks */
export function listWebhooks({ application }: OperationNeeds): Handler {
  return async (request) => taggedRead(request, await application.listWebhooks(request.caller));
}

/** GET /v1/webhooks/{webhook_id} */
export function getWebhook({ application }: OperationNeeds): Handler {
  return async (request) =>
    taggedRead(request, await application.showWebhook(request.caller, webhookIdOf(request)));
}

/** PATCH /v1/webhooks/{webhook_id} */
export function updateWebhook(needs: OperationNeeds): Handler {
  return async (request) =>
    withJsonBody(request, needs, async (body) => {
      const update = parseWebhookUpdate(body?.value);
      const ask = { webhookId: webhookIdOf(request), update };
      return jsonAnswer(await needs.application.updateWebhook(request.caller, ask));
    });
}

/** DELETE /v1/webhooks/{webhook_id} */
export function deleteWebhook({ application }: OperationNeeds): Handler {
  return async (request) => jsonAnswer(await application.deleteWebhook(request.caller, webhookIdOf(request)));
}

/** POST /v1/webhooks/{webhook_id}/secret */
export function rotateWebhookSecret(needs: OperationNeeds): Handler {
  return once(needs, (request, body) => {
    const rotation = parseSecretRotation(body?.value);
    return needs.application.rotateWebhookSecret(request.caller, {
      webhookId: webhookIdOf(request),
      rotation,
    });
  });
}

/** POST /v1/webhooks/{webhook_id}/test */
export function testWebhook(needs: OperationNeeds): Handler {
  return once(needs, (request) => needs.application.testWebhook(request.caller, webhookIdOf(request)));
}

/** GET /v1/webhooks/{webhook_id}/deliveries */
export function listWebhookDeliveries({ application }: OperationNeeds): Handler {
  return async (request) => {
    const { caller, query } = request;
    const page = await application.listDeliveries(caller, {
      webhookId: webhookIdOf(request),
      ...given("status", textOf(query, "status")),
      ...given("cursor", textOf(query, "cursor")),
      limit: requiredNumber(query, "limit"),
    });
    return taggedRead(request, page, linkToNext(request, page.next_cursor));
  };
}

/** GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id} */
export function getWebhookDelivery({ application }: OperationNeeds): Handler {
  return async (request) =>
    taggedRead(request, await application.showDelivery(request.caller, deliveryOf(request)));
}

/** POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay */
export function replayWebhookDelivery(needs: OperationNeeds): Handler {
  return once(needs, (request) => needs.application.replayDelivery(request.caller, deliveryOf(request)));
}

/** POST /v1/webhooks/{webhook_id}/replay */
export function replayWebhookDeadLetters(needs: OperationNeeds): Handler {
  return once(needs, (request, body) => {
    const replay = parseReplayRequest(body?.value);
    return needs.application.replayDeadLetters(request.caller, {
      webhookId: webhookIdOf(request),
      request: replay,
    });
  });
}

/** Their answers are kept after their effect, and not with it: webhooks are in a database of their own. */
function once(
  needs: OperationNeeds,
  run: (request: AuthorisedRequest, body: JsonBody | null) => Promise<unknown>,
): Handler {
  return onceWithJson(needs, async (request, body) => ({
    answer: jsonAnswer(await run(request, body)),
    isKept: false,
  }));
}

function webhookIdOf({ path }: AuthorisedRequest): string {
  return requiredText(path, "webhook_id");
}

function deliveryOf(request: AuthorisedRequest) {
  return { webhookId: webhookIdOf(request), deliveryId: requiredText(request.path, "delivery_id") };
}
