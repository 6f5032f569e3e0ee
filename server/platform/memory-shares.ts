import { totalmem } from "node:os";
import { setFlagsFromString } from "node:v8";

/** What parts of the service may take of the memory there is. */
export interface MemoryShares {
  /** States of the vehicles that sent last, where the settings name no other number. */
  readonly stateCacheBytes: number;
  /** Pages that each connection to the database keeps. */
  readonly pageCacheKiB: number;
  /** Objects of the writer's thread that are younger than two collections. */
  readonly youngMebibytes: number;
}

/** Of objects younger than two collections, in threads that read and report: V8's own 48 stay taken after a busy minute. */
export const threadYoungMebibytes = 12;

const mebibyte = 2 ** 20;

/**
 * On a machine of 4 GiB or more, as much as is of use; with less, so much less that the rest of the service has room beside it:
 * a container that grows beyond what it is given is killed.
 */
export function memoryShares(allowedBytes = allowedMemory()): MemoryShares {
  const allowed = allowedBytes / mebibyte;
  return {
    stateCacheBytes: mebibyte * between(16, allowed / 8, 512),
    pageCacheKiB: 1024 * between(4, allowed / 32, 32),
    // A commit of thousands of frames ends before they are looked through, and hardly any are left.
    youngMebibytes: between(16, allowed / 16, 96),
  };
}

/** For this process and all its threads: a heap grows by a half at a time, where V8 would rather take memory than collect. */
export function growSlowly(): void {
  setFlagsFromString("--heap-growing-percent=50");
}

/** The memory of the machine, or of the container this runs in. */
function allowedMemory(): number {
  const ofContainer = process.constrainedMemory();
  return ofContainer > 0 ? Math.min(ofContainer, totalmem()) : totalmem();
}

function between(least: number, value: number, most: number): number {
  return Math.floor(Math.min(most, Math.max(least, value)));
}
