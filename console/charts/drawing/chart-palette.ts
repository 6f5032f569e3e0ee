/** The colours of one theme that pictures need, as CSS colours. */
export interface ChartPalette {
  readonly panel: string;
  readonly text: string;
  readonly quiet: string;
  readonly grid: string;
  readonly first: string;
  readonly second: string;
  readonly control: string;
  readonly caution: string;
  readonly critical: string;
  readonly shade: string;
}

/** Where styles/tokens.css keeps each of them, without the two hyphens. */
const tokens: Readonly<Record<keyof ChartPalette, string>> = {
  panel: "panel",
  text: "text",
  quiet: "text-quiet",
  grid: "chart-grid",
  first: "chart-first",
  second: "chart-second",
  control: "control",
  caution: "caution-word",
  critical: "critical-word",
  shade: "chart-shade",
};

/** The palette of the theme in use: a canvas cannot follow a style sheet by itself. */
export function paletteOf(style: Pick<CSSStyleDeclaration, "getPropertyValue">): ChartPalette {
  const colors = Object.entries(tokens).map(([name, token]) => [
    name,
    style.getPropertyValue(`--${token}`).trim(),
  ]);
  return Object.fromEntries(colors) as Readonly<Record<keyof ChartPalette, string>>;
}
