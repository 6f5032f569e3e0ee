import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { HeartRefusal } from "./bounded-heart.ts";
import { freeMemory, type Heart, openHeart } from "./open-heart.ts";

export const compiledBytes = Uint8Array.from(readFileSync(join(import.meta.dirname, "heart.wasm")));
const compiled = new WebAssembly.Module(compiledBytes);

export const compiledHeart = (mebibytes?: number): Heart => openHeart(compiled, mebibytes);

/** A bank in the memory of an engine, and what is passed to it. */
export class TestBank {
  readonly heart: Heart;
  readonly at = freeMemory + 4096;
  readonly #view: DataView;

  constructor(heart: Heart, channels: number, gap: number) {
    this.heart = heart;
    this.#view = new DataView(heart.memory.buffer);
    // The plain form's memory is all tests' that run in one process.
    new Uint8Array(heart.memory.buffer, freeMemory, 4096).fill(0);
    heart.sowBank(this.at, channels, 0.8, gap);
  }

  /** Folds one value a channel; gives each channel's statistic. */
  fold(time: number, values: readonly number[], judged = true, zone = 0): readonly number[] {
    for (const [channel, value] of values.entries()) {
      this.#view.setFloat64(freeMemory + 8 * channel, value, true);
      this.#view.setFloat64(freeMemory + 128 + 8 * channel, zone, true);
    }
    this.heart.foldBlock(this.at, time, 0, freeMemory, judged ? 1 : 0);
    return values.map((_, channel) => this.#view.getFloat64(freeMemory + 256 + 8 * channel, true));
  }

  /** The table of noise models: three shares, three time constants and the weight of each. */
  models(): readonly (readonly number[])[] {
    const { heart } = this;
    const parts = [0, 1, 2];
    return Array.from({ length: heart.modelsOfTable() }, (_, model) => [
      ...parts.map((part) => heart.shareOf(model, part)),
      ...parts.map((part) => heart.timeConstantOf(model, part)),
      heart.weightOf(model),
    ]);
  }

  /** The live models, by their rows in the table, with the logarithms of their posteriors. */
  posterior(): readonly (readonly [model: string, posterior: number])[] {
    const live = Array.from({ length: this.heart.liveModels(this.at) }, (_, k) => k);
    return live.map((k) => [String(this.heart.modelAt(this.at, k)), this.heart.posteriorAt(k)]);
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.heart.memory.buffer, this.at, this.heart.bankBytes(this.at));
  }
}

/**
 * The kinds of the tests, as engine/layout.ts has them: channels, transform, side, limits, least scale, share of the zone, offset,
 * whether zero is right, worst tier, rule of defaults, expected scale, gate.
 */
export const testKinds = [
  [3, 2, 0, 0.2, 0.5, 0.002, 0.25, 0, 0, 3, 2, 0.06, -1, 0],
  [1, 0, 0, 0.2, 0.5, 0.002, 0.25, 0, 1, 3, 0, 0.06, -1, 0],
  [1, 1, 1, 0.1, 0.3, 0.02, 0.25, 0.01, 1, 3, 1, 0.35, 3, 0.2],
  [1, 3, -1, 0.2, 1, 0.05, 0.25, 0, 0, 2, -1, 0.6, -1, 0],
] as const;
export const [camera, radar, lidar] = [0, 1, 2] as const;
export type TestReading = readonly [kind: number, numbers: readonly number[]];
export const tiers = ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"] as const;
export type TestTier = (typeof tiers)[number];

/** A vehicle in the memory of an engine; a sensor of a kind begins with its first reading. */
export class TestVehicle {
  readonly heart: Heart;
  readonly at = freeMemory + 16_384;
  readonly #view: DataView;
  readonly #score = freeMemory + 2048;
  readonly #instances = new Map<number, number>();

  constructor(heart: Heart, kinds: readonly (readonly number[])[] = testKinds) {
    this.heart = heart;
    this.#view = new DataView(heart.memory.buffer);
    for (const [kind, row] of kinds.entries()) this.#write(heart.kindRow(kind), row);
    heart.layVehicle(this.at);
  }

  fold(seconds: number, readings: readonly TestReading[]): void {
    this.#write(freeMemory, [seconds, readings.length]);
    for (const [r, [kind, numbers]] of readings.entries()) {
      let instance = this.#instances.get(kind);
      if (instance === undefined) {
        instance = this.heart.addInstance(this.at, kind, 0);
        this.#instances.set(kind, instance);
      }
      this.#write(freeMemory + 16 + 80 * r, [instance, ...numbers]);
    }
    this.heart.foldFrame(this.at, freeMemory);
  }

