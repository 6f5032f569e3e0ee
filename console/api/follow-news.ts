import type { QueryClient } from "@tanstack/react-query";
import { applyToRows, isMovedBy } from "./apply-news.ts";
import { followEvents } from "./follow-events.ts";
import { isPaused, onPauseChange } from "./live.ts";
import { passOnNews } from "./news-channel.ts";
import { GatheredNews, type News } from "./news.ts";
import { paced } from "./paced.ts";

/** Keeps what is on the screen as the events say, until the function it returns is called. */
export function followNews(keyId: string, queries: QueryClient): () => void {
  const until = new AbortController();
  const told = turns((news) => {
    applyToRows(queries, news);
    return Promise.resolve();
  });
  const asked = turns((news) =>
    queries.invalidateQueries({ predicate: (query) => isMovedBy(news, query, Date.now()) }),
  );
  const onNews = (news: News): void => {
    told.add(news);
    asked.add(news);
    passOnNews(news);
  };
  // What happened while the page stood still, or nobody saw it, is shown as soon as it goes on.
  const goOn = (): void => {
    told.goOn();
    asked.goOn();
  };
  onPauseChange(goOn, until.signal);
  document.addEventListener("visibilitychange", goOn, { signal: until.signal });
  void followEvents(keyId, { onNews, until: until.signal });
  return () => {
    until.abort();
    told.stop();
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
