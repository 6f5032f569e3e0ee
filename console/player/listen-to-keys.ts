import { keyName } from "../frame/key-name.ts";
import type { PlayerKey } from "./open-player.ts";

/** The player's keys on a page that has no others. */
export function listenToKeys(keys: Readonly<Record<string, PlayerKey>>): void {
  window.addEventListener("keydown", (event) => {
    const key = keys[keyName(event)];
    if (key === undefined || isForSomethingElse(event)) return;
    event.preventDefault();
    key.act();
  });
}

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  // A button is pressed by the same keys, and a slider is moved by its own.
  if (target.matches("button")) return /^( |Enter)$/.test(event.key);
  return target.matches("input") && /^(Arrow|Home|End|Page)/.test(event.key);
}
