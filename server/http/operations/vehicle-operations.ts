import {
  parseBaselineCommand,
  parseReference,
  parseRescoreRequest,
  parseScenarioRequest,
} from "../../../core/contract/requests/parse-requests.ts";
import { jsonAnswer } from "../answer/answer.ts";
import type { Handler } from "../authorised-request.ts";
import { inPaperPlace } from "../guard/in-paper-place.ts";
import { canonicalBody, withJsonBody } from "../body/json-body.ts";
import type { OperationNeeds } from "./operation-needs.ts";
import { writeAskOf } from "../write-ask.ts";

/** POST /v1/vehicles/{vehicle_id}/baseline */
export function commandBaseline(needs: OperationNeeds): Handler {
  return async (ask) =>
    withJsonBody(ask, needs, async (body) =>
      needs.idempotency.once(ask, {
        parse: () => body,
        canonical: canonicalBody,
        run: async (_body, slot) => {
          const command = parseBaselineCommand(body?.value);
          const keep = slot === null ? null : { ...slot, status: 200 };
          const write = writeAskOf(ask.exchange, keep);
          const vehicleId = ask.path["vehicle_id"]!;
          const written = await needs.application.commandBaseline(ask.caller, vehicleId, command, write);
          return { answer: jsonAnswer(written.body), isKept: keep !== null };
        },
      }),
    );
}

/** PUT /v1/vehicles/{vehicle_id}/reference */
export function registerReference(needs: OperationNeeds): Handler {
  return async (ask) =>
    withJsonBody(ask, needs, async (body) => {
      const reference = parseReference(body?.value);
      return jsonAnswer(
        await needs.application.registerReference(ask.caller, ask.path["vehicle_id"]!, reference),
      );
    });
}

/** POST /v1/risk/scenario-feed */
export function createScenarioFeed(needs: OperationNeeds): Handler {
  return async (ask) =>
    withJsonBody(ask, needs, async (body) =>
      needs.idempotency.once(ask, {
        parse: () => body,
        canonical: canonicalBody,
        run: async () => {
          const request = parseScenarioRequest(body?.value);
          const feed = await needs.application.feedScenario(ask.caller, request);
          return { answer: jsonAnswer(feed), isKept: false };
        },
      }),
    );
}

/** POST /v1/fleet/rescore */
export function rescoreFleet(needs: OperationNeeds): Handler {
  return inPaperPlace(needs, async (ask) =>
    withJsonBody(ask, needs, async (body) =>
      needs.idempotency.once(ask, {
        parse: () => body,
        canonical: canonicalBody,
        run: async () => {
          const request = parseRescoreRequest(body?.value);
          return {
            answer: jsonAnswer(await needs.application.rescoreFleet(ask.caller, request)),
            isKept: false,
          };
        },
      }),
    ),
  );
}
