import { setTimeout as sleep } from "node:timers/promises";

import { allowsScope } from "../../core/contract/api-key.ts";
import type { SortedEntries } from "../../core/contract/requests/read-ingest-body.ts";
import { Refusal } from "../../core/contract/refusal.ts";
import type { Application, Caller, FrameWriting, KeyBearer } from "../app/application.ts";
import { whyClockIsUnusable } from "../app/clock-range.ts";
import { emptyTally } from "../app/ingest/ingest-frames.ts";
import { sha256Hex } from "../app/sha256.ts";
import { messageOf } from "../platform/fault.ts";
import type { DeferredFrames } from "./deferred-frames.ts";
import { type Message, readMessage } from "./frame-message.ts";
import {
  type Outcome,
  outcomeOf,
  refusedWhole,
  type Stored,
  passes,
  givenUp,
  triesOfFaulty,
} from "./message-outcome.ts";

/** The frames a minute that a key and its organisation may send, through whichever door. */
export interface FrameQuota {
  frameWaitMs(caller: Caller): number;
  countFrames(caller: Caller, frames: number): void;
}

export interface IntakeNeeds {
  readonly application: Pick<FrameWriting, "ingestBatch"> & Pick<Application, "identify">;
  /** Says whose frames these are, and whether they may be sent. */
  readonly apiKey: string;
  readonly bearer: KeyBearer & { readonly requestId: string };
  readonly quota: FrameQuota;
  /** Takes messages whose frames have no room in their organisation's storage. */
  readonly deferred: Pick<DeferredFrames, "holds" | "defer">;
  /** The broker's name. */
  readonly broker: string;
  readonly nowUs: () => number;
  /** How long to wait before what cannot be done now is tried again. */
  readonly pauseMs: number;
  readonly log: Record<"info" | "warn" | "error", (members: object, message: string) => void>;
}

/** The intake stopped before the message was stored: the broker still has it. */
export class IntakeStopped extends Error {
  constructor() {
    super("the service is stopping");
    this.name = "IntakeStopped";
  }
}

/**
 * Takes messages in the order they come and says of each when its frames are durable. What arrived while one group was
 * being committed is the next group. What cannot be stored now is tried until it can: the broker keeps it meanwhile,
 * and whoever reads from the broker stops at what is held here.
 */
export class FrameIntake {
  readonly #needs: IntakeNeeds;
  readonly #waiting: Waiting[] = [];
  readonly #stopping = new AbortController();
  #heldBytes = 0;
  #running: Promise<void> | null = null;
  #trouble: string | null = null;
  #room = Promise.withResolvers<void>();

  constructor(needs: IntakeNeeds) {
    this.#needs = needs;
  }

