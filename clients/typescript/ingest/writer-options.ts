import type { PlumblineError } from "../errors.ts";
import type { FrameFault } from "../generated/contract.ts";
import type { Spool } from "./spool.ts";

export interface WriterOptions {
  /** A group goes out when it has this many frames, … ; default 1000. */
  readonly flushFrames?: number;
  /** … or this many bytes, … ; default 1 MiB. */
  readonly flushBytes?: number;
  /** … or is this old; default 1000. */
  readonly flushMs?: number;
  /** Bytes kept until they are acknowledged; default 16 MiB in memory, 256 MiB in a spool. */
  readonly maxBytes?: number;
  /** `wait`, the default: `write` resolves when there is room again. `drop`: it gives the frame to `onDrop`. */
  readonly whenFull?: "wait" | "drop";
  /** Default true, where the platform can. */
  readonly gzip?: boolean;
  /** Default: memory. `@plumbline/client/spool` has one on disk, which survives the end of the process. */
  readonly spool?: Spool;
  /** Called for every frame that the service will not have, each with the reason. Full storage (507) is waited out and drops none. */
  readonly onDrop?: (drop: Drop) => void;
  /** Called before each wait for a service that is not there, or has no time. */
  readonly onRetry?: (error: PlumblineError, waitMs: number) => void;
}

export interface Drop {
  /** `rejected` by the service; no room (`full`); not sent when the writer was closed (`closed`). */
  readonly reason: "rejected" | "full" | "closed";
  readonly frames: number;
  /** The frame as it was written; null for those not sent when the writer was closed. */
  readonly frame: string | null;
  /** What the service objects to. */
  readonly fault: FrameFault | null;
}

export interface WriterTally {
  readonly written: number;
  readonly ingested: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly dropped: number;
  /** Not acknowledged yet; left in the spool once the writer is closed. */
  readonly kept: number;
}

/** The service takes no longer line. */
export const lineBytesLimit = 64 * 1024;

const defaults = {
  flushFrames: 1000,
  flushBytes: 1 << 20,
  flushMs: 1000,
  gzip: true,
  whenFull: "wait",
} as const;
const memoryBytes = 16 << 20;
const spoolBytes = 256 << 20;

/** The options with nothing left open. */
export type WriterSettings = Required<
  Pick<WriterOptions, "flushFrames" | "flushBytes" | "flushMs" | "gzip" | "whenFull" | "maxBytes">
>;

export function writerSettings(options: WriterOptions): WriterSettings {
  const maxBytes = options.maxBytes ?? (options.spool === undefined ? memoryBytes : spoolBytes);
  const settings = { ...defaults, ...options, maxBytes };
  for (const name of ["flushFrames", "flushBytes", "flushMs"] as const) {
    if (!(settings[name] > 0)) throw new RangeError(`${name} is ${settings[name]}; it must be more than 0`);
  }
  if (!(maxBytes >= 2 * lineBytesLimit)) {
    throw new RangeError(`maxBytes is ${maxBytes}; it must be at least ${2 * lineBytesLimit}`);
  }
  return settings;
}
