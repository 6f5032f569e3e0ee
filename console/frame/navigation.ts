import { useMemo, useSyncExternalStore } from "react";
import { type Route, routeOf } from "./route.ts";

/** Goes to an address of this console without loading the page again. */
export function goTo(address: string): void {
  window.history.pushState(null, "", address);
  window.scrollTo(0, 0);
  announceMove();
}

/** The same, in place of the present entry: for what is a view of the page rather than another page. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, "", address);
  announceMove();
}

export function useRoute(): Route {
  const href = useSyncExternalStore(onMove, () => window.location.pathname + window.location.search);
  return useMemo(() => routeOf(new URL(href, window.location.origin)), [href]);
}

const moved = new EventTarget();

function announceMove(): void {
  moved.dispatchEvent(new Event("move"));
}

function onMove(listener: () => void): () => void {
  window.addEventListener("popstate", listener);
  moved.addEventListener("move", listener);
  return () => {
    window.removeEventListener("popstate", listener);
    moved.removeEventListener("move", listener);
  };
}
