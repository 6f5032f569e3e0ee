import { nextStreamPlace, streamPositionOf } from "../../../core/contract/stream-position.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import type { Caller } from "../application.ts";
import type { EventReader, EventSignal, RecordedEvent } from "../ports/reading/event-reader.ts";
import { matchesEvent } from "./matches-event.ts";

export const reader: Caller = { organisation: "acme", keyId: "key", scopes: ["events:read"], fleets: null };

/** Events in memory, as a store keeps them; a test adds some, and those who listen are told. */
export class EventsForTests implements EventReader, EventSignal {
  events: readonly RecordedEvent[] = [];
  /** How often somebody read. */
  reads = 0;
  isBroken = false;
  readonly #listeners = new Set<() => void>();
  readonly #gone = new Map<string, string>();
  #place: bigint | null = null;
  #seq = 0;

  /** Adds events of one vehicle each, and returns their ids. */
  add(...vehicleIds: readonly string[]): readonly string[] {
    const added = vehicleIds.map((vehicleId) => this.#eventOf(vehicleId));
    this.events = [...this.events, ...added];
    for (const onNews of this.#listeners) onNews();
    return added.map(({ id }) => id);
  }

  /** The oldest go. */
  forget(count: number): void {
    for (const { organisation, id } of this.events.slice(0, count)) this.#gone.set(organisation, id);
    this.events = this.events.slice(count);
  }

  async readEvents({ scope, filter, after, limit }: Parameters<EventReader["readEvents"]>[0]) {
    this.reads += 1;
    if (this.isBroken) throw new Error("the disk is gone");
    const own = this.events.filter(({ id }) => after === null || id > after);
    const found = own.filter((event) =>
      matchesEvent(event, scope ?? { organisation: event.organisation, fleets: null }, filter),
    );
    const events = found.slice(0, limit);
    const isEnd = found.length <= limit;
    const span = await this.findEventSpan({ organisation: scope?.organisation ?? null });
    return { events, through: isEnd ? (span.newest ?? after) : (events.at(-1)?.id ?? after), isEnd, span };
  }

  async findEventSpan({ organisation }: { readonly organisation: string | null }) {
    const own = this.events.filter((event) => organisation === null || event.organisation === organisation);
    const goneThrough = organisation === null ? null : (this.#gone.get(organisation) ?? null);
    return { newest: own.at(-1)?.id ?? goneThrough, goneThrough };
  }

  onEvents(onNews: () => void): () => void {
    this.#listeners.add(onNews);
    return () => this.#listeners.delete(onNews);
  }

  /** `globex/van-1` is another organisation's, all others are of acme; `trucks:van-1` names the fleet. */
  #eventOf(name: string): RecordedEvent {
    const [organisation = "acme", vehicle = ""] = name.includes("/") ? name.split("/") : ["acme", name];
    const [fleetId = "vans", vehicleId = ""] = vehicle.includes(":") ? vehicle.split(":") : ["vans", vehicle];
    this.#place = nextStreamPlace(this.#place, { atMs: startUs / 1000, random80: 0n });
    this.#seq += 1;
    return {
      id: streamPositionOf(this.#place),
      type: "vehicle.baseline_changed",
      organisation,
      vehicle: { vehicleId, fleetId, tier: "NOMINAL" },
      occurredAtUs: startUs,
      recordedAtUs: startUs,
      data: { from: "learning", to: "provisional", frame_seq: this.#seq },
    };
  }
}
