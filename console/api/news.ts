import type { StreamMessage } from "./read-event-stream.ts";

/** What an event says of a vehicle's row in a list. */
export interface RowNews {
  readonly atMs: number;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** A burst of events, for whoever shows something: plain values, so that tabs can tell each other. */
export interface News {
  /** Vehicles the events are about. */
  readonly vehicles: ReadonlySet<string>;
  /** The latest that is known of rows without asking. */
  readonly rows: ReadonlyMap<string, RowNews>;
  /** How many events it is of. */
  readonly events: number;
}

/** Null when a burst has no event, only moves the position. */
export function newsOf(messages: readonly (StreamMessage | null)[]): News | null {
  const texts = messages.flatMap((message) => message?.data ?? []);
  if (texts.length === 0) return null;
  const vehicles = new Set<string>();
  const rows = new Map<string, RowNews>();
  for (const text of texts) noteEvent(JSON.parse(text) as StreamedEvent, vehicles, rows);
  return { vehicles, rows, events: texts.length };
}

/** News that wait for their turn, in place: of a row the latest. */
export class GatheredNews implements News {
  readonly vehicles = new Set<string>();
  readonly rows = new Map<string, RowNews>();
  events = 0;

  add({ vehicles, rows, events }: News): void {
    this.events += events;
    for (const vehicle of vehicles) this.vehicles.add(vehicle);
    for (const [vehicle, row] of rows) addRow(this.rows, vehicle, row);
  }
}

/** Of an event only this is read; more of it, and other events, may come with a newer service. */
interface StreamedEvent {
  readonly type?: string;
  readonly vehicle_id?: string;
  readonly occurred_at?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

function noteEvent(event: StreamedEvent, vehicles: Set<string>, rows: Map<string, RowNews>): void {
  const { type = "", vehicle_id: vehicle, occurred_at: at = "", data = {} } = event;
  if (vehicle === undefined) return;
  vehicles.add(vehicle);
  const changes = changesBy[type]?.(data, at);
  if (changes !== undefined) addRow(rows, vehicle, { atMs: Date.parse(at), changes });
}

function addRow(rows: Map<string, RowNews>, vehicle: string, row: RowNews): void {
  const before = rows.get(vehicle);
  rows.set(vehicle, before === undefined ? row : { ...row, changes: { ...before.changes, ...row.changes } });
}

/** Events that say all there is to say of some members of a row. */
const changesBy: Readonly<
  Record<string, (data: NonNullable<StreamedEvent["data"]>, at: string) => RowNews["changes"]>
> = {
  "vehicle.tier_changed": (data, at) => ({
    tier: data["to"],
    tier_since: at,
    decided_by: data["decided_by"],
    health_score: data["health_score"],
    probable_fault_source: data["probable_fault_source"],
    recommended_action: data["recommended_action"],
  }),
  "vehicle.silent": () => ({ silent: true }),
  "vehicle.recovered": () => ({ silent: false }),
  "vehicle.baseline_changed": (data) => ({ baseline_state: data["to"] }),
};
