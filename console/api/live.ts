import { useSyncExternalStore } from "react";

/** Whether what is on the screen is still moving with the fleet. Every request reports here. */
export interface Live {
  readonly paused: boolean;
  /** When the service last answered, this browser's clock; null before the first answer. */
  readonly answeredAtMs: number | null;
  /** Since when requests have been failing; null while they succeed. */
  readonly lostAtMs: number | null;
  /** Whether the service tells this page what happens: then lists need not be asked for all the time. */
  readonly following: boolean;
}

export const refreshEveryMs = 2000;
/** Of lists, while the service tells what happens: what no event tells, such as counts of frames, moves as slowly. */
export const followedEveryMs = 5000;
export const retryEveryMs = 4000;

export function setPaused(paused: boolean): void {
  settle({ ...live, paused });
}

export function noteAnswer(atMs: number): void {
  settle({ ...live, answeredAtMs: atMs, lostAtMs: null });
}

/** Keeps the first moment of a silence, not the latest attempt. */
export function noteLoss(atMs: number): void {
  settle({ ...live, lostAtMs: live.lostAtMs ?? atMs });
}

export function setFollowing(following: boolean): void {
  if (following !== live.following) settle({ ...live, following });
}

export function isPaused(): boolean {
  return live.paused;
}

export function isFollowing(): boolean {
  return live.following;
}

/** Calls when the page stops or goes on. */
export function onPauseChange(listener: () => void, until: AbortSignal): void {
  let was = live.paused;
  const heed = () => {
    const isOther = live.paused !== was;
    was = live.paused;
    if (isOther) listener();
  };
  changed.addEventListener("change", heed, { signal: until });
}

export function useLive(): Live {
  return useSyncExternalStore(onChange, () => live);
}

/** Milliseconds until a view asks again; false while paused. `hasEvents`: events tell when it changes. */
export function useRefreshInterval(hasEvents: boolean): number | false {
  return useSyncExternalStore(onChange, () => refreshInterval(live, hasEvents));
}

export function refreshInterval(state: Live, hasEvents: boolean): number | false {
  if (state.paused) return false;
  if (state.lostAtMs !== null) return retryEveryMs;
  return hasEvents && state.following ? followedEveryMs : refreshEveryMs;
}

const changed = new EventTarget();
let live: Live = { paused: false, answeredAtMs: null, lostAtMs: null, following: false };

function settle(next: Live): void {
  live = next;
  changed.dispatchEvent(new Event("change"));
}

function onChange(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}
