/** The colours of one theme that the timeline needs, as CSS writes them. */
export interface TimelinePalette {
  readonly text: string;
  readonly quiet: string;
  readonly control: string;
  readonly hover: string;
  readonly estimate: string;
  readonly nominal: string;
  readonly caution: string;
  readonly critical: string;
  readonly unknown: string;
  readonly nominalWord: string;
  readonly cautionWord: string;
  readonly criticalWord: string;
  readonly unknownWord: string;
}

/** Where styles/tokens.css keeps each of them. */
const tokens: Readonly<Record<keyof TimelinePalette, string>> = {
  text: "--text",
  quiet: "--text-quiet",
  control: "--control",
  hover: "--hover",
  estimate: "--chart-second",
  nominal: "--nominal",
  caution: "--caution",
  critical: "--critical",
  unknown: "--unknown",
  nominalWord: "--nominal-word",
  cautionWord: "--caution-word",
  criticalWord: "--critical-word",
  unknownWord: "--unknown-word",
};

export function timelinePaletteOf(style: Pick<CSSStyleDeclaration, "getPropertyValue">): TimelinePalette {
  const members = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  return Object.fromEntries(members) as TimelinePalette;
}
