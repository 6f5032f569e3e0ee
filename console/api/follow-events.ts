import { noteAnswer, setFollowing } from "./live.ts";
import { type News, newsOf } from "./news.ts";
import { readEventStream } from "./read-event-stream.ts";

const reconnectMs = 2_000;

/** What the tab that follows tells the others: what happened, if anything, and up to which event; or that it no longer listens. */
type Message = { readonly news: News | null; readonly lastId: string | null } | "lost";

/**
 * Follows the events of the service, and calls `onNews` with each burst of them. A browser has six connections for a host, whatever the
 * number of its tabs: one of them follows and tells the others, and when it goes the next one goes on after its last event. Where tabs cannot agree
 * (an address without TLS), and where the key may not read events, the pages go on asking by themselves.
 */
export async function followEvents(
  keyId: string,
  { onNews, until }: { readonly onNews: (news: News) => void; readonly until: AbortSignal },
): Promise<void> {
  if (!window.isSecureContext) return;
  // Tabs that were opened with another key follow for themselves.
  const name = `plumbline.events ${keyId}`;
  const others = new BroadcastChannel(name);
  const place: Place = { id: null };
  const hear = (message: Message) => {
    setFollowing(message !== "lost");
    if (message === "lost") return;
    noteAnswer(Date.now());
    place.id = message.lastId;
    if (message.news !== null) onNews(message.news);
  };
  others.addEventListener("message", ({ data }: MessageEvent<Message>) => hear(data));
  const tell = (message: Message) => {
    hear(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between tabs has no other origins
    others.postMessage(message);
  };
  const turn = navigator.locks.request(name, { signal: until }, () => keepFollowing(place, { tell, until }));
  // Whoever leaves gives up its turn.
  await turn.catch(() => undefined);
  others.close();
  setFollowing(false);
}

interface Following {
  readonly tell: (message: Message) => void;
  readonly until: AbortSignal;
}

async function keepFollowing(place: Place, following: Following): Promise<void> {
  while (!following.until.aborted) {
    const mayFollow = await followOnce(place, following);
    following.tell("lost");
    if (!mayFollow) return;
    await pause(reconnectMs, following.until);
  }
}

interface Place {
  id: string | null;
}

/** False when it makes no sense to try again. */
async function followOnce(place: Place, following: Following): Promise<boolean> {
  try {
    const answer = await ask(place, following);
    if (answer.status === 401 || answer.status === 403) return false;
    // A position that is gone: what is on the screen is read anew in any case.
    if (!answer.ok || answer.body === null) place.id = null;
    else await readNews(answer.body, place, following);
  } catch {
    // The connection is lost, or the page is left; requests tell of a lost service.
  }
  return true;
}

function ask({ id }: Place, { until }: Following): Promise<Response> {
  const position = id === null ? {} : { "Last-Event-ID": id };
  const headers = { Accept: "text/event-stream", ...position };
  return fetch("/v1/events", { headers, signal: until, cache: "no-store" });
}

async function readNews(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  place: Place,
  { tell }: Following,
): Promise<void> {
  for await (const messages of readEventStream(body)) {
    const lastId = messages.findLast((message) => message !== null && message.id !== null)?.id ?? place.id;
    tell({ news: newsOf(messages), lastId });
  }
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
