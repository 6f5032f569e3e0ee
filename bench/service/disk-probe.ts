import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface DiskProbe {
  readonly fdatasyncMsP50: number;
  readonly fdatasyncMsP99: number;
}

/** How long this disk takes, right now, to make 4 KiB durable: the floor under every commit. */
export function probeDisk(folder: string, times = 200): DiskProbe {
  const path = join(folder, "disk-probe");
  const file = openSync(path, "w");
  const block = Buffer.alloc(4096, 1);
  const tookMs: number[] = [];
  for (let n = 0; n < times; n += 1) {
    writeSync(file, block);
    const beganMs = performance.now();
    fdatasyncSync(file);
    tookMs.push(performance.now() - beganMs);
  }
  closeSync(file);
  unlinkSync(path);
  tookMs.sort((one, other) => one - other);
  const at = (share: number) => tookMs[Math.floor(share * (times - 1))]!;
  return { fdatasyncMsP50: at(0.5), fdatasyncMsP99: at(0.99) };
}
