import type { RefObject } from "react";
import { useKeys } from "./keys.ts";

/** `j` and `k` go from row to row, by their links; Enter opens the one that has the focus. */
export function useRowKeys(
  rows: RefObject<HTMLElement | null>,
  what: "vehicle" | "evidence" = "vehicle",
): void {
  const go = (step: 1 | -1): void => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>("[data-row-link], tbody th a") ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step;
    links[next]?.focus();
  };
  useKeys({
    j: { what: `Next ${what} (Enter opens it)`, act: () => go(1) },
    k: { what: `Previous ${what}`, act: () => go(-1) },
  });
}
