/** The colours of one theme that the pictures of a vehicle need, as CSS colours. */
export interface PicturePalette {
  readonly page: string;
  readonly panel: string;
  readonly line: string;
  readonly hover: string;
  readonly control: string;
  readonly text: string;
  readonly quiet: string;
  readonly nominal: string;
  readonly caution: string;
  readonly critical: string;
  readonly unknown: string;
}

/** Where styles/tokens.css keeps each of them. */
const tokens: Readonly<Record<keyof PicturePalette, string>> = {
  page: "--page",
  panel: "--panel",
  line: "--line",
  hover: "--hover",
  control: "--control",
  text: "--text",
  quiet: "--text-quiet",
  nominal: "--nominal",
  caution: "--caution",
  critical: "--critical",
  unknown: "--unknown",
};

/** The palette of the theme in use: a canvas cannot follow a style sheet by itself. */
export function picturePaletteOf(style: Pick<CSSStyleDeclaration, "getPropertyValue">): PicturePalette {
  const colors = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  return Object.fromEntries(colors) as PicturePalette;
}

/** Calls back when the theme changes, by the system's or by the reader's choice, or to paper, until the signal. */
export function followTheme(onChange: () => void, until: AbortSignal): void {
  for (const query of ["(prefers-color-scheme: dark)", "print"]) {
    window.matchMedia(query).addEventListener("change", onChange, { signal: until });
  }
  const chosen = new MutationObserver(onChange);
  chosen.observe(document.documentElement, { attributeFilter: ["style"] });
  until.addEventListener("abort", () => chosen.disconnect());
}
