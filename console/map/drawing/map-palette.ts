import { markTones } from "../marks/marks.ts";

/** The colours of one theme that the map needs, as CSS colours. */
export interface MapPalette {
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly name: string;
  readonly grid: string;
  readonly focus: string;
  /** By `markTones`. */
  readonly tones: readonly string[];
}

/** From styles/tokens.css: a canvas cannot follow a style sheet by itself. */
export function mapPaletteOf(style: Pick<CSSStyleDeclaration, "getPropertyValue">): MapPalette {
  const color = (token: string): string => style.getPropertyValue(token).trim();
  return {
    water: color("--map-water"),
    land: color("--map-land"),
    coast: color("--map-coast"),
    border: color("--map-border"),
    name: color("--text-quiet"),
    grid: color("--map-border"),
    focus: color("--focus"),
    tones: markTones.map((tone) => color(`--${tone}`)),
  };
}

/** `#RRGGBB` as `0xBBGGRR`. */
export function colorNumber(css: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(css.slice(at, at + 2), 16));
  return red! | (green! << 8) | (blue! << 16);
}
