import type { News } from "./news.ts";

const channel = new EventTarget();

/** Hands news to whoever says them aloud. */
export function passOnNews(news: News): void {
  channel.dispatchEvent(new CustomEvent<News>("news", { detail: news }));
}

/** Calls with all news until the function it returns is called. */
export function onNews(listener: (news: News) => void): () => void {
  const heed = (event: Event) => listener((event as CustomEvent<News>).detail);
  channel.addEventListener("news", heed);
  return () => channel.removeEventListener("news", heed);
}
