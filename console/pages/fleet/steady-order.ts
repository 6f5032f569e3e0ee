import { useRef, useState } from "react";

/**
 * Order of a list that is being read: those already shown keep their places with their new values, new ones follow. A row
 * under somebody's pointer must not become another one at the moment of the click.
 */
export function steadyOrder<Item>(
  shown: readonly string[],
  latest: readonly Item[],
  idOf: (item: Item) => string,
): readonly Item[] {
  const byId = new Map(latest.map((item) => [idOf(item), item]));
  const kept = shown.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(shown);
  return [...kept, ...latest.filter((item) => !known.has(idOf(item)))];
}

interface Steady<Item> {
  readonly items: readonly Item[];
  /** Whether the latest order is another one. */
  readonly isHeldBack: boolean;
  /** Takes the latest order now. */
  readonly release: () => void;
  /** Put these on the element that holds the list. */
  readonly hold: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/** The list in its latest order, except while the pointer or the focus is in it. */
export function useSteadyOrder<Item>(latest: readonly Item[], idOf: (item: Item) => string): Steady<Item> {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [, releaseNow] = useState(0);
  const shown = useRef<readonly string[]>([]);
  const items = isPointedAt || hasFocus ? steadyOrder(shown.current, latest, idOf) : latest;
  shown.current = items.map(idOf);
  return {
    items,
    isHeldBack: latest.some((item, at) => idOf(item) !== shown.current[at]),
    release: () => {
      shown.current = [];
      releaseNow((times) => times + 1);
    },
    hold: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  };
}