  /** The kinds of which there was a reading. */
  get kinds(): readonly number[] {
    return [...this.#instances.keys()];
  }
  /** A number of the vehicle's score, and of a sensor's, by its row (engine/score.ts). */
  score(row: number): number {
    this.heart.writeScore(this.at, this.#score);
    return this.#view.getFloat64(this.#score + 8 * row, true);
  }
  of(kind: number, row: number): number {
    return this.score(32 + 88 * this.#instanceOf(kind) + row);
  }
  get vehicleTier(): TestTier {
    return tiers[this.score(2)]!;
  }
  tier(kind: number): TestTier {
    return tiers[this.of(kind, 3)]!;
  }
  changes(kind: number): number {
    return this.of(kind, 6);
  }
  /** When the proved change began, seconds. */
  changeTime(kind: number): number {
    return this.of(kind, 9);
  }
  /** Drift of a channel in its own unit, and its standard deviation. */
  drift(kind: number, channel = 0): readonly [drift: number, sd: number] {
    return [this.of(kind, 64 + channel), this.of(kind, 67 + channel)];
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.heart.memory.buffer, this.at, this.heart.vehicleBytes(this.at));
  }

  #instanceOf(kind: number): number {
    const instance = this.#instances.get(kind);
    if (instance === undefined) throw new RangeError(`no reading of kind ${kind} was folded`);
    return instance;
  }
  #write(at: number, numbers: readonly number[]): void {
    for (const [index, number] of numbers.entries()) this.#view.setFloat64(at + 8 * index, number, true);
  }
}

/** Standard normal values from a seed (mulberry32, Box–Muller). */
export function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

interface Parts {
  /** The instructions of each function, without the last `end`; the first function is exported as `run`. */
  readonly code: readonly (readonly number[])[];
  readonly pages?: number;
  readonly imports?: readonly number[];
  readonly table?: boolean;
  /** Whether the first function runs as the module is opened. */
  readonly starts?: boolean;
  /** The name under which the memory is exported. */
  readonly memory?: string;
}

/** A module whose functions take nothing and give nothing. Lists are shorter than 128. */
export function moduleOf(parts: Parts): Uint8Array<ArrayBuffer> {
  const { code, pages = 1, imports, table = false, starts = false, memory = "memory" } = parts;
  const bodies = code.flatMap((body) => sized([0, ...body, 0x0b]));
  const run = [...text("run"), 0, imports ? 1 : 0];
  const sections: readonly (readonly [id: number, content: readonly number[]] | null)[] = [
    [1, [1, 0x60, 0, 0]],
    imports ? [2, [1, ...imports]] : null,
    [3, [code.length, ...code.map(() => 0)]],
    table ? [4, [1, 0x70, 0, 1]] : null,
    [5, [1, 0, ...leb(pages)]],
    [7, [2, ...text(memory), 2, 0, ...run]],
    starts ? [8, [0]] : null,
    [10, [code.length, ...bodies]],
  ];
  const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  return Uint8Array.from([
    ...magic,
    ...sections.flatMap((section) => (section ? [section[0], ...sized(section[1])] : [])),
  ]);
}
function sized(bytes: readonly number[]): readonly number[] {
  return [...leb(bytes.length), ...bytes];
}
function text(name: string): readonly number[] {
  return [name.length, ...Buffer.from(name)];
}
function leb(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

const forEver = [0x03, 0x40, 0x0c, 0x00, 0x0b];
const vector = [0xfd, 12, ...Array.from({ length: 16 }, () => 0)];

interface RefusedModule {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly reason: HeartRefusal;
}
/** Modules as somebody might send them who wants a verifier to hang, grow or answer what it was not asked. */
export const refusedModules: readonly RefusedModule[] = [
  { name: "no module", bytes: Uint8Array.from(Buffer.from("a letter")), reason: "not-a-module" },
  { name: "nothing", bytes: new Uint8Array(), reason: "not-a-module" },
  {
    name: "a module of more than a mebibyte",
    bytes: new Uint8Array(2 ** 20 + 1),
    reason: "too-large",
  },
  { name: "a loop for ever", bytes: moduleOf({ code: [forEver] }), reason: "steps" },
  {
    name: "a loop for ever as it opens",
    bytes: moduleOf({ code: [forEver], starts: true }),
    reason: "steps",
  },
  {
    // Each function calls the next one twice: 2⁴⁰ calls without a loop.
    name: "calls that double",
    bytes: moduleOf({
      code: [...Array.from({ length: 40 }, (_, at) => [0x10, at + 1, 0x10, at + 1]), [0x01]],
    }),
    reason: "steps",
  },
  { name: "a call of itself without end", bytes: moduleOf({ code: [[0x10, 0]] }), reason: "trap" },
  {
    name: "memory without end",
    bytes: moduleOf({ code: [[0x03, 0x40, 0x41, 1, 0x40, 0, 0x1a, 0x0c, 0, 0x0b]] }),
    reason: "memory",
  },
  { name: "1,000 pages at once", bytes: moduleOf({ code: [[]], pages: 1000 }), reason: "memory" },
  { name: "no memory to work in", bytes: moduleOf({ code: [[]], memory: "other" }), reason: "memory" },
  {
    name: "a function of the host",
    bytes: moduleOf({ code: [[0x10, 0]], imports: [...text("host"), ...text("read"), 0, 0] }),
    reason: "imports",
  },
  { name: "a table", bytes: moduleOf({ code: [[]], table: true }), reason: "unsupported" },
  {
    name: "a product whose bits depend on the machine",
    bytes: moduleOf({ code: [[...vector, ...vector, ...vector, 0xfd, 0x85, 0x02, 0x1a]] }),
    reason: "unsupported",
  },
  {
    name: "the counter's own name",
    bytes: moduleOf({ code: [[]], memory: "plumbline steps left" }),
    reason: "unsupported",
  },
  { name: "an instruction that traps", bytes: moduleOf({ code: [[0x00]] }), reason: "trap" },
];
