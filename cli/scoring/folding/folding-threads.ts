import { Buffer } from "node:buffer";
import { Worker } from "node:worker_threads";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import { type ScoringSettings, settingsToJson } from "../../../core/scoring/settings/settings.ts";
import type { FoldedByThread, ThreadSays } from "./folding-thread.ts";
import { type LineBlock, packLines } from "./line-block.ts";
import type { FoldedLines, PlacedLine } from "./line-folder.ts";

const name = Buffer.from('"vehicle_id"');
const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/**
 * The id of the vehicle whose frame a line may be, found without reading all of it: only for sharing lines out. Of a line
 * that is a frame it is the frame's own; what it is of any other does not matter, because such a line belongs to nobody.
 */
export function vehicleIdIn(line: Uint8Array): string {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  const at = bytes.indexOf(name);
  const isPlain = at !== -1 && bytes.indexOf(name, at + 1) === -1 && !bytes.includes(backslash);
  return isPlain ? textBehind(bytes, at + name.length) : readId(bytes);
}

/** The text behind a name that stands there once; without escapes it ends at the next quote. */
function textBehind(bytes: Buffer, from: number): string {
  let at = from;
  while (isSpace(bytes[at]) || bytes[at] === colon) at += 1;
  if (bytes[at] !== quote) return "";
  const end = bytes.indexOf(quote, at + 1);
  return end === -1 ? "" : bytes.toString("latin1", at + 1, end);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/** Names that are escaped, or that stand there twice, as in metadata. */
function readId(bytes: Buffer): string {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    const id = typeof value === "object" && value !== null && "vehicle_id" in value ? value.vehicle_id : "";
    return typeof id === "string" ? id : "";
  } catch {
    return "";
  }
}

/** Lines that go to a thread in one message. */
const linesABlock = 512;
/** Blocks a thread may have before it, so that a file longer than memory is read only as fast as it is folded. */
const blocksAhead = 4;

/** Threads that fold lines, each the vehicles that fall to it. */
export class FoldingThreads {
  readonly #threads: readonly FoldingThread[];

  constructor(count: number, settings: ScoringSettings) {
    const workerData = settingsToJson(settings);
    this.#threads = Array.from({ length: count }, () => new FoldingThread(workerData));
  }

  /** Resolves when the next line may come. */
  async take(line: PlacedLine): Promise<void> {
    const thread = this.#threads[numberOf(vehicleIdIn(line.bytes)) % this.#threads.length];
    if (thread?.take(line) === true) await thread.untilReady();
  }

  async end(): Promise<readonly FoldedLines[]> {
    return Promise.all(this.#threads.map((thread) => thread.end()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** The same number for the same text, spread over all numbers of 32 bits (FNV-1a). */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return number >>> 0;
}

class FoldingThread {
  readonly #worker: Worker;
  readonly #ended = Promise.withResolvers<FoldedByThread>();
  #lines: PlacedLine[] = [];
  #ahead = 0;
  #ready = readiness();

  constructor(workerData: unknown) {
    this.#worker = new Worker(new URL("./folding-thread.ts", import.meta.url), { workerData });
    // Whoever waits hears of a fault; where nobody does, that is no fault of its own.
    this.#ended.promise.catch(() => {});
    this.#worker.on("message", (said: ThreadSays) => this.#hear(said));
    this.#worker.on("error", (fault) => this.#fail(fault));
    this.#worker.on("exit", (status) =>
      this.#fail(new Error(`a folding thread ended with status ${status}`)),
    );
  }

  /** True when no more should come for now. */
  take(line: PlacedLine): boolean {
    this.#lines.push(line);
    if (this.#lines.length < linesABlock) return false;
    this.#send();
    return this.#ahead >= blocksAhead;
  }

  /** Rejects when the thread has failed. */
  async untilReady(): Promise<void> {
    await this.#ready.promise;
  }

  async end(): Promise<FoldedLines> {
    this.#send();
    this.#post("end");
    const { vehicles, skipped } = await this.#ended.promise;
    return {
      skipped,
      vehicles: vehicles.map(({ order, vehicle, state }) => {
        const { replay, ...others } = vehicle;
        return { order, vehicle: { ...others, replay: { ...replay, state: unpackState(state) } } };
      }),
    };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(): void {
    const [first] = this.#lines;
    if (first === undefined) return;
    this.#ahead += 1;
    this.#post(packLines(this.#lines));
    this.#lines = [];
  }

  #post(block: LineBlock | "end"): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(block);
  }

  #hear(said: ThreadSays): void {
    if (said !== "folded") return this.#ended.resolve(said);
    this.#ahead -= 1;
    this.#ready.resolve();
    this.#ready = readiness();
  }

  #fail(fault: Error): void {
    this.#ended.reject(fault);
    this.#ready.reject(fault);
  }
}

/** Nobody may be waiting when a thread fails. */
function readiness(): PromiseWithResolvers<void> {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  return ready;
}