  /** Why nothing can be taken at the moment; null while all is well. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Resolves once what became of the message is certain. Rejects with `IntakeStopped` alone. */
  take(message: Message): Promise<Outcome> {
    if (this.#stopping.signal.aborted) return Promise.reject(new IntakeStopped());
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ message, resolve, reject });
    this.#heldBytes += message.payload.length;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return promise;
  }

  /** Resolves as soon as another message may be read. */
  async room(): Promise<void> {
    while (this.#heldBytes >= heldBytes && !this.#stopping.signal.aborted) await this.#room.promise;
  }

  /** Finishes the group that is being committed; what waits behind it stays with the broker. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#makeRoom();
    await this.#running;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new IntakeStopped());
  }

  async #run(): Promise<void> {
    // Whoever hands over many at once does so before the first group is closed.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0 && !this.#stopping.signal.aborted) {
      const group = this.#nextGroup();
      try {
        await this.#takeGroup(group);
      } catch (fault) {
        for (const waiting of group) waiting.reject(fault);
      }
      for (const { message } of group) this.#heldBytes -= message.payload.length;
      this.#makeRoom();
    }
  }

  #makeRoom(): void {
    this.#room.resolve();
    this.#room = Promise.withResolvers<void>();
  }

  #nextGroup(): Waiting[] {
    let bytes = 0;
    let end = 0;
    while (end < this.#waiting.length && end < groupMessages && bytes < groupBytes) {
      bytes += this.#waiting[end]!.message.payload.length;
      end += 1;
    }
    return this.#waiting.splice(0, end);
  }

  async #takeGroup(group: readonly Waiting[]): Promise<void> {
    const caller = await this.#admitted();
    const nowUs = this.#needs.nowUs();
    const read: ReadMessage[] = [];
    for (const waiting of group) {
      const frames = framesOf(waiting.message, nowUs);
      if (frames instanceof Refusal) waiting.resolve({ taken: 0, refused: refusedWhole(frames, null) });
      else read.push({ waiting, ...frames });
    }
    if (read.length === 0) return;
    const frames = read.reduce((sum, message) => sum + message.frames.length, 0);
    this.#needs.quota.countFrames(caller, frames);
    await this.#commit(read, { caller, receivedAtUs: nowUs });
  }

  /**
   * Commits messages together. Whose frames were refused is known only of a message by itself, so where any was, each is
   * committed once more alone: a frame counts once.
   */
  async #commit(read: readonly ReadMessage[], ask: Asked): Promise<void> {
    const holds = (): boolean => this.#needs.deferred.holds(ask.caller.organisation);
    // Behind what waits already, so that the frames of a vehicle keep their order.
    if (holds() && (await this.#defer(read, ask))) return;
    const stored = await this.#store(read, ask);
    if (stored.rejected === 0 || read.length === 1) await this.#settle(read, stored, ask);
    else
      for (const [at, message] of read.entries()) {
        if (at > 0 && holds()) return this.#commit(read.slice(at), ask);
        await this.#commit([message], ask);
      }
  }

  /** Says what became of messages of which nothing was rejected, or of one message. */
  async #settle(read: readonly ReadMessage[], stored: StoredHere, ask: Asked): Promise<void> {
    if (stored.withoutRoom === 0)
      for (const message of read) message.waiting.resolve(outcomeOf(message, stored));
    else if (!(await this.#defer(read, ask))) await this.#commit(read, ask);
  }

  /**
   * Has messages taken in later, once there is room; what of them is refused for good already is said now. Waits at the
   * broker while no more may be deferred; false when that is over because there is room again.
   */
  async #defer(read: readonly ReadMessage[], { caller, receivedAtUs }: Asked): Promise<boolean> {
    const { deferred, broker } = this.#needs;
    const { organisation, keyId, fleets } = caller;
    const withFrames = read.filter(({ frames }) => frames.length > 0);
    const messages = withFrames.map(({ waiting: { message }, frames, rejected }) => ({
      ...message,
      writer: { organisation, keyId, fleets },
      broker,
      frames: frames.length,
      unreadable: rejected.length,
      deferredAtUs: receivedAtUs,
    }));
    for (;;) {
      const trouble = await deferred.defer(messages).then(
        (isDeferred) => (isDeferred ? null : tooMuchDeferred),
        (fault: unknown) => messageOf(fault),
      );
      if (trouble === null) break;
      await this.#wait(trouble);
      if (!deferred.holds(organisation)) return false;
    }
    this.#trouble = null;
    for (const message of read) message.waiting.resolve(outcomeOf(message, nothingRejected));
    return true;
  }

  /** What the store said of these frames, once it said something that will not pass. */
  async #store(read: readonly ReadMessage[], { caller, receivedAtUs }: Asked): Promise<StoredHere> {
    const frames = read.flatMap((message) => message.frames);
    const group = { frames, places: read.flatMap(({ places }) => places), soFar: emptyTally };
    const ask = { requestId: this.#needs.bearer.requestId, receivedAtUs, last: false };
    for (let faults = 0; frames.length > 0;) {
      try {
        const { tally } = await this.#needs.application.ingestBatch(caller, group, ask);
        this.#trouble = null;
        const { rejected, errors, withoutRoom } = tally;
        return { rejected, errors, withoutRoom };
      } catch (fault) {
        const refusal = fault instanceof Refusal ? fault : null;
        if (refusal !== null && !passes(refusal))
          return { rejected: frames.length, errors: [], withoutRoom: 0, whole: refusal };
        if (refusal === null && (faults += 1) === triesOfFaulty) return this.#givenUp(frames.length, fault);
        await this.#wait(messageOf(fault));
      }
    }
    return nothingRejected;
  }

  #givenUp(rejected: number, fault: unknown): StoredHere {
    this.#needs.log.error({ err: fault }, "frames of a broker's message met a fault");
    return { rejected, errors: [], withoutRoom: 0, whole: givenUp() };
  }

  /** The caller, once the key is good, the clock can be used and the quota has something left. */
  async #admitted(): Promise<Caller> {
    for (;;) {
      this.#checkStopped();
      const found = await this.#whoMaySend().catch((fault: unknown) => messageOf(fault));
      if (typeof found !== "string") {
        this.#trouble = null;
        return found;
      }
      await this.#wait(found);
    }
  }

  async #whoMaySend(): Promise<Caller | string> {
    const { application, apiKey, bearer, quota, nowUs } = this.#needs;
    const clockFault = whyClockIsUnusable(nowUs());
    if (clockFault !== null) return clockFault;
    const caller = await application.identify(apiKey, bearer);
    if (caller === null)
      return "PLUMBLINE_BROKER_KEY is no key that is valid here: it is unknown, expired or revoked";
    if (!allowsScope(caller.scopes, "telemetry:write"))
      return "PLUMBLINE_BROKER_KEY lacks the scope telemetry:write";
    const waitMs = quota.frameWaitMs(caller);
    if (waitMs === 0) return caller;
    await this.#sleep(Math.min(waitMs, this.#needs.pauseMs));
    return this.#whoMaySend();
  }

  async #wait(trouble: string): Promise<void> {
    this.#checkStopped();
    if (this.#trouble !== trouble) this.#needs.log.warn({ reason: trouble }, "a broker's messages wait");
    this.#trouble = trouble;
    await this.#sleep(this.#needs.pauseMs);
  }

  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    this.#checkStopped();
  }

  #checkStopped(): void {
    if (this.#stopping.signal.aborted) throw new IntakeStopped();
  }
}

interface Waiting {
  readonly message: Message;
  resolve(outcome: Outcome): void;
  reject(fault: unknown): void;
}

interface ReadMessage extends SortedEntries {
  readonly waiting: Waiting;
}

interface Asked {
  readonly caller: Caller;
  readonly receivedAtUs: number;
}

interface StoredHere extends Stored {
  /** Frames that are no fault of their message: their organisation's storage is full. */
  readonly withoutRoom: number;
}

const nothingRejected: StoredHere = { rejected: 0, errors: [], withoutRoom: 0 };

const tooMuchDeferred =
  "the storage of the organisation is full (PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION), and no more of its messages are kept here (PLUMBLINE_DEFERRED_MEBIBYTES_PER_ORGANISATION)";

function framesOf(message: Message, nowUs: number): SortedEntries | Refusal {
  try {
    return readMessage(message.payload, { nowUs, sha256Hex });
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/** What may be held here of what is not acknowledged to the broker. */
const heldBytes = 32 * 1024 * 1024;
/** One commit: large enough that the disk is not what it waits for, small enough to be soon. */
const groupMessages = 500;
const groupBytes = 1024 * 1024;
