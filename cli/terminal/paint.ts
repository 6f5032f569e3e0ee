import { colourStep } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

const codes = { red: 31, yellow: 33, green: 32, grey: 90, cyan: 36, bold: 1 } as const;
export type Paint = keyof typeof codes;

/** The text in that colour on a terminal, and the text alone everywhere else. */
export function paint(text: string, colour: Paint, terminal: Pick<Terminal, "hasColour">): string {
  return terminal.hasColour ? `${colourStep(codes[colour])}${text}${colourStep(0)}` : text;
}

const tierPaint: ReadonlyMap<string, Paint> = new Map([
  ["CRITICAL", "red"],
  ["CAUTION", "yellow"],
  ["NOMINAL", "green"],
  ["UNKNOWN", "grey"],
]);

export function paintTier(tier: string, terminal: Pick<Terminal, "hasColour">): string {
  const colour = tierPaint.get(tier);
  return colour === undefined ? tier : paint(tier, colour, terminal);
}
