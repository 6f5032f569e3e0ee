import { useRef, useState, useSyncExternalStore } from "react";
import { useKeys } from "../../frame/keys.ts";

/**
 * Order of a list that is being read: those already shown keep their places with their new values, new ones follow. A row
 * under somebody's pointer must not become another one at the moment of the click; so with `keepsGone` even those that
 * are gone stay where they are.
 */
export function steadyOrder<Item>(
  shown: readonly Item[],
  latest: readonly Item[],
  { idOf, keepsGone }: { readonly idOf: (item: Item) => string; readonly keepsGone: boolean },
): readonly Item[] {
  const byId = new Map(latest.map((item) => [idOf(item), item]));
  const kept = shown.flatMap((item) => byId.get(idOf(item)) ?? (keepsGone ? item : []));
  const known = new Set(shown.map(idOf));
  return [...kept, ...latest.filter((item) => !known.has(idOf(item)))];
}

/** How many came into the order since it was made; what merely follows behind it, such as a further page, is none. */
export function newSince<Item>(
  ordered: ReadonlySet<string>,
  latest: readonly Item[],
  idOf: (item: Item) => string,
): number {
  const last = latest.findLastIndex((item) => ordered.has(idOf(item)));
  return latest.slice(0, last + 1).filter((item) => !ordered.has(idOf(item))).length;
}

interface Steady<Item> {
  readonly items: readonly Item[];
  /** Whether the latest order is another one. */
  readonly isHeldBack: boolean;
  /** So many of the latest order are not in their places. */
  readonly newCount: number;
  /** Put these on the element that holds the list. */
  readonly hold: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

interface Order<Item> {
  readonly about: string;
  /** Of which time somebody asked for the latest order. */
  readonly asked: number;
  /** What was in it when it was made. */
  readonly ordered: ReadonlySet<string>;
  readonly items: readonly Item[];
}

/**
 * The list in the order it was first shown in, until somebody asks for the latest, by `r` or a button. `about`: what the
 * list is of; another filter or another column makes another list.
 */
export function useSteadyOrder<Item>(
  latest: readonly Item[],
  idOf: (item: Item) => string,
  about = "",
): Steady<Item> {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const asked = useSyncExternalStore(onAsked, () => timesAsked);
  useKeys({ r: { what: "Sort the lists again", act: sortAnew } });
  const order = useRef<Order<Item> | null>(null);
  const before = order.current;
  const isSame = before !== null && before.about === about && before.asked === asked;
  const keepsGone = isPointedAt || hasFocus;
  const items =
    isSame && before.items.length > 0 ? steadyOrder(before.items, latest, { idOf, keepsGone }) : latest;
  const ordered = isSame && before.items.length > 0 ? before.ordered : new Set(latest.map(idOf));
  order.current = { about, asked, ordered, items };
  const isThere = new Set(latest.map(idOf));
  const shown = items.map(idOf).filter((id) => isThere.has(id));
  return {
    items,
    isHeldBack: latest.some((item, at) => idOf(item) !== shown[at]),
    newCount: newSince(ordered, latest, idOf),
    hold: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  };
}

/** Takes the latest order, in every list of the page. */
export function sortAnew(): void {
  timesAsked += 1;
  changed.dispatchEvent(new Event("change"));
}

let timesAsked = 0;
const changed = new EventTarget();

function onAsked(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  return () => changed.removeEventListener("change", listener);
}
