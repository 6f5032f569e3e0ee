import { useSyncExternalStore } from "react";

/** As the system has it, or as the user chose it here. */
const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

/** Whether the page is dark now: what a canvas has to know, which follows no style sheet. */
export function useIsDark(): boolean {
  return useSyncExternalStore(onChange, isDark);
}

/** Goes to what is not shown now; kept for this browser. */
export function switchTheme(): void {
  theme = isDark() ? "light" : "dark";
  window.localStorage.setItem(storageName, theme);
  applyTheme();
  changed.dispatchEvent(new Event("change"));
}

function isDark(): boolean {
  // Paper is light.
  if (window.matchMedia("print").matches) return false;
  return theme === "system" ? window.matchMedia(darkQuery).matches : theme === "dark";
}

/**
 * The style sheets say once, under one media query, what is different in the dark; a choice made here opens or closes
 * that query for good.
 */
export function applyTheme(): void {
  const text = { system: `screen and ${darkQuery}`, light: "not all", dark: "screen" }[theme];
  for (const rule of darkRules()) rule.media.mediaText = text;
  document.documentElement.style.setProperty("color-scheme", theme === "system" ? "light dark" : theme);
}

const darkQuery = "(prefers-color-scheme: dark)";
const storageName = "plumbline.theme";
const changed = new EventTarget();
let theme: Theme = themes.find((known) => known === stored()) ?? "system";

function stored(): string | null {
  return typeof window === "undefined" ? null : window.localStorage.getItem(storageName);
}

const found = new Set<CSSMediaRule>();

/** Those of the style sheets there are by now: a page that is loaded later may bring its own. */
function darkRules(): ReadonlySet<CSSMediaRule> {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme: dark"))
        found.add(rule);
    }
  }
  return found;
}

function onChange(listener: () => void): () => void {
  const queries = [window.matchMedia(darkQuery), window.matchMedia("print")];
  for (const query of queries) query.addEventListener("change", listener);
  changed.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
    changed.removeEventListener("change", listener);
  };
}
