import { freeMemory, type Heart } from "../../../core/heart/open-heart.ts";

/**
 * One stream of blocks that every host makes for itself, of whole numbers of 32 bits and of + − × in binary64, and folds by
 * the engine: here for Node and browsers, fold_stream.py for Python, ../evidence/go/heart for Go.
 *
 * Four vehicles in turn have three channels each: white noise with knocks; noise that wanders, with a step and its return; and
 * a level that is drawn anew in each session. Most blocks are even, some come late, every 250th after a pause.
 */
const gapsSeconds = [1, 60, 600, 14_400];
const dropAfter = [75, 200, 500, 2000];
const channels = 3;
const unjudged = 50;
const bankBytes = 131_072;
const zones = 128;
const results = 256;

/** SHA-256 of the banks' bytes, and of all statistics in the order of the blocks (binary64, little-endian). */
export interface StreamDigest {
  readonly states: string;
  readonly statistics: string;
  /** The greatest statistic, a natural logarithm; only here, to see that the stream is no calm one. */
  readonly greatest: number;
}

/** Folds so many blocks, a multiple of 4 that is at least 200. */
export async function foldStream(heart: Heart, blocks: number): Promise<StreamDigest> {
  const memory = new Uint8Array(heart.memory.buffer);
  const view = new DataView(heart.memory.buffer);
  const vehicles = gapsSeconds.map((gap, at) => new Vehicle(gap, freeMemory + bankBytes * (at + 1)));
  vehicles.forEach(({ bank, gap }, at) => {
    heart.sowBank(bank, channels, 0.8, gap);
    heart.limitBank(bank, 2.5, dropAfter[at]!);
  });
  view.setFloat64(freeMemory + zones, 0, true);
  view.setFloat64(freeMemory + zones + 8, 0.25, true);
  view.setFloat64(freeMemory + zones + 16, 0, true);

  const draw = new Draw();
  const statistics = new Uint8Array(8 * channels * (blocks - vehicles.length * unjudged));
  let length = 0;
  let greatest = -Infinity;
  for (let at = 0; at < blocks; at += 1) {
    const vehicle = vehicles[at % vehicles.length]!;
    const block = Math.floor(at / vehicles.length);
    vehicle
      .next(block, draw)
      .forEach((value, channel) => view.setFloat64(freeMemory + 8 * channel, value, true));
    heart.foldBlock(vehicle.bank, vehicle.time, block, freeMemory, block < unjudged ? 0 : 1);
    if (block < unjudged) continue;
    const found = freeMemory + results;
    statistics.set(memory.subarray(found, found + 8 * channels), length);
    length += 8 * channels;
    greatest = Math.max(greatest, view.getFloat64(found, true), view.getFloat64(found + 8, true));
  }
  const states = vehicles.map(({ bank }) => memory.slice(bank, bank + heart.bankBytes(bank)));
  return { states: await sha256(states), statistics: await sha256([statistics]), greatest };
}

async function sha256(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await new Blob([...parts]).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Vehicle {
  readonly gap: number;
  readonly bank: number;
  time = 0;
  #wander = 0;
  #session = 0;
  constructor(gap: number, bank: number) {
    this.gap = gap;
    this.bank = bank;
  }

  /** The time and the three values of the next block. */
  next(block: number, draw: Draw): readonly [number, number, number] {
    const isLate = draw.uniform() < 0.0625;
    this.time += isLate ? this.gap * (1 + 7 * draw.uniform()) : this.gap;
    if (block % 250 === 249) {
      this.time += 20_000;
      this.#session = draw.normal();
    }
    const knock = draw.uniform() < 0.00390625 ? 12 : 0;
    const step = block % 4000 >= 3000 ? 3 : 0;
    const white = 0.5 * draw.normal() + knock;
    this.#wander = 0.98 * this.#wander + 0.2 * draw.normal();
    const wandering = this.#wander + 0.3 * draw.normal() + step;
    return [white, wandering, this.#session + 0.3 * draw.normal()];
  }
}

class Draw {
  #state = 2_463_534_242;
  /** 0 to 1: Marsaglia's xorshift of 32 bits (2003). */
  uniform(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 4_294_967_296;
  }
  /** Variance 1, nearly normal: the sum of four. */
  normal(): number {
    const sum = this.uniform() + this.uniform() + this.uniform() + this.uniform();
    return (sum - 2) * 1.7320508075688772;
  }
}
