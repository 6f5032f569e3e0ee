import { eventTypes } from "../../../core/contract/schemas/events/event.ts";
import type { StreamEnd } from "../../../core/contract/types.ts";
import type { EventQuery, GivenPosition } from "../../app/events/event-query.ts";
import type { Answer } from "../answer/answer.ts";
import { chooseMediaType } from "../answer/choose-media-type.ts";
import { answerTypesOf } from "../answer-request.ts";
import type { AuthorisedRequest, Handler } from "../authorised-request.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { requiredNumber, textOf, textsOf } from "../parameters.ts";
import { given, taggedRead } from "./answer-read.ts";
import { writeEvents } from "./write-events.ts";

/** How often it is looked whether the key of an open stream is still good. */
const keyCheckMs = 1_000;
/** A reader that takes nothing for so long is cut off. */
const stallMs = 60_000;

const streamHeaders = {
  // Proxies that gather an answer before they pass it on are asked not to (nginx and its kin).
  "X-Accel-Buffering": "no",
  "Cache-Control": "no-store, no-transform",
  Vary: "Accept",
};

/** GET /v1/events */
export function streamEvents(needs: OperationNeeds): Handler {
  return async (request) => {
    const type = chooseMediaType(request.exchange.headers.accept, answerTypesOf(request.operation));
    return type === "application/json" ? pageOf(request, needs) : streamOf(request, needs);
  };
}

async function pageOf(request: AuthorisedRequest, { application }: OperationNeeds): Promise<Answer> {
  const { caller, query } = request;
  const limit = requiredNumber(query, "limit");
  const page = await application.listEvents(caller, { ...queryOf(request, "oldest"), limit });
  return taggedRead(request, page, { Vary: "Accept" });
}

async function streamOf(request: AuthorisedRequest, needs: OperationNeeds): Promise<Answer> {
  const { caller, exchange } = request;
  const { application, streamPlaces, limits } = needs;
  const answer = { status: 200, contentType: "text/event-stream", body: "", headers: streamHeaders };
  if (exchange.method === "HEAD") return answer;
  const leave = streamPlaces.enter(caller);
  try {
    const follower = await application.followEvents(caller, queryOf(request, "now"));
    const leaveAll = () => {
      follower.leave();
      leave();
    };
    if (exchange.outgoing.destroyed) leaveAll();
    else exchange.outgoing.once("close", leaveAll);
    return {
      ...answer,
      async stream(outgoing) {
        const { ended, stopWatching } = watchOver(request, needs);
        outgoing.once("close", stopWatching);
        const times = { heartbeatMs: limits.heartbeatMs, stallMs };
        await writeEvents(outgoing, follower, { ended, times }).finally(stopWatching);
      },
    };
  } catch (fault) {
    leave();
    throw fault;
  }
}

function queryOf({ exchange, query }: AuthorisedRequest, start: "oldest" | "now"): EventQuery {
  const types = textsOf(query, "type");
  return {
    ...given("types", types && eventTypes.filter((type) => types.includes(type))),
    ...given("vehicleIds", textsOf(query, "vehicle_id")),
    ...given("fleets", textsOf(query, "fleet_id")),
    ...given("tiers", textsOf(query, "tier")),
    ...given("position", positionOf(exchange.headers["last-event-id"], textOf(query, "after"))),
    start: textOf(query, "start") === undefined ? start : textOf(query, "start") === "now" ? "now" : "oldest",
  };
}

/** A client that connects again repeats its address: the header knows better how far it came. */
function positionOf(
  header: string | string[] | undefined,
  after: string | undefined,
): GivenPosition | undefined {
  if (typeof header === "string" && header !== "")
    return { after: header, place: { header: "Last-Event-ID" } };
  return after === undefined ? undefined : { after, place: { parameter: "after" } };
}

const stopping: StreamEnd = {
  reason: "server_stopping",
  detail: "The service stops. Connect again in a moment.",
};
const keyEnded: StreamEnd = {
  reason: "key_ended",
  detail: "The API key was revoked, has expired or may do less than before. Use another one.",
};

/** Aborted, with what the stream's last event says, when the service stops or the key is not what it was. */
function watchOver(
  { caller, exchange }: AuthorisedRequest,
  { streamsStop, recheck }: OperationNeeds,
): { readonly ended: AbortSignal; readonly stopWatching: () => void } {
  const ended = new AbortController();
  const onStop = () => ended.abort(stopping);
  const timer = setInterval(() => {
    recheck(exchange, caller).then(
      (isGood) => isGood || ended.abort(keyEnded),
      () => ended.abort(keyEnded),
    );
  }, keyCheckMs);
  streamsStop.addEventListener("abort", onStop);
  if (streamsStop.aborted) onStop();
  return {
    ended: ended.signal,
    stopWatching: () => {
      clearInterval(timer);
      streamsStop.removeEventListener("abort", onStop);
    },
  };
}
