import { Refusal } from "../../core/contract/refusal.ts";
import type { SortedEntries } from "../../core/contract/requests/read-ingest-body.ts";
import type { Caller, FrameWriting } from "../app/application.ts";
import { emptyTally } from "../app/ingest/ingest-frames.ts";
import type {
  DeferralChange,
  DeferralReader,
  DeferredMessage,
  DeferredSender,
  DeferredTotals,
  NewDeferredMessage,
} from "../app/ports/deferral.ts";
import type { Ledger } from "../app/ports/ledger.ts";
import { sha256Hex } from "../app/sha256.ts";
import { messageOf } from "../platform/fault.ts";
import { type Message, readMessage } from "./frame-message.ts";
import { outcomeOf, problemOf, passes, givenUp, triesOfFaulty } from "./message-outcome.ts";

export interface DeferredNeeds {
  readonly application: Pick<FrameWriting, "ingestBatch">;
  readonly ledger: Pick<Ledger, "write">;
  readonly reading: DeferralReader;
  /** Whether the organisation may store anything. */
  readonly hasRoom: (organisation: string) => Promise<boolean>;
  /** What may be deferred of one organisation. */
  readonly limitBytes: number;
  /** Puts a message where its broker's refused ones go; rejects where that cannot be done now. */
  readonly report: (broker: string, message: Message, problem: string) => Promise<void>;
  readonly nowUs: () => number;
  readonly log: Record<"info" | "warn" | "error", (members: object, message: string) => void>;
}

type Totals = Omit<DeferredTotals, "organisation">;

/**
 * Messages of brokers whose frames have no room in their organisation's quota: stored, so that the broker need not keep
 * them and nobody else's messages wait behind them, and taken in, oldest first, once there is room. A message is dropped
 * only after its frames are durable; killed in between it is taken in again, and a frame counts once.
 */
export class DeferredFrames {
  readonly #needs: DeferredNeeds;
  /** What waits, by organisation; counted before it is stored, so that whatever comes next goes behind it. */
  readonly #waiting: Map<string, Totals>;
  /** Faults of the service that a message met, by its place. */
  readonly #faults = new Map<number, number>();
  /** Why messages with frames that were refused for good cannot be reported; null where none waits for it. */
  #unreported: string | null = null;
  #hasRefused = true;
  #isStopping = false;

  static async open(needs: DeferredNeeds): Promise<DeferredFrames> {
    const counted = await needs.reading.countDeferred();
    return new DeferredFrames(needs, new Map(counted.map((one) => [one.organisation, one])));
  }

  private constructor(needs: DeferredNeeds, waiting: Map<string, Totals>) {
    this.#needs = needs;
    this.#waiting = waiting;
  }

  /** Whether messages of the organisation wait, so that others have to go behind them. */
  holds(organisation: string): boolean {
    return this.#waiting.has(organisation);
  }

