import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import type { ConsolePageName } from "../../../core/contract/console-addresses.ts";
import { type Sensor, sensors } from "../../../core/sensors/sensor-lists.ts";
import { addressOf } from "../../frame/route.ts";
import { rangeStart, type TimeRange, timeRangeOf } from "../../frame/time-range.ts";

/** A stretch of the vehicle's own time that does not move along with it, milliseconds since 1970. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What of a vehicle is on the screen: kept in the address, so that a link shows somebody else the same. */
export interface VehicleView {
  /** Null: the one that matters most. */
  readonly sensor: Sensor | null;
  readonly range: TimeRange;
  /** Takes the place of `range`. */
  readonly window: TimeWindow | null;
  /** Where the time cursor stands when the page is opened. */
  readonly atMs: number | null;
}

export function vehicleViewOf(query: URLSearchParams): VehicleView {
  const fromMs = timeOf(query.get("from"));
  const toMs = timeOf(query.get("to"));
  return {
    sensor: sensors.find((sensor) => sensor === query.get("sensor")) ?? null,
    range: timeRangeOf(query.get("range")),
    window: fromMs !== null && toMs !== null && fromMs < toMs ? { fromMs, toMs } : null,
    atMs: timeOf(query.get("at")),
  };
}

/** Where a page shows a vehicle so. */
export function viewAddress(
  place: {
    readonly page: Extract<ConsolePageName, "vehicle" | "sensor">;
    readonly parts: Readonly<Record<string, string>>;
  },
  { sensor, range, window, atMs }: VehicleView,
): string {
  return addressOf(place.page, place.parts, {
    sensor: place.page === "vehicle" ? sensor : null,
    range: window === null && range !== "all" ? range : null,
    from: window === null ? null : new Date(window.fromMs).toISOString(),
    to: window === null ? null : new Date(window.toMs).toISOString(),
    at: atMs === null ? null : new Date(atMs).toISOString(),
  });
}

/** The stretch a view covers of what the vehicle has sent. */
export function coveredBy(
  { range, window }: Pick<VehicleView, "range" | "window">,
  vehicle: Pick<VehicleDetail, "first_frame_at" | "last_frame_at">,
): TimeWindow {
  if (window !== null) return window;
  const toMs = Date.parse(vehicle.last_frame_at);
  const firstMs = Date.parse(vehicle.first_frame_at);
  const fromMs = Date.parse(rangeStart(vehicle.last_frame_at, range) ?? vehicle.first_frame_at);
  return { fromMs: Math.min(Math.max(firstMs, fromMs), toMs), toMs };
}

/** Half of a stretch, about a time in it; never shorter than a second. */
export function zoomedIn({ fromMs, toMs }: TimeWindow, aboutMs: number): TimeWindow {
  const length = Math.max(shortestMs, (toMs - fromMs) / 2);
  const fits = Math.min(Math.max(aboutMs - length / 2, fromMs), Math.max(fromMs, toMs - length));
  return whole(fits, fits + length);
}

export function zoomedOut({ fromMs, toMs }: TimeWindow): TimeWindow {
  const half = Math.max(shortestMs, toMs - fromMs) / 2;
  return whole(fromMs - half, toMs + half);
}

/** Earlier (−1) or later (+1) by half of what is shown. */
export function moved({ fromMs, toMs }: TimeWindow, direction: -1 | 1): TimeWindow {
  const step = (direction * (toMs - fromMs)) / 2;
  return whole(fromMs + step, toMs + step);
}

const shortestMs = 1000;
/** The times the service takes. */
const earliestMs = 0;
const latestMs = Date.UTC(9998, 11, 31);

function whole(fromMs: number, toMs: number): TimeWindow {
  return { fromMs: within(Math.round(fromMs)), toMs: within(Math.round(toMs)) };
}

function within(ms: number): number {
  return Math.min(latestMs, Math.max(earliestMs, ms));
}

/** Null for what is no time the service would take. */
function timeOf(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(ms) && ms >= earliestMs && ms <= latestMs ? ms : null;
}
