import type { Heart } from "./open-heart.ts";

/**
 * Why a module is not run, or not to its end. None of these says that what it scored is wrong: that was not checked.
 * - `unsupported`: tables, tags, or an instruction beyond those that every engine has and that give the same bits everywhere
 * - `memory`: none exported, more than one, more than allowed, or the module would grow it
 */
export type HeartRefusal =
  | "not-a-module"
  | "too-large"
  | "imports"
  | "unsupported"
  | "memory"
  | "steps"
  | "trap";

export class RefusedHeart extends Error {
  readonly reason: HeartRefusal;
  constructor(reason: HeartRefusal) {
    super(`the module is not run: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Memory in mebibytes, all of which the caller gets, and steps of each call, less than 2³¹. A step is a byte of code that may
 * have run, a local of a function that was entered, or 16 bytes that one instruction filled or copied.
 */
export interface HeartLimits {
  readonly mebibytes: number;
  readonly steps: number;
}

const mostBytes = 2 ** 20;

/**
 * An engine of bytes that nobody vouches for. It imports nothing, so that it reads and writes its own memory only; its steps
 * are counted by code that is added here, the same in every JavaScript engine, with no clock and no thread of its own.
 *
 * @throws {RefusedHeart} here, and from each of the engine's functions where it takes too many steps or traps. After that its
 *   memory is of no use.
 */
export async function openBoundedHeart(
  bytes: Uint8Array<ArrayBuffer>,
  { mebibytes, steps }: HeartLimits,
): Promise<Heart> {
  if (bytes.length > mostBytes) throw new RefusedHeart("too-large");
  if (!WebAssembly.validate(bytes)) throw new RefusedHeart("not-a-module");
  const counting = withCounter(bytes, mebibytes * 16);
  if (!WebAssembly.validate(counting)) throw new RefusedHeart("unsupported");
  const exports = await instantiate(counting);
  const left = exports[stepsLeft] as WebAssembly.Global;
  const bounded = Object.entries(exports).map(([name, value]) => [
    name,
    typeof value === "function" ? within(left, steps, value as AnyFunction) : value,
  ]);
  const heart = Object.fromEntries(bounded) as Readonly<Record<string, AnyFunction>>;
  // Before the memory grows, as where a module starts by itself: it may ask for the size.
  heart[begin]?.();
  growTo(mebibytes * 16, exports["memory"]);
  return heart as unknown as Heart;
}

type AnyFunction = (...numbers: readonly number[]) => number;

async function instantiate(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Exports> {
  try {
    return (await WebAssembly.instantiate(bytes)).instance.exports;
  } catch {
    // Data that lies outside the memory.
    throw new RefusedHeart("trap");
  }
}

function growTo(pages: number, memory: WebAssembly.ExportValue | undefined): void {
  if (!(memory instanceof WebAssembly.Memory)) throw new RefusedHeart("memory");
  try {
    memory.grow(pages - memory.buffer.byteLength / 65_536);
  } catch {
    // Its own limit is lower than what the caller needs.
    throw new RefusedHeart("memory");
  }
}

function within(left: WebAssembly.Global, steps: number, call: AnyFunction): AnyFunction {
  return (...numbers) => {
    left.value = steps;
    try {
      return call(...numbers);
    } catch {
      throw new RefusedHeart(left.value < 0 ? "steps" : "trap");
    }
  };
}

// ---- the module's bytes: WebAssembly Core Specification 2.0, chapter 5 ----

const section = {
  types: 1,
  imports: 2,
  functions: 3,
  memories: 5,
  globals: 6,
  exports: 7,
  start: 8,
  code: 10,
  data: 11,
  dataCount: 12,
} as const;
/** What a module may have, in the order that is prescribed. What starts by itself becomes a function that is called. */
const written: readonly number[] = [
  section.types,
  section.functions,
  section.memories,
  section.globals,
  section.exports,
  section.dataCount,
  section.code,
  section.data,
];

/** Names of exports; a module that has them is refused. */
const stepsLeft = "plumbline steps left";
const begin = "plumbline begin";

type Bytes = Uint8Array | readonly number[];

/** A valid module with steps counted at each function, loop and instruction of many bytes. */
function withCounter(bytes: Uint8Array, mostPages: number): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(bytes);
  if (listOf(sections, section.imports).count > 0) throw new RefusedHeart("imports");
  if ([...sections.keys()].some((id) => !allowed.has(id))) throw new RefusedHeart("unsupported");
  checkMemory(listOf(sections, section.memories), mostPages);

  const globals = listOf(sections, section.globals);
  const counter: Counter = { steps: unsigned(globals.count), length: unsigned(globals.count + 1) };
  const zero = [0x7f, 0x01, 0x41, 0x00, 0x0b];
  sections.set(section.globals, joined([unsigned(globals.count + 2), globals.items, zero, zero]));

  const exports = listOf(sections, section.exports);
  const further: Bytes[] = [named(stepsLeft), [0x03], counter.steps];
  const start = sections.get(section.start);
  if (start) further.push(named(begin), [0x00], start);
  const count = unsigned(exports.count + (start ? 2 : 1));
  sections.set(section.exports, joined([count, exports.items, ...further]));

  const bodies = listOf(sections, section.code);
  const reader = new Reader(bodies.items);
  const counted = Array.from({ length: bodies.count }, () => {
    const end = reader.unsigned() + reader.at;
    const body = countedBody(reader, end, counter);
    return [unsigned(body.length), body];
  });
  sections.set(section.code, joined([unsigned(bodies.count), ...counted.flat()]));

  const whole = written.flatMap((id) => {
    const content = sections.get(id);
    return content ? [[id], unsigned(content.length), content] : [];
  });
  return joined([bytes.subarray(0, 8), ...whole]);
}

const allowed = new Set([...written, section.imports, section.start]);

/** Sections by their number; those with a name of their own have no effect and are left out. */
function sectionsOf(bytes: Uint8Array): Map<number, Uint8Array> {
  const sections = new Map<number, Uint8Array>();
  const reader = new Reader(bytes);
  reader.at = 8;
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const content = reader.take(reader.unsigned());
    if (id > 0) sections.set(id, content);
  }
  return sections;
}

interface List {
  readonly count: number;
  readonly items: Uint8Array;
}
function listOf(sections: ReadonlyMap<number, Uint8Array>, id: number): List {
  const reader = new Reader(sections.get(id) ?? new Uint8Array(1));
  const count = reader.unsigned();
  return { count, items: reader.bytes.subarray(reader.at) };
}

/** One memory, not shared, of 32 bits. */
function checkMemory({ count, items }: List, mostPages: number): void {
  const reader = new Reader(items);
  if (count !== 1 || reader.byte() > 1 || reader.unsigned() > mostPages) throw new RefusedHeart("memory");
}

/** Numbers of the two globals that are added. */
interface Counter {
  readonly steps: readonly number[];
  readonly length: readonly number[];
}

/** One function: locals, then instructions. A loop's iteration is charged with all bytes up to its end. */
function countedBody(reader: Reader, end: number, counter: Counter): Uint8Array {
  const start = reader.at;
  const locals = skipLocals(reader);
  const parts: Bytes[] = [reader.bytes.subarray(start, reader.at), charge(counter, end - start + locals)];
  const open: (OpenLoop | null)[] = [];
  let copied = reader.at;
  const copyTo = (at: number) => {
    parts.push(reader.bytes.subarray(copied, at));
    copied = at;
  };
  while (reader.at < end) {
    const at = reader.at;
    switch (nextInstruction(reader)) {
      case "block":
        open.push(null);
        break;
      case "loop":
        copyTo(reader.at);
        open.push({ part: parts.push([]) - 1, at });
        break;
      case "end": {
        const loop = open.pop();
        if (loop) parts[loop.part] = charge(counter, reader.at - loop.at);
        break;
      }
      case "many-bytes":
        copyTo(at);
        parts.push(chargeLength(counter));
        break;
      case "other":
        break;
    }
  }
  copyTo(end);
  return joined(parts);
}
interface OpenLoop {
  readonly part: number;
  readonly at: number;
}

function skipLocals(reader: Reader): number {
  let locals = 0;
  for (let groups = reader.unsigned(); groups > 0; groups -= 1) {
    locals += reader.unsigned();
    if (!isNumberType(reader.byte())) throw new RefusedHeart("unsupported");
  }
  return locals;
}

/** steps −= cost; a trap where none is left. */
function charge({ steps }: Counter, cost: number): readonly number[] {
  return [0x23, ...steps, 0x41, ...signed(cost), 0x6b, 0x24, ...steps, ...trapWhenNegative(steps)];
}
/** The same by the length on top of the stack, which stays there. */
function chargeLength({ steps, length }: Counter): readonly number[] {
  const cost = [0x23, ...length, 0x41, 0x04, 0x76];
  const charged = [0x23, ...steps, ...cost, 0x6b, 0x24, ...steps];
  return [0x24, ...length, ...charged, ...trapWhenNegative(steps), 0x23, ...length];
}
function trapWhenNegative(steps: readonly number[]): readonly number[] {
  return [0x23, ...steps, 0x41, 0x00, 0x48, 0x04, 0x40, 0x00, 0x0b];
}

type Instruction = "block" | "loop" | "end" | "many-bytes" | "other";

/** Reads one instruction with all that belongs to it; refuses those that are not known here. */
function nextInstruction(reader: Reader): Instruction {
  const opcode = reader.byte();
  if (opcode === 0x0b) return "end";
  if (opcode >= 0x02 && opcode <= 0x04) {
    skipBlockType(reader);
    return opcode === 0x03 ? "loop" : "block";
  }
  // memory.grow
  if (opcode === 0x40) throw new RefusedHeart("memory");
  if (opcode === 0xfc) return skipBulk(reader);
  if (opcode === 0xfd) skipVector(reader);
  else skipOperands(reader, operandsOf[opcode]);
  return "other";
}

type Operands = "none" | "number" | "address" | "four" | "eight" | "table";
const operandsOf: readonly (Operands | undefined)[] = Array.from({ length: 256 }, (_, opcode) => {
  const rows: readonly (readonly [from: number, to: number, operands: Operands])[] = [
    [0x00, 0x01, "none"], // unreachable, nop
    [0x05, 0x05, "none"], // else
    [0x0c, 0x0d, "number"], // br, br_if
    [0x0e, 0x0e, "table"], // br_table
    [0x0f, 0x0f, "none"], // return
    [0x10, 0x10, "number"], // call
    [0x1a, 0x1b, "none"], // drop, select
    [0x20, 0x24, "number"], // locals, globals
    [0x28, 0x3e, "address"], // loads, stores
    [0x3f, 0x3f, "number"], // memory.size
    [0x41, 0x42, "number"], // constants
    [0x43, 0x43, "four"],
    [0x44, 0x44, "eight"],
    [0x45, 0xc4, "none"], // comparisons, arithmetic, conversions
  ];
  return rows.find(([from, to]) => opcode >= from && opcode <= to)?.[2];
});

function skipOperands(reader: Reader, operands: Operands | undefined): void {
  switch (operands) {
    case undefined:
      throw new RefusedHeart("unsupported");
    case "none":
      return;
    case "number":
      reader.skipNumber();
      return;
    case "address":
      // Beyond 15 the first number would say that a third one follows.
      if (reader.unsigned() > 15) throw new RefusedHeart("unsupported");
      reader.skipNumber();
      return;
    case "four":
      reader.take(4);
      return;
    case "eight":
      reader.take(8);
      return;
    case "table":
      for (let labels = reader.unsigned() + 1; labels > 0; labels -= 1) reader.skipNumber();
  }
}

/** Nothing, one type of number, or the number of a type: other types would be longer. */
function skipBlockType(reader: Reader): void {
  const at = reader.at;
  const last = reader.skipNumber();
  const isNegative = (last & 0x40) > 0;
  const isOne = reader.at === at + 1 && (last === 0x40 || isNumberType(last));
  if (isNegative && !isOne) throw new RefusedHeart("unsupported");
}
/** i32, i64, f32, f64, v128. */
function isNumberType(type: number): boolean {
  return type >= 0x7b && type <= 0x7f;
}

/** Conversions that saturate; memory.init, data.drop, memory.copy, memory.fill. */
function skipBulk(reader: Reader): Instruction {
  const opcode = reader.unsigned();
  if (opcode > 11) throw new RefusedHeart("unsupported");
  const operands = [2, 1, 2, 1][opcode - 8] ?? 0;
  for (let at = 0; at < operands; at += 1) reader.skipNumber();
  return operands > 0 && opcode !== 9 ? "many-bytes" : "other";
}

/** SIMD; the relaxed one, whose bits differ between machines, begins at 256. */
function skipVector(reader: Reader): void {
  const opcode = reader.unsigned();
  if (opcode > 255) throw new RefusedHeart("unsupported");
  const isIn = (from: number, to: number) => opcode >= from && opcode <= to;
  // Loads and stores, those of a lane among them; constants and shuffles; what names a lane.
  if (isIn(0, 11) || isIn(84, 93)) skipOperands(reader, "address");
  if (isIn(12, 13)) reader.take(16);
  if (isIn(21, 34) || isIn(84, 91)) reader.byte();
}

class Reader {
  readonly bytes: Uint8Array;
  at = 0;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  byte(): number {
    return this.bytes[this.at++]!;
  }
  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  /** A number of 32 bits without a sign, seven bits a byte. */
  unsigned(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }
  /** Any number, seven bits a byte; its last byte. */
  skipNumber(): number {
    let byte = this.byte();
    while (byte >= 0x80) byte = this.byte();
    return byte;
  }
}

function unsigned(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
/** Of a number that is not negative. */
function signed(value: number): readonly number[] {
  return value < 64 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}
function named(name: string): Bytes {
  return [name.length, ...Array.from(name, (letter) => letter.charCodeAt(0))];
}
function joined(parts: readonly Bytes[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
