/** The pages that exist. Addresses are part of what users keep: none is ever given another meaning. */
export type Route =
  | { readonly kind: "fleet"; readonly tier: string | null }
  | { readonly kind: "vehicle"; readonly vehicleId: string; readonly range: TimeRange }
  | { readonly kind: "nowhere"; readonly path: string };

/** Stretch of a vehicle's history, back from its newest frame. */
export const timeRanges = ["1h", "24h", "7d", "30d", "all"] as const;
export type TimeRange = (typeof timeRanges)[number];

export function routeOf(address: { readonly pathname: string; readonly search: string }): Route {
  const query = new URLSearchParams(address.search);
  if (address.pathname === "/" || address.pathname === "/fleet") {
    return { kind: "fleet", tier: query.get("tier") };
  }
  const vehicle = /^\/vehicles\/([^/]+)\/?$/.exec(address.pathname)?.[1];
  if (vehicle === undefined) return { kind: "nowhere", path: address.pathname };
  const vehicleId = decoded(vehicle);
  if (vehicleId === null) return { kind: "nowhere", path: address.pathname };
  return { kind: "vehicle", vehicleId, range: rangeOf(query.get("range")) };
}

export function fleetAddress(tier: string | null = null): string {
  return tier === null ? "/fleet" : `/fleet?tier=${encodeURIComponent(tier)}`;
}

export function vehicleAddress(vehicleId: string, range: TimeRange = "all"): string {
  const path = `/vehicles/${encodeURIComponent(vehicleId)}`;
  return range === "all" ? path : `${path}?range=${range}`;
}

/**
 * Where a range begins, counted back from the vehicle's newest frame rather than from now: a replayed or silent vehicle
 * still shows its last hour. Null: from the beginning.
 */
export function rangeStart(lastFrameAt: string, range: TimeRange): string | null {
  if (range === "all") return null;
  return new Date(Date.parse(lastFrameAt) - lengthMs[range]).toISOString();
}

const lengthMs: Readonly<Record<Exclude<TimeRange, "all">, number>> = {
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 604_800_000,
  "30d": 2_592_000_000,
};

function rangeOf(text: string | null): TimeRange {
  return timeRanges.find((range) => range === text) ?? "all";
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
