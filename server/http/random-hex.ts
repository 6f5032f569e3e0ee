import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(8_192);
let used = pool.length;

/** Random bytes as hexadecimal, for ids and traces. Drawn from the system in large pieces, because every request needs some. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}
