import { findChannel, findKind, type Unit } from "../sensors/sensor-lists.ts";

/** A number with so many decimals and a true minus sign; never −0. */
export function decimals(value: number, places: number): string {
  const digits = value.toFixed(places);
  if (!digits.startsWith("-")) return digits;
  const magnitude = digits.slice(1);
  return Number(magnitude) === 0 ? magnitude : `\u2212${magnitude}`;
}

export function degrees(value: number): string {
  return `${decimals(value, 2)}°`;
}

/** A length, to the millimetre. */
export function metres(value: number): string {
  return `${decimals(value, 3)}\u00a0m`;
}

export function nats(value: number): string {
  return `${decimals(value, 2)}\u00a0nats`;
}

/** `2026-11-20 09:13:50.412 UTC` of `2026-11-20T09:13:50.412Z`; other texts as they are. */
export function utc(instant: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|\+00:00)$/.exec(instant);
  return match === null ? instant : `${match[1]} ${match[2]} UTC`;
}

/** Why evidence was issued. */
export const triggerLabels = {
  breach_opened: "a breach opened",
  tier_worsened: "the tier became worse",
  requested: "requested",
} as const;

/** A channel newer than this program by its own name. */
export function channelName(channel: string): string {
  return findChannel(channel)?.label ?? channel.replaceAll("_", " ");
}

/** A channel's value in its unit: degrees or metres. */
export function channelValue(channel: string, value: number): string {
  return inUnit(findChannel(channel)?.unit, value);
}

/** A sensor's value in its unit. */
export function sensorValue(sensor: string, value: number): string {
  return inUnit(findKind(sensor)?.unit, value);
}

function inUnit(unit: Unit | undefined, value: number): string {
  if (unit === undefined) return decimals(value, 4);
  return unit === "deg" ? degrees(value) : metres(value);
}

/** How a tier is shown: shape, label and colour say the same, so that none is needed alone. */
export interface TierLook {
  readonly label: string;
  readonly shape: "octagon" | "triangle" | "circle" | "ring";
  /** Of the shape; and of the label, which needs more contrast. */
  readonly colour: string;
  readonly labelColour: string;
}

const unknown: TierLook = { label: "Unknown", shape: "ring", colour: "#6c7076", labelColour: "#5a5e64" };
const looks: Readonly<Record<string, TierLook>> = {
  CRITICAL: { label: "Critical", shape: "octagon", colour: "#a3123a", labelColour: "#a3123a" },
  CAUTION: { label: "Caution", shape: "triangle", colour: "#b48315", labelColour: "#7f5b0a" },
  NOMINAL: { label: "Nominal", shape: "circle", colour: "#0b86b8", labelColour: "#086a93" },
  UNKNOWN: unknown,
};

export function tierLook(tier: string): TierLook {
  return looks[tier] ?? { ...unknown, label: `Unknown tier: ${tier}` };
}

/** In a box of 16 by 16. */
export const tierShapePaths: Readonly<Record<"octagon" | "triangle", string>> = {
  octagon: "M5 1 L11 1 L15 5 L15 11 L11 15 L5 15 L1 11 L1 5 Z",
  triangle: "M8 1.5 L15.5 14.5 L0.5 14.5 Z",
};
