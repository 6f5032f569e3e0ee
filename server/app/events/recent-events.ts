import { beforeAllEvents } from "../../../core/contract/stream-position.ts";
import {
  anyEvent,
  type EventFilter,
  type EventReader,
  type EventSignal,
  type RecordedEvent,
} from "../ports/reading/event-reader.ts";
import type { VisibilityScope } from "../visibility-scope.ts";
import { matchesEvent } from "./matches-event.ts";

/** Events of all organisations kept in memory, about a kilobyte each. */
const defaultKeptEvents = 5_000;
const readAtOnce = 1_000;

export interface EventAsk {
  readonly scope: VisibilityScope;
  readonly filter: EventFilter;
  readonly after: string;
  readonly limit: number;
}

/** What was read, how far, whether there was nothing after it, and the newest event that is gone where that was looked up. */
export interface ReadEvents {
  readonly events: readonly RecordedEvent[];
  readonly through: string;
  readonly isEnd: boolean;
  readonly goneThrough: string | null;
}

/**
 * The newest events, read once for all who follow: those who are up to date cost the store nothing, whoever is behind
 * reads from it until it has caught up. Memory is bounded, whatever happens and however slow a reader is.
 */
export class RecentEvents {
  readonly #reader: EventReader;
  readonly #keptEvents: number;
  #events: readonly RecordedEvent[] = [];
  /** Everything after this is in memory; null while that is not known. */
  #after: string | null = null;
  #followers = 0;
  #isReading = false;
  #hasNews = false;
  #version = 0;
  readonly #waiting = new Set<() => void>();

  constructor(reader: EventReader, signal: EventSignal, keptEvents = defaultKeptEvents) {
    this.#reader = reader;
    this.#keptEvents = keptEvents;
    signal.onEvents(() => this.#onNews());
  }

  /** Counts one more who follows; what is returned counts it out. Nothing is read while nobody follows. */
  enter(): () => void {
    this.#followers += 1;
    let isInside = true;
    return () => {
      if (isInside) this.#followers -= 1;
      isInside = false;
    };
  }

  /** Grows whenever there is something new to read. */
  get version(): number {
    return this.#version;
  }

  /** As `EventReader.readEvents`. */
  async read(ask: EventAsk): Promise<ReadEvents> {
    const { scope, filter, after, limit } = ask;
    if (this.#after === null || after < this.#after) {
      const { events, through, isEnd, span } = await this.#reader.readEvents(ask);
      return { events, through: through ?? after, isEnd, goneThrough: span.goneThrough };
    }
    const own = this.#events.filter(
      ({ id, organisation }) => id > after && organisation === scope.organisation,
    );
    const found = own.filter((event) => matchesEvent(event, scope, filter));
    const isEnd = found.length <= limit;
    const events = found.slice(0, limit);
    return { events, through: (isEnd ? own : events).at(-1)?.id ?? after, isEnd, goneThrough: null };
  }

  /** Resolves once there is more than there was at this version; at the latest when `until` is aborted. */
  untilNews(version: number, until: AbortSignal): Promise<void> {
    if (until.aborted || version !== this.#version) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        until.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      until.addEventListener("abort", wake);
    });
  }

  #onNews(): void {
    this.#hasNews = true;
    if (this.#isReading) return;
    if (this.#followers === 0) {
      this.#after = null;
      return;
    }
    this.#isReading = true;
    void this.#readNews();
  }

  /** Never rejects: a fault of the store shows to those who follow, who then read from it themselves. */
  async #readNews(): Promise<void> {
    while (this.#hasNews) {
      this.#hasNews = false;
      try {
        await this.#catchUp();
      } catch {
        this.#after = null;
      }
      this.#version += 1;
      for (const wake of this.#waiting) wake();
    }
    this.#isReading = false;
  }

  async #catchUp(): Promise<void> {
    this.#after ??= await this.#begin();
    for (let isEnd = false; !isEnd;) {
      const after = this.#events.at(-1)?.id ?? this.#after;
      const page = await this.#reader.readEvents({ scope: null, filter: anyEvent, after, limit: readAtOnce });
      const all = [...this.#events, ...page.events];
      this.#events = all.slice(-this.#keptEvents);
      const lastGone = all.at(-this.#keptEvents - 1);
      if (lastGone !== undefined) this.#after = lastGone.id;
      ({ isEnd } = page);
    }
  }

  async #begin(): Promise<string> {
    this.#events = [];
    const { newest } = await this.#reader.findEventSpan({ organisation: null });
    return newest ?? beforeAllEvents;
  }
}
