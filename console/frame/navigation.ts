import { useMemo, useSyncExternalStore } from "react";
import { type Route, routeOf } from "./route.ts";

/**
 * Goes to an address of this console without loading the page again. Another page begins at its top and takes the focus,
 * so that keys and screen readers start where the eyes do; another view of the same page stays where it is.
 */
export function goTo(address: string): void {
  const { pathname } = window.location;
  window.history.pushState(null, "", address);
  announceMove();
  if (window.location.pathname === pathname) return;
  window.scrollTo(0, 0);
  document.querySelector<HTMLElement>("#page")?.focus({ preventScroll: true });
}

/** Another view of the same page that is no step of its own: Back leads to where one came from. */
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
