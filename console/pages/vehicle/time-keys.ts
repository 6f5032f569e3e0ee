import type { KeyActions } from "../../frame/keys.ts";
import { moved, type TimeWindow, zoomedIn, zoomedOut } from "./vehicle-view.ts";

interface TimeKeys {
  readonly covered: TimeWindow;
  /** Where the cursor stands; null when it is nowhere. */
  readonly aboutMs: number | null;
  readonly show: (window: TimeWindow) => void;
}

/** What every button of the time bar does, by its key. */
export function timeKeys({ covered, aboutMs, show }: TimeKeys): KeyActions {
  const about = aboutMs ?? (covered.fromMs + covered.toMs) / 2;
  return {
    "[": { what: "Earlier", act: () => show(moved(covered, -1)) },
    "]": { what: "Later", act: () => show(moved(covered, 1)) },
    "+": { what: "Zoom in", act: () => show(zoomedIn(covered, about)) },
    "-": { what: "Zoom out", act: () => show(zoomedOut(covered)) },
  };
}
