import { APIError, InvalidArgumentError, PlumblineError } from "../errors.ts";
import type { TelemetryFrame } from "../generated/contract.ts";
import { jsonText } from "../request/json-text.ts";
import type { Transport } from "../request/transport.ts";
import { MemorySpool } from "./memory-spool.ts";
import { mayPass, sendGroup, type GroupOutcome, type SendLines } from "./send-group.ts";
import type { Spool, SpooledGroup } from "./spool.ts";
import {
  lineBytesLimit,
  writerSettings,
  type Drop,
  type WriterOptions,
  type WriterSettings,
  type WriterTally,
} from "./writer-options.ts";

const closeTimeoutMs = 30_000;

/**
 * Frames on their way to the service: kept, sent in groups in their order, and sent again until they are acknowledged. A
 * frame counts once, so that a group may go out twice. Made by `client.telemetry.writer()`.
 */
export class TelemetryWriter {
  readonly #settings: WriterSettings;
  readonly #listeners: Pick<WriterOptions, "onDrop" | "onRetry">;
  readonly #spool: Spool;
  readonly #send: SendLines;
  readonly #transport: Pick<Transport, "log" | "pause" | "random">;
  readonly #change = new Change();
  readonly #stop = new AbortController();
  readonly #sending: Promise<void>;
  readonly #tally = { written: 0, ingested: 0, duplicate: 0, rejected: 0, dropped: 0 };
  #admission: Promise<unknown> = Promise.resolve();
  #open = { frames: 0, bytes: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The end of every group begun so far: a group whose end another began is waited for as well. */
  #sealing: Promise<unknown> = Promise.resolve();
  /** Lines ever put into the spool, and lines that have left it. */
  #in: number;
  #out = 0;
  #failure: { readonly error: unknown } | null = null;
  #state: "open" | "closing" | "draining" = "open";

  constructor(
    send: SendLines,
    transport: Pick<Transport, "log" | "pause" | "random">,
    options: WriterOptions,
  ) {
    this.#send = send;
    this.#transport = transport;
    this.#settings = writerSettings(options);
    this.#listeners = options;
    this.#spool = options.spool ?? new MemorySpool();
    this.#in = this.#spool.lines;
    this.#sending = this.#sendAll();
  }

  /**
   * Resolves when the frame is kept: in memory, or on disk with a spool. That is the back-pressure: whoever awaits it is never
   * further ahead than `maxBytes`. False: there was no room, and the frame was dropped.
   */
  async write(frame: TelemetryFrame): Promise<boolean> {
    this.#requireOpen();
    const line = new TextEncoder().encode(`${jsonText(frame)}\n`);
    if (line.length > lineBytesLimit) {
      throw new InvalidArgumentError(
        `a frame of ${line.length} bytes is more than the ${lineBytesLimit} of a line`,
      );
    }
    // One after another, so that frames keep their order; the wait for the disk itself is not part of a turn.
    const turn = this.#admission.then(() => this.#admit(line));
    this.#admission = turn.catch(() => {});
    return (await turn).kept;
  }

  get tally(): WriterTally {
    return { ...this.#tally, kept: this.#spool.lines };
  }

  /** Resolves when everything written before is acknowledged. */
  async flush(): Promise<void> {
    await this.#admission;
    const target = this.#in;
    await this.#seal();
    while (this.#out < target && this.#failure === null) await this.#change.next();
    this.#throwFailure();
  }

  /**
   * Sends what is left and ends. What cannot be sent in time stays in a spool on disk; without one it is dropped, and the
   * promise rejects.
   */
  async close({ timeoutMs = closeTimeoutMs }: { readonly timeoutMs?: number } = {}): Promise<WriterTally> {
    if (this.#state !== "open") throw new PlumblineError("the writer is closed already");
    this.#state = "closing";
    const timer = setTimeout(() => this.#giveUp(), timeoutMs);
    await this.#admission;
    await this.#seal();
    this.#state = "draining";
    this.#change.tell();
    await this.#sending;
    clearTimeout(timer);
    return this.#ended();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #giveUp(): void {
    this.#stop.abort(new Error("closed"));
    this.#change.tell();
  }

  async #ended(): Promise<WriterTally> {
    const kept = this.#spool.lines;
    await this.#spool.close();
    const lost = this.#spool.durable ? 0 : kept;
    if (lost > 0) this.#drop({ reason: "closed", frames: lost, frame: null, fault: null });
    this.#throwFailure();
    if (lost > 0) throw new PlumblineError(`${lost} frames were not sent when the writer was closed`);
    return this.tally;
  }

  /** Room for the line; the promise of its being kept comes in a wrapping, so that the next one need not wait for it. */
  async #admit(line: Uint8Array): Promise<{ readonly kept: Promise<boolean> }> {
    this.#throwFailure();
    while (this.#spool.bytes + line.length > this.#settings.maxBytes) {
      if (this.#settings.whenFull === "drop") return { kept: Promise.resolve(this.#dropFull(line)) };
      const changed = this.#change.next();
      await this.#seal();
      await changed;
      this.#throwFailure();
      if (this.#stop.signal.aborted) throw new PlumblineError("the writer was closed before there was room");
    }
    this.#in += 1;
    const kept = this.#keep(line);
    this.#count(line);
    return { kept };
  }

  async #keep(line: Uint8Array): Promise<boolean> {
    try {
      await this.#spool.append(line);
      this.#tally.written += 1;
      return true;
    } catch (error) {
      this.#in -= 1;
      throw error;
    }
  }

  #dropFull(line: Uint8Array): false {
    const frame = new TextDecoder().decode(line).trimEnd();
    this.#drop({ reason: "full", frames: 1, frame, fault: null });
    return false;
  }

  #count(line: Uint8Array): void {
    const { flushFrames, flushBytes, flushMs } = this.#settings;
    this.#open = { frames: this.#open.frames + 1, bytes: this.#open.bytes + line.length };
    if (this.#open.frames >= flushFrames || this.#open.bytes >= flushBytes) void this.#seal();
    else this.#timer ??= setTimeout(() => void this.#seal(), flushMs);
  }

  async #seal(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#open.frames > 0) this.#sealing = Promise.all([this.#sealing, this.#endGroup()]);
    await this.#sealing;
  }

  async #endGroup(): Promise<void> {
    this.#open = { frames: 0, bytes: 0 };
    try {
      await this.#spool.seal();
    } catch (error) {
      this.#fail(error);
    }
    this.#change.tell();
  }