  /** Resolves once the messages, of one organisation, are durable; false where no more may be deferred of it. */
  async defer(messages: readonly NewDeferredMessage[]): Promise<boolean> {
    const [first] = messages;
    if (first === undefined) return true;
    const { organisation } = first.writer;
    const more = totalsOf(messages);
    if ((this.#waiting.get(organisation)?.bytes ?? 0) + more.bytes > this.#needs.limitBytes) return false;
    this.#count(organisation, more);
    try {
      await this.#change({ kind: "defer", messages });
    } catch (fault) {
      this.#count(organisation, negative(more));
      throw fault;
    }
    return true;
  }

  /** Ends the round that runs, after what is being taken in. */
  stop(): void {
    this.#isStopping = true;
  }

  /** `ok`, or how much waits and why. */
  check(): string {
    const totals = [...this.#waiting.values()];
    const sum = (of: keyof Totals) => totals.reduce((all, one) => all + one[of], 0).toLocaleString("en-GB");
    const waits =
      totals.length === 0
        ? null
        : `${sum("frames")} frames in ${sum("messages")} messages of brokers wait, because the storage of their organisation is full`;
    const reasons = [waits, this.#unreported].filter((reason) => reason !== null);
    return reasons.length === 0 ? "ok" : reasons.join("; ");
  }

  /** One round: takes in what there is room for, and reports what was refused for good. */
  async takeIn(): Promise<void> {
    for (const organisation of this.#waiting.keys()) await this.#takeInOf(organisation);
    if (this.#hasRefused) await this.#reportRefused();
  }

  async #takeInOf(organisation: string): Promise<void> {
    const { hasRoom, reading, log } = this.#needs;
    let taken = 0;
    while (!this.#isStopping && (await hasRoom(organisation))) {
      const ask = { organisation, messages: messagesAtOnce, bytes: bytesAtOnce };
      const messages = await reading.listDeferred(ask);
      // Counted, and not stored yet: the next round finds them.
      if (messages.length === 0) break;
      const done = await this.#takeMessages(messages);
      taken += done;
      if (done < messages.length) break;
    }
    if (taken > 0) log.info({ messages: taken }, "deferred messages of brokers were taken in");
  }

  /** Takes messages in, in their order, and says how many are done with; the next of them has no room, or cannot be taken now. */
  async #takeMessages(messages: readonly DeferredMessage[]): Promise<number> {
    if (await this.#takeTogether(messages)) return messages.length;
    for (const [at, message] of messages.entries()) {
      if (!(await this.#takeMessage(message))) return at;
    }
    return messages.length;
  }

  /** In one commit, where they came under one key and nothing is wrong with any; else false, and each is taken by itself. */
  async #takeTogether(messages: readonly DeferredMessage[]): Promise<boolean> {
    const [first] = messages;
    if (first === undefined || messages.some(({ writer }) => !isSameWriter(writer, first.writer)))
      return false;
    const read = messages.map((message) => this.#read(message));
    if (read.some((one, at) => one.rejected.length > messages[at]!.unreadable)) return false;
    const frames = read.flatMap((one) => one.frames);
    const places = read.flatMap((one) => one.places);
    try {
      const { tally } = await this.#ingest(first, { frames, places });
      if (tally.rejected > 0) return false;
    } catch {
      // Taken by itself, the message at fault says more.
      return false;
    }
    await this.#change({ kind: "drop", places: messages.map(({ place }) => place) });
    this.#count(first.writer.organisation, negative(totalsOf(messages)));
    return true;
  }

  async #takeMessage(message: DeferredMessage): Promise<boolean> {
    const read = this.#read(message);
    // Under a clock that was set back frames may seem to come from the future.
    if (read.rejected.length > message.unreadable) return false;
    try {
      const { tally } = await this.#ingest(message, read);
      if (tally.withoutRoom > 0) return false;
      const { rejected, errors } = tally;
      // What cannot be read was reported when the message came.
      await this.#settle(message, outcomeOf({ ...read, rejected: [] }, { rejected, errors }));
      return true;
    } catch (fault) {
      return this.#meet(message, read, fault);
    }
  }

  #read({ payload }: DeferredMessage): SortedEntries {
    return readMessage(payload, { nowUs: this.#needs.nowUs(), sha256Hex });
  }

  #ingest(message: DeferredMessage, { frames, places }: Pick<SortedEntries, "frames" | "places">) {
    return this.#needs.application.ingestBatch(
      callerOf(message),
      { frames, places, soFar: emptyTally },
      { requestId: `broker_${message.broker}`, receivedAtUs: this.#needs.nowUs(), last: false },
    );
  }

  /** What passes is tried again in the next round; what does not is refused, so that those behind it are not kept out. */
  async #meet(message: DeferredMessage, read: SortedEntries, fault: unknown): Promise<boolean> {
    const refusal = fault instanceof Refusal ? fault : null;
    if (refusal !== null && passes(refusal)) return false;
    const faults = (this.#faults.get(message.place) ?? 0) + 1;
    this.#faults.set(message.place, faults);
    this.#needs.log.error({ err: fault }, "a deferred message met a fault");
    if (refusal === null && faults < triesOfFaulty) return false;
    const whole = refusal ?? givenUp();
    await this.#settle(message, outcomeOf(read, { rejected: read.frames.length, errors: [], whole }));
    return true;
  }

  async #settle(message: DeferredMessage, outcome: ReturnType<typeof outcomeOf>): Promise<void> {
    const { place, source, writer } = message;
    const { refused } = outcome;
    const problem = refused === null ? null : problemOf(source, { ...outcome, refused });
    this.#hasRefused ||= problem !== null;
    await this.#change(
      problem === null ? { kind: "drop", places: [place] } : { kind: "refuse", place, problem },
    );
    this.#faults.delete(place);
    this.#count(writer.organisation, negative(totalsOf([message])));
  }

  async #reportRefused(): Promise<void> {
    const { reading, report, log } = this.#needs;
    const refused = await reading.listRefused({ messages: messagesAtOnce });
    for (const { place, broker, source, payload, problem } of refused) {
      try {
        await report(broker, { payload, source }, problem ?? "{}");
      } catch (fault) {
        const reason = `${broker}: a refused message waits to be parked: ${messageOf(fault)}`;
        if (this.#unreported !== reason) log.warn({ reason }, "a deferred message was refused");
        this.#unreported = reason;
        return;
      }
      await this.#change({ kind: "drop", places: [place] });
    }
    this.#unreported = null;
    this.#hasRefused = refused.length === messagesAtOnce;
  }

  async #change(change: DeferralChange): Promise<void> {
    await this.#needs.ledger.write({ kind: "deferral", change });
  }

  #count(organisation: string, more: Totals): void {
    const { messages, frames, bytes } = this.#waiting.get(organisation) ?? none;
    const after = {
      messages: messages + more.messages,
      frames: frames + more.frames,
      bytes: bytes + more.bytes,
    };
    if (after.messages === 0) this.#waiting.delete(organisation);
    else this.#waiting.set(organisation, after);
  }
}

const none: Totals = { messages: 0, frames: 0, bytes: 0 };

function totalsOf(messages: readonly Pick<NewDeferredMessage, "frames" | "payload">[]): Totals {
  return {
    messages: messages.length,
    frames: messages.reduce((sum, { frames }) => sum + frames, 0),
    bytes: messages.reduce((sum, { payload }) => sum + payload.length, 0),
  };
}

function negative({ messages, frames, bytes }: Totals): Totals {
  return { messages: -messages, frames: -frames, bytes: -bytes };
}

/** As when the message came: a key that has ended since takes nothing back of what it was let through for. */
function callerOf({ writer }: DeferredMessage): Caller {
  return { ...writer, scopes: ["telemetry:write"] };
}

function isSameWriter(left: DeferredSender, right: DeferredSender): boolean {
  return JSON.stringify([left.keyId, left.fleets]) === JSON.stringify([right.keyId, right.fleets]);
}

/** Read at once, and taken in together where that can be. */
const messagesAtOnce = 500;
const bytesAtOnce = 1024 * 1024;
