import { reasons, type Reason } from "../score.ts";
import { channels, type Channel } from "../sensors.ts";
import { tiers, type Tier } from "../tier.ts";
import { numberKinds } from "./binary-codec.ts";
import { compactLayout, compactMark } from "./compact-score-codec.ts";
import { channelsOf, isSet, scoreFlags } from "./score-flags.ts";
import { skimWideScore } from "./skim-wide-score.ts";
import type { SkimmedChannel, SkimmedScore } from "./skimmed-score.ts";
import { statedLayout, statedMark, tierAndReason } from "./stated-score-codec.ts";
import { ofSixDigitCode } from "../../numeric/six-digits.ts";

/**
 * What `unpackScore` gives of these members, in a fraction of the time: a series reads 100,000 scores. One score is written
 * over the other: whoever keeps anything of it takes it before the next is read.
 */
export class ScoreSkimmer implements SkimmedScore {
  seq = 0;
  tier: Tier = "UNKNOWN";
  reason: Reason = "learning";
  mahalDistance: number | null = null;
  t2Limit: number | null = null;
  cusumStatistic: number | null = null;
  late = false;
  channels: readonly SkimmedChannel[] = [];

  /** Scores that were read together lie in one buffer. */
  #view: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;
  #end = 0;
  readonly #numbers = new Float64Array(
    compactLayout.beforeShown + compactLayout.shownColumns * channels.length,
  );
  readonly #lists = channelsOf.map((present) => present.map(emptyChannel));

  /** The score that stands there among others. Throws RangeError on bytes that are cut short. */
  read(bytes: Uint8Array, from = 0, end = bytes.length): this {
    if (bytes[from] !== compactMark) return Object.assign(this, skimWideScore(bytes.subarray(from, end)));
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    this.#at = bytes.byteOffset + from + 1;
    this.#end = bytes.byteOffset + end;
    if (bytes[from + 1] === statedMark) this.#readStated();
    else this.#readCompact();
    return this;
  }

  #readStated(): void {
    this.#at += 1;
    this.seq = this.#count();
    const { tier, reason } = tierAndReason(this.#byte());
    this.tier = tier;
    this.reason = reason;
    const flags = this.#byte();
    const bits = this.#byte();
    if (bits >= 4 * this.#lists.length) throw new RangeError(`no such channels: ${bits}`);
    const heard: readonly Filled[] = this.#lists[bits % this.#lists.length]!;
    this.channels = heard;
    const { beforeShown, shownColumns, usualLimits, usualShown } = statedLayout;
    const isUsual = isSet(bits, statedLayout.usualLimitsBit);
    if (!isUsual) this.#readStatedNumbers(2 + heard.length, usualLimits);
    // Behind those of W.
    const limits = isUsual ? usualLimits : this.#numbers;
    for (let at = 0; at < heard.length; at += 1) heard[at]!.cusumLimit = limits[2 + at]!;
    const numbers = this.#numbers;
    this.#readStatedNumbers(beforeShown + shownColumns * heard.length, usualShown);
    this.#takeFlags(flags);
    let first = beforeShown;
    for (const channel of heard) {
      channel.residual = numbers[first]!;
      channel.cusumUpper = numbers[first + 1]!;
      channel.cusumLower = numbers[first + 2]!;
      first += shownColumns;
    }
  }

  #readCompact(): void {
    this.seq = this.#count();
    this.tier = named(tiers, this.#byte());
    this.reason = named(reasons, this.#byte());
    const flags = this.#byte();
    const heard: readonly Filled[] = named(this.#lists, this.#byte());
    this.channels = heard;
    const { beforeShown, shownColumns } = compactLayout;
    this.#readNumbers(beforeShown + shownColumns * heard.length);
    this.#takeFlags(flags);
    const numbers = this.#numbers;
    let first = beforeShown;
    for (const channel of heard) {
      channel.residual = numbers[first]!;
      channel.cusumUpper = numbers[first + 1]!;
      channel.cusumLower = numbers[first + 2]!;
      channel.cusumLimit = numbers[first + 3]!;
      first += shownColumns;
    }
  }

  /** In every layout the first three numbers are these. */
  #takeFlags(flags: number): void {
    const [distance, limit, statistic] = this.#numbers;
    this.mahalDistance = isSet(flags, scoreFlags.hasDistance) ? distance! : null;
    this.t2Limit = isSet(flags, scoreFlags.hasLimit) ? limit! : null;
    this.cusumStatistic = isSet(flags, scoreFlags.hasStatistic) ? statistic! : null;
    this.late = isSet(flags, scoreFlags.isLate);
  }

  /** As `numbersBeside` reads them. */
  #readNumbers(length: number): void {
    if (this.#count() !== length) throw new RangeError("a stored score has other numbers than its channels");
    for (let first = 0; first < length; first += 4) {
      const end = Math.min(first + 4, length);
      for (let at = first, kinds = this.#byte(); at < end; at += 1, kinds >>= 2) {
        this.#numbers[at] = this.#number(kinds & 3, at);
      }
    }
  }

  /** As `statedNumbers` writes them. */
  #readStatedNumbers(length: number, usual: readonly number[]): void {
    for (let first = 0; first < length; first += 4) {
      const end = Math.min(first + 4, length);
      for (let at = first, kinds = this.#byte(); at < end; at += 1, kinds >>= 2) {
        this.#numbers[at] = this.#statedNumber(kinds & 3, usual[at]!);
      }
    }
  }

  #statedNumber(kind: number, usual: number): number {
    if (kind === numberKinds.expected) return usual;
    if (kind === numberKinds.whole) return this.#count();
    if (kind === numberKinds.wide) return this.#view.getFloat64(this.#forward(8), true);
    const at = this.#forward(3);
    return ofSixDigitCode(this.#view.getUint16(at, true) + 65_536 * this.#view.getUint8(at + 2));
  }

  #number(kind: number, at: number): number {
    if (kind === numberKinds.wide) return this.#view.getFloat64(this.#forward(8), true);
    if (kind === numberKinds.expected) return compactLayout.expectedShown(at);
    return kind === numberKinds.whole ? this.#count() : this.#view.getFloat32(this.#forward(4), true);
  }

  #count(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  #byte(): number {
    return this.#view.getUint8(this.#forward(1));
  }

  /** The place of the next so many bytes. */
  #forward(bytes: number): number {
    const from = this.#at;
    this.#at = from + bytes;
    if (this.#at > this.#end) throw new RangeError("the bytes are cut short");
    return from;
  }
}

type Filled = { -readonly [Member in keyof SkimmedChannel]: SkimmedChannel[Member] };

function emptyChannel(channel: Channel): SkimmedChannel {
  const place = channels.indexOf(channel);
  return { channel, place, residual: 0, cusumUpper: 0, cusumLower: 0, cusumLimit: 0 };
}

function named<T>(names: readonly T[], position: number): T {
  const name = names[position];
  if (name === undefined) throw new RangeError(`no such choice: ${position} of ${names.length}`);
  return name;
}
