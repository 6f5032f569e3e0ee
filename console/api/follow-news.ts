import type { QueryClient } from "@tanstack/react-query";
import { applyToRows, isMovedBy } from "./apply-news.ts";
import { followEvents } from "./follow-events.ts";
import { isPaused, onPauseChange } from "./live.ts";
import { passOnNews } from "./news-channel.ts";
import { GatheredNews, type News } from "./news.ts";

/** Of the time that passes, a view is being refreshed for at most so much. */
const share = 0.1;
const leastMs = 250;
const mostMs = 5_000;

/** How long to leave the service and the page alone after a refresh that took so long. */
export function restAfter(tookMs: number): number {
  return Math.min(mostMs, Math.max(leastMs, tookMs * (1 / share - 1)));
}

export interface Paced {
  /** Something has happened: a refresh is due. */
  readonly poke: () => void;
  readonly stop: () => void;
}

interface Pace {
  readonly run: () => Promise<unknown>;
  /** While this says no, what is due waits for the next poke. */
  readonly mayRun: () => boolean;
}

/**
 * One at a time, a burst together, and after each a rest: however much happens, a page spends a tenth of its time on it, and
 * what takes long is never given up for the next.
 */
export function paced({ run, mayRun }: Pace): Paced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isBusy = false;
  let isDue = false;
  let isStopped = false;
  let restMs = leastMs;
  const plan = (): void => {
    if (!isStopped && !isBusy && timer === null) timer = setTimeout(() => void take(), restMs);
  };
  const take = async (): Promise<void> => {
    timer = null;
    if (!mayRun()) return;
    [isBusy, isDue] = [true, false];
    const startedMs = performance.now();
    // What failed is said where it is shown.
    await run().catch(() => undefined);
    restMs = restAfter(performance.now() - startedMs);
    isBusy = false;
    if (isDue) plan();
  };
  return {
    poke: () => {
      isDue = true;
      plan();
    },
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Keeps what is on the screen as the events say, until the function it returns is called. */
export function followNews(keyId: string, queries: QueryClient): () => void {
  const until = new AbortController();
  const turn = turns((news) => {
    applyToRows(queries, news);
    return Promise.resolve();
  });
  const asked = turns((news) =>
    queries.invalidateQueries({ predicate: (query) => isMovedBy(news, query, Date.now()) }),
  );
  const onNews = (news: News): void => {
    turn.add(news);
    asked.add(news);
    passOnNews(news);
  };
  // What happened while the page stood still, or nobody saw it, is shown as soon as it goes on.
  const goOn = (): void => {
    turn.goOn();
    asked.goOn();
  };
  onPauseChange(goOn, until.signal);
  document.addEventListener("visibilitychange", goOn, { signal: until.signal });
  void followEvents(keyId, { onNews, until: until.signal });
  return () => {
    until.abort();
    turn.stop();
    asked.stop();
  };
}

interface Turns {
  readonly add: (news: News) => void;
  readonly goOn: () => void;
  readonly stop: () => void;
}

/** News gathered between two turns, at a pace the page bears. */
function turns(take: (news: News) => Promise<unknown>): Turns {
  let waiting: GatheredNews | null = null;
  const { poke, stop } = paced({
    mayRun: () => !isPaused() && document.visibilityState !== "hidden",
    run: async () => {
      const news = waiting;
      waiting = null;
      if (news !== null) await take(news);
    },
  });
  return {
    stop,
    goOn: () => {
      if (waiting !== null) poke();
    },
    add: (news) => {
      waiting ??= new GatheredNews();
      waiting.add(news);
      poke();
    },
  };
}
