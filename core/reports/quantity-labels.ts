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

export function millimetres(value: number): string {
  return `${decimals(value, 1)}\u00a0mm`;
}

export function nats(value: number): string {
  return `${decimals(value, 2)}\u00a0nats`;
}

/** `2026-11-20 09:13:50.412 UTC` of `2026-11-20T09:13:50.412Z`; other texts as they are. */
export function utc(instant: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|\+00:00)$/.exec(instant);
  return match === null ? instant : `${match[1]} ${match[2]} UTC`;
}

const channels: Readonly<Record<string, { readonly name: string; readonly unit: "deg" | "m" }>> = {
  camera_x: { name: "Camera x", unit: "deg" },
  camera_y: { name: "Camera y", unit: "deg" },
  camera_z: { name: "Camera z", unit: "deg" },
  radar: { name: "Radar", unit: "m" },
  lidar: { name: "Lidar", unit: "m" },
};

/** A channel newer than this program by its own name. */
export function channelName(channel: string): string {
  return channels[channel]?.name ?? channel.replaceAll("_", " ");
}

/** A channel's value in its unit: degrees as they are, metres as millimetres. */
export function channelValue(channel: string, value: number): string {
  switch (channels[channel]?.unit) {
    case "deg":
      return degrees(value);
    case "m":
      return millimetres(value * 1000);
    case undefined:
      return decimals(value, 4);
  }
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
