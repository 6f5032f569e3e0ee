import { createParser } from "eventsource-parser";
import { APIAbortError, APIConnectionError, APIError, PlumblineError } from "../errors.ts";
import type { Event, EventGap } from "../generated/contract.ts";
import { mayPass } from "../ingest/send-group.ts";
import type { RequestOptions } from "../request/call.ts";
import { openStream } from "../request/open-stream.ts";
import type { Transport } from "../request/transport.ts";
import type { QueryOf } from "../resources/query-of.ts";

/** What a stream says, in its order. */
export interface StreamStep {
  /** Where the stream is once this step is done with; a quiet one moves without an event. */
  readonly id: string | null;
  readonly event: { readonly type: string; readonly data: string } | null;
  /** How long to wait before it is opened again, from now on. */
  readonly retryMs: number | null;
}

/** An event of a thousand vehicles has a few kilobytes; more than this is no event of ours. */
const longestEvent = 1 << 20;

/** The steps of a body of server-sent events (HTML standard, 9.2), as they arrive. `alive` is called for every sign of life. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
): AsyncGenerator<StreamStep, void> {
  const steps: StreamStep[] = [];
  const parser = createParser({
    maxBufferSize: longestEvent,
    onId: (id) => {
      // Called also where there is no event, and before it where there is one.
      if (id !== "") steps.push({ id, event: null, retryMs: null });
    },
    onEvent: ({ event: type = "message", data }) => {
      const isOfLast = steps.at(-1)?.event === null;
      const { id = null, retryMs = null } = isOfLast ? steps.pop()! : {};
      steps.push({ id, event: { type, data }, retryMs });
    },
    onRetry: (retryMs) => steps.push({ id: null, event: null, retryMs }),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") {
        throw new PlumblineError(`the stream sent an event of more than ${longestEvent} characters`);
      }
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* steps.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export interface StreamOptions extends Pick<RequestOptions, "signal" | "headers"> {
  /** Called for events that were gone before they were read: read the present state of what you follow. */
  readonly onGap?: (gap: EventGap) => void;
  /** A stream that says nothing at all for so long, not even that it is quiet, is opened anew; default 90 000. */
  readonly idleTimeoutMs?: number;
}

/** Without pages: a stream has none. */
export type StreamQuery = Omit<QueryOf<"streamEvents">, "limit">;

const defaultIdleTimeoutMs = 90_000;
const defaultRetryMs = 2_000;
const longestRetryMs = 30_000;

/**
 * Events as they happen, for as long as somebody asks for the next one. A lost connection is opened again after the last
 * event that was taken: none is missed, none doubled. The first connection is tried as often as any other call; what refuses
 * for good, such as a key that has ended or a position that is gone (`GoneError`), is thrown.
 */
export async function* followEvents(
  transport: Transport,
  query: StreamQuery,
  options: StreamOptions = {},
): AsyncGenerator<Event, void> {
  const place: Place = { position: null, retryMs: defaultRetryMs, failures: 0, wasOpen: false };
  for (;;) {
    try {
      yield* eventsOfOneConnection(place, { transport, query, options });
    } catch (error) {
      await waitOrThrow(error, place, { transport, options });
    }
  }
}

interface Given {
  readonly transport: Transport;
  readonly query: StreamQuery;
  readonly options: StreamOptions;
}

/** Where a stream is, over all its connections. */
interface Place {
  /** Of the last event that was taken, or of where a quiet stream said it was. */
  position: string | null;
  retryMs: number;
  /** In a row. */
  failures: number;
  wasOpen: boolean;
}

async function* eventsOfOneConnection(place: Place, given: Given): AsyncGenerator<Event, void> {
  const { idleTimeoutMs = defaultIdleTimeoutMs } = given.options;
  const stream = await openStream(callOf(place, given), given.transport, idleTimeoutMs);
  place.wasOpen = true;
  try {
    for await (const step of readServerSentEvents(stream.body, stream.alive)) {
      place.failures = 0;
      place.retryMs = step.retryMs ?? place.retryMs;
      const event = eventIn(step, stream.name, given.options);
      if (event !== null) yield event;
      // Whoever asks for more has taken this one.
      place.position = step.id ?? place.position;
    }
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new APIConnectionError(`${stream.name}: the stream broke off`, { cause });
  } finally {
    stream.close();
  }
  // A service that stops, and a connection that is cut neatly, look alike: both are asked again.
  throw new APIConnectionError(`${stream.name}: the stream ended`);
}

/** Null for what is about the stream itself. */
function eventIn({ event }: StreamStep, name: string, { onGap }: StreamOptions): Event | null {
  if (event === null || event.type === "end") return null;
  const said = parsed(event.data, name);
  if (event.type !== "gap") return said as Event;
  onGap?.(said as EventGap);
  return null;
}

function callOf({ position }: Place, { query, options }: Given) {
  const { after, start, ...filter } = query;
  const from = position === null ? { after, start } : {};
  const headers = { ...options.headers, ...(position !== null && { "last-event-id": position }) };
  const { signal } = options;
  return {
    path: "/v1/events",
    query: { ...filter, ...from },
    accept: "text/event-stream",
    options: { headers, ...(signal && { signal }) },
  };
}

function parsed(data: string, name: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // Asked again it would say the same: to go round in circles is not to go on.
    throw new PlumblineError(`${name} sent an event that is not JSON`);
  }
}

async function waitOrThrow(
  error: unknown,
  place: Place,
  { transport, options: { signal } }: Pick<Given, "transport" | "options">,
): Promise<void> {
  if (signal?.aborted === true) {
    throw new APIAbortError("the event stream was given up", { cause: signal.reason });
  }
  if (!mayPass(error)) throw error;
  if (!place.wasOpen && place.failures >= transport.maxRetries) throw error;
  const waitMs = retryMs(error, place, transport.random);
  place.failures += 1;
  transport.log.note("info", `event stream again in ${Math.round(waitMs)} ms: ${error.message}`);
  try {
    await transport.pause(waitMs, signal);
  } catch (cause) {
    throw new APIAbortError("the event stream was given up", { cause });
  }
}

function retryMs(error: PlumblineError, place: Place, random: () => number): number {
  const backoffMs = Math.min(longestRetryMs, place.retryMs * 2 ** place.failures);
  const askedMs = error instanceof APIError ? (error.retryAfterS ?? 0) * 1000 : 0;
  // All listeners of a service that stops come back: not at one moment.
  return Math.max(backoffMs, askedMs) * (1 + 0.25 * random());
}
