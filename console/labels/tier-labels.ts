/** How a tier is shown. Shape, word and colour say the same thing, so that none of them is needed alone. */
export interface TierLabel {
  readonly word: string;
  readonly shape: "octagon" | "triangle" | "circle" | "hollow-circle";
  /** Names the colour tokens of styles/tokens.css. */
  readonly tone: "critical" | "caution" | "nominal" | "unknown";
}

const known: ReadonlyMap<string, TierLabel> = new Map([
  ["CRITICAL", { word: "Critical", shape: "octagon", tone: "critical" }],
  ["CAUTION", { word: "Caution", shape: "triangle", tone: "caution" }],
  ["NOMINAL", { word: "Nominal", shape: "circle", tone: "nominal" }],
  ["UNKNOWN", { word: "Unknown", shape: "hollow-circle", tone: "unknown" }],
]);

/** A tier this console does not know is shown by its own name and never passes for a healthy one. */
export function tierLabel(tier: string): TierLabel {
  return known.get(tier) ?? { word: `Unknown tier: ${tier}`, shape: "hollow-circle", tone: "unknown" };
}

/**
 * A vehicle's tier as it may be shown today: one that has fallen silent keeps its warning, but a good word about it is
 * old news and must not look like a fresh one.
 */
export function standingLabel({
  tier,
  silent,
}: {
  readonly tier: string;
  readonly silent: boolean;
}): TierLabel {
  const label = tierLabel(tier);
  if (!silent) return label;
  if (label.tone !== "nominal") return { ...label, word: `${label.word}, silent` };
  return { word: "Silent, was nominal", shape: "hollow-circle", tone: "unknown" };
}

export const tiersWorstFirst = ["CRITICAL", "CAUTION", "NOMINAL", "UNKNOWN"] as const;
