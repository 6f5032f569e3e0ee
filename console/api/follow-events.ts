import { noteAnswer, setFollowing } from "./live.ts";
import { readEventStream } from "./read-event-stream.ts";

const reconnectMs = 2_000;

/**
 * Follows the events of the service for as long as this tab is seen, and calls `onNews` for each. Hidden tabs give their
 * connection back: a browser has six for a host. A key that may not read events goes without: the pages ask by themselves.
 */
export async function followEvents(
  apiKey: string,
  { onNews, until }: { readonly onNews: () => void; readonly until: AbortSignal },
): Promise<void> {
  const place = { id: null as string | null };
  while (!until.aborted) {
    await untilSeen(until);
    const hidden = new AbortController();
    const onChange = () => document.visibilityState === "hidden" && hidden.abort();
    document.addEventListener("visibilitychange", onChange);
    const mayFollow = await followOnce({
      apiKey,
      place,
      onNews,
      signal: AbortSignal.any([until, hidden.signal]),
    });
    document.removeEventListener("visibilitychange", onChange);
    setFollowing(false);
    if (!mayFollow) return;
    await pause(reconnectMs, until);
  }
}

interface Following {
  readonly apiKey: string;
  readonly place: { id: string | null };
  readonly onNews: () => void;
  readonly signal: AbortSignal;
}

/** False when it makes no sense to try again. */
async function followOnce(following: Following): Promise<boolean> {
  try {
    const answer = await ask(following);
    if (answer.status === 401 || answer.status === 403) return false;
    // A position that is gone: what is on the screen is read anew in any case.
    if (!answer.ok || answer.body === null) following.place.id = null;
    else await readNews(answer.body, following);
  } catch {
    // The connection is lost, or nobody looks any more; requests tell of a lost service.
  }
  return true;
}

function ask({ apiKey, place, signal }: Following): Promise<Response> {
  const position = place.id === null ? {} : { "Last-Event-ID": place.id };
  const headers = { Authorization: `Bearer ${apiKey}`, Accept: "text/event-stream", ...position };
  return fetch("/v1/events", { headers, signal, cache: "no-store" });
}

async function readNews(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { place, onNews }: Following,
): Promise<void> {
  setFollowing(true);
  for await (const message of readEventStream(body)) {
    noteAnswer(Date.now());
    if (message === null) continue;
    place.id = message.id ?? place.id;
    if (message.data !== null) onNews();
  }
}

function untilSeen(until: AbortSignal): Promise<void> {
  if (document.visibilityState !== "hidden" || until.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true, signal: until });
    until.addEventListener("abort", () => resolve(), { once: true });
  });
}

function pause(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    until.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
