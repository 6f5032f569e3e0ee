import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { keyName } from "./key-name.ts";

/** What a key does on the page that is open. Every one of them has a button, too. */
export interface KeyAction {
  /** In words, for the list of keys: "Next vehicle". */
  readonly what: string;
  readonly act: () => void;
}

/** By key as `KeyboardEvent.key` names it; two keys one after the other are written with a blank, `g f`,
 * and a key that has no sign with Shift, `Shift+ArrowLeft`. */
export type KeyActions = Readonly<Record<string, KeyAction>>;

/** While this component is on the page, the keys do what it says. Whoever came last wins where two want the same key. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const names = Object.keys(actions).join("\n");
  useEffect(() => {
    const entry = () => latest.current;
    entries.push(entry);
    announce();
    return () => {
      entries.splice(entries.indexOf(entry), 1);
      announce();
    };
  }, [names]);
}

/** All keys that do something now, for the list. */
export function activeKeys(): readonly (readonly [key: string, what: string])[] {
  const all = Object.assign({}, ...entries.map((entry) => entry())) as KeyActions;
  return Object.entries(all).map(([key, { what }]) => [key, what]);
}

/** Whether keys act at all: who dictates, or presses keys by accident, switches them off (WCAG 2.1.4). */
export function useKeysOn(): boolean {
  return useSyncExternalStore(onChange, areKeysOn);
}

export function setKeysOn(on: boolean): void {
  window.localStorage.setItem(storageName, on ? "on" : "off");
  announce();
}

/** Begins to listen; once, for the whole console. */
export function listenForKeys(): () => void {
  let before: { readonly key: string; readonly atMs: number } = { key: "", atMs: 0 };
  const onKey = (event: KeyboardEvent): void => {
    if (isForSomethingElse(event) || !areKeysOn()) return;
    const isSoon = event.timeStamp - before.atMs < betweenKeysMs;
    const action = (isSoon ? actionOf(`${before.key} ${event.key}`) : undefined) ?? actionOf(keyName(event));
    before = { key: event.key, atMs: event.timeStamp };
    if (action === undefined) return;
    event.preventDefault();
    action.act();
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}

const storageName = "plumbline.keys";
const betweenKeysMs = 1_200;
const changed = new EventTarget();
const entries: (() => KeyActions)[] = [];

function areKeysOn(): boolean {
  return window.localStorage.getItem(storageName) !== "off";
}

function actionOf(key: string): KeyAction | undefined {
  return entries
    .toReversed()
    .map((entry) => entry()[key])
    .find((action) => action !== undefined);
}

/** Typing, the browser's own keys, and what has keys of its own. */
function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("dialog[open]") !== null) return true;
  return ownKeys.some(
    ({ selector, keys }) => target.matches(selector) && (keys === null || keys.test(keyName(event))),
  );
}

/** `keys`: those such an element uses itself; null for all. */
const ownKeys: readonly { readonly selector: string; readonly keys: RegExp | null }[] = [
  { selector: "textarea, select", keys: null },
  { selector: "input:not([type=checkbox], [type=radio], [type=range], [type=button])", keys: null },
  {
    selector: "input[type=range], [role=slider], input[type=radio], [role=tab]",
    keys: /^(Arrow|Home|End|Page)/,
  },
  { selector: "a, button, summary, input", keys: /^( |Enter)$/ },
];

function announce(): void {
  changed.dispatchEvent(new Event("change"));
}

function onChange(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}
