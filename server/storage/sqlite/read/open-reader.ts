import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { AttestationReader } from "../../../app/ports/third-parties.ts";
import type { EvidenceReader } from "../../../app/ports/evidence-reader.ts";
import type { FleetReader, UsageReader } from "../../../app/ports/fleet-reader.ts";
import type { KeyringReader, LogReader } from "../../../app/ports/log-reader.ts";
import type { VehicleReader } from "../../../app/ports/vehicle-reader.ts";
import type { Question, Reply } from "./reader-thread.ts";

/** All reading ports over one database file. */
export interface SqliteReader
  extends
    FleetReader,
    VehicleReader,
    EvidenceReader,
    LogReader,
    AttestationReader,
    KeyringReader,
    UsageReader {
  /** Ends the reading thread; questions still open are rejected. */
  close(): Promise<void>;
}

export interface ReaderOptions {
  /** The database; it exists already. */
  readonly file: string;
  /** Called when the reading thread ends by itself: nothing can be read any more, and the process must end. */
  readonly onBroken: (reason: string) => void;
}

/** Opens a database for reading, in a thread of its own. What is committed before a question is in its answer. */
export async function openReader({ file, onBroken }: ReaderOptions): Promise<SqliteReader> {
  const worker = new Worker(new URL("./reader-thread.ts", import.meta.url), { workerData: { file } });
  await once(worker, "message");
  const line = new QuestionLine(worker, onBroken);
  function asks<Name extends keyof Reader>(method: Name): Reader[Name] {
    return ((ask: unknown) => line.ask(method, ask)) as Reader[Name];
  }
  return {
    countFleet: asks("countFleet"),
    listVehicles: asks("listVehicles"),
    openVehicle: asks("openVehicle"),
    findState: asks("findState"),
    listEntries: asks("listEntries"),
    readHistory: asks("readHistory"),
    measureSpan: asks("measureSpan"),
    listScores: asks("listScores"),
    findFrame: asks("findFrame"),
    findEvidence: asks("findEvidence"),
    listEvidence: asks("listEvidence"),
    readCustody: asks("readCustody"),
    findCheckpoint: asks("findCheckpoint"),
    readTile: asks("readTile"),
    readEntries: asks("readEntries"),
    proveInclusion: asks("proveInclusion"),
    proveConsistency: asks("proveConsistency"),
    listKeyringVersions: asks("listKeyringVersions"),
    listLoggedScorers: asks("listLoggedScorers"),
    findSpecification: asks("findSpecification"),
    listUnsealed: asks("listUnsealed"),
    listCosignatures: asks("listCosignatures"),
    findCosignedSize: asks("findCosignedSize"),
    readUsage: asks("readUsage"),
    close: () => line.close(),
  };
}

type Reader = Omit<SqliteReader, "close">;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (fault: Error) => void;
}

/** Questions to the reading thread and who waits for their answers. The http adapter bounds how many are open. */
class QuestionLine {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #ended: Error | null = null;
  #onBroken: (reason: string) => void;

  constructor(worker: Worker, onBroken: (reason: string) => void) {
    this.#worker = worker;
    this.#onBroken = onBroken;
    worker.on("message", (reply: Reply) => this.#settle(reply));
    worker.on("error", (fault: Error) => this.#end(fault));
    worker.on("exit", () => this.#end(new Error("the reading thread has ended")));
  }

  ask(method: string, ask: unknown): Promise<unknown> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    this.#asked += 1;
    const question: Question = { id: this.#asked, method, ask };
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    this.#onBroken = () => {};
    await this.#worker.terminate();
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === "answer") waiting?.resolve(reply.answer);
    else waiting?.reject(new Error(reply.message));
  }

  #end(fault: Error): void {
    if (this.#ended !== null) return;
    this.#ended = fault;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
    this.#onBroken(`reading: ${fault.message}`);
  }
}
