import { useSyncExternalStore } from "react";

/** Whether what is on the screen is still moving with the fleet. Every request reports here. */
export interface Live {
  readonly paused: boolean;
  /** When the service last answered, this browser's clock; null before the first answer. */
  readonly answeredAtMs: number | null;
  /** Since when requests have been failing; null while they succeed. */
  readonly lostAtMs: number | null;
}

export const refreshEveryMs = 2000;
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

export function useLive(): Live {
  return useSyncExternalStore(onChange, () => live);
}

/** Milliseconds until a view asks again; false while paused. */
export function useRefreshInterval(): number | false {
  return useSyncExternalStore(onChange, () => refreshInterval(live));
}

export function refreshInterval(state: Live): number | false {
  if (state.paused) return false;
  return state.lostAtMs === null ? refreshEveryMs : retryEveryMs;
}

const changed = new EventTarget();
let live: Live = { paused: false, answeredAtMs: null, lostAtMs: null };

function settle(next: Live): void {
  live = next;
  changed.dispatchEvent(new Event("change"));
}

function onChange(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}
