import type { Operation } from "../../../core/contract/openapi/operation.ts";
import { type Answer, jsonAnswer } from "../answer/answer.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";
import { booleanOf } from "../parameters.ts";
import type { Handler } from "../authorised-request.ts";
import { readBearer } from "../guard/authentication.ts";
import type { BrowserSessions } from "../guard/browser-sessions.ts";
import type { Endpoint, PublicHandler, Route } from "../route.ts";

/** How the console signs in and out. It belongs to the pages, not to the interface: programs send their key. */
export function sessionRoutes(sessions: BrowserSessions): readonly Route[] {
  return [
    {
      path: "/session",
      endpoints: new Map<string, Endpoint>([
        ["POST", { kind: "keyed", operation: beginSession, handle: begin(sessions) }],
        ["DELETE", { kind: "keyed", operation: endSession, handle: end(sessions) }],
      ]),
    },
    {
      path: "/session/state",
      endpoints: new Map<string, Endpoint>([["GET", { kind: "public", query: [], handle: state(sessions) }]]),
    },
  ];
}

const shared = { path: "/session", tag: "Keys", access: "key", query: [] } as const;

const beginSession: Operation = {
  ...shared,
  operationId: "beginSession",
  method: "POST",
  summary: "Sign a browser in",
  description: "With the key of the Authorization header.",
  audited: { action: "session.begin" },
  answers: [{ status: 204, description: "Signed in." }],
};

const endSession: Operation = {
  ...shared,
  operationId: "endSession",
  method: "DELETE",
  summary: "Sign a browser out",
  description: "The key stays as it is. The session is over, also for anyone who has a copy of the cookie.",
  audited: { action: "session.end" },
  query: [
    {
      name: "everywhere",
      description: "`true`: every session of the key, on every browser.",
      takes: { kind: "boolean" },
    },
  ],
  answers: [{ status: 204, description: "Signed out." }],
};

/** Whether the browser brings a session that has not run out: a page asks this first, as asking for more would be an error. */
function state(sessions: BrowserSessions): PublicHandler {
  return async (exchange) => ({
    ...jsonAnswer({ is_open: (await sessions.keyOf(exchange)) !== null }),
    headers: { "Cache-Control": "no-store" },
  });
}

function begin(sessions: BrowserSessions): Handler {
  return async ({ caller: { keyId }, exchange }) => {
    const apiKey = readBearer(exchange.headers.authorization ?? "");
    return apiKey === null ? noContent() : noContent(await sessions.begin({ apiKey, keyId }, exchange));
  };
}

function end(sessions: BrowserSessions): Handler {
  return async ({ caller, exchange, query }) => {
    const forgotten = sessions.end(exchange);
    try {
      await (booleanOf(query, "everywhere") === true
        ? sessions.signOutEverywhere(caller.keyId)
        : sessions.signOut(exchange));
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      // The browser forgets its cookie all the same; of copies the answer must not say that they are worth nothing.
      throw new HttpRefusal(fault.code, fault.message, { headers: { "Set-Cookie": forgotten } });
    }
    return noContent(forgotten);
  };
}

function noContent(cookie?: string): Answer {
  const headers = cookie === undefined ? {} : { "Set-Cookie": cookie };
  return { status: 204, contentType: "", body: "", headers: { "Cache-Control": "no-store", ...headers } };
}