  async #sendAll(): Promise<void> {
    try {
      while (!this.#stop.signal.aborted) {
        // Asked for first: what changes while the spool is looked at is not to be missed.
        const changed = this.#change.next();
        const group = await this.#spool.oldest();
        if (group !== null) await this.#deliver(group);
        else if (this.#state === "draining") return;
        else await changed;
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#fail(error);
    }
  }

  async #deliver(group: SpooledGroup): Promise<void> {
    const outcome = await this.#sendUntilTaken(group);
    await this.#spool.remove(group);
    this.#out += group.lines;
    this.#tally.ingested += outcome.ingested;
    this.#tally.duplicate += outcome.duplicate;
    this.#tally.rejected += outcome.rejected;
    if (outcome.rejected > 0) this.#dropRejected(group, outcome);
    this.#change.tell();
  }

  async #sendUntilTaken(group: SpooledGroup): Promise<GroupOutcome> {
    const { signal } = this.#stop;
    const given = { send: this.#send, compress: this.#settings.gzip, signal };
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendGroup(group, given);
      } catch (error) {
        if (signal.aborted || !mayPass(error)) throw error;
        const waitMs = longWaitMs(error, attempt, this.#transport.random);
        this.#tell(() => this.#listeners.onRetry?.(error, waitMs));
        this.#transport.log.note("info", `writer again in ${Math.round(waitMs)} ms: ${error.message}`);
        await this.#transport.pause(waitMs, signal);
      }
    }
  }

  #dropRejected({ content }: SpooledGroup, { rejected, faults }: GroupOutcome): void {
    const lines = new TextDecoder().decode(content).split("\n");
    for (const fault of faults) {
      const frame = lines[(fault.line ?? fault.index + 1) - 1] ?? null;
      this.#drop({ reason: "rejected", frames: 1, frame, fault });
    }
    const unnamed = rejected - faults.length;
    if (unnamed > 0) this.#drop({ reason: "rejected", frames: unnamed, frame: null, fault: null });
  }

  #drop(drop: Drop): void {
    this.#tally.dropped += drop.frames;
    this.#tell(() => this.#listeners.onDrop?.(drop));
  }

  /** A listener may fail; frames go on all the same. */
  #tell(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#transport.log.note("error", `a callback of the writer failed: ${String(error)}`);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#transport.log.note("error", `the writer stopped: ${String(error)}`);
    this.#stop.abort(error);
    this.#change.tell();
  }

  #requireOpen(): void {
    this.#throwFailure();
    if (this.#state !== "open") throw new PlumblineError("the writer is closed");
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
const longestAskedMs = 600_000;

/** A service that is away is asked again for as long as it takes, each half minute in the end. */
function longWaitMs(error: PlumblineError, attempt: number, random: () => number): number {
  const backoffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  const askedMs = error instanceof APIError ? (error.retryAfterS ?? 0) * 1000 : 0;
  return Math.max(backoffMs, Math.min(askedMs, longestAskedMs)) * (1 + 0.25 * random());
}

/** Lets many wait for the next time something moves; each looks for itself whether it was what it waits for. */
class Change {
  #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
