import { reasons, type Reason } from "../score.ts";
import { channels, type Channel } from "../sensors.ts";
import { tiers, type Tier } from "../tier.ts";
import { numberKinds } from "./binary-codec.ts";
import { compactLayout, compactMark } from "./compact-score-codec.ts";
import { skimWideScore } from "./skim-wide-score.ts";
import type { SkimmedChannel, SkimmedScore } from "./skimmed-score.ts";

const { beforeShown, shownColumns, flags: bits } = compactLayout;

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
  readonly #numbers = new Float64Array(beforeShown + shownColumns * channels.length);
  readonly #lists = Array.from({ length: 2 ** channels.length }, (_, present) => listOf(present));

  /** The score that stands there among others. Throws RangeError on bytes that are cut short. */
  read(bytes: Uint8Array, from = 0, end = bytes.length): this {
    if (bytes[from] !== compactMark) return Object.assign(this, skimWideScore(bytes.subarray(from, end)));
    if (this.#view.buffer !== bytes.buffer) this.#view = new DataView(bytes.buffer);
    this.#at = bytes.byteOffset + from + 1;
    this.#end = bytes.byteOffset + end;
    this.seq = this.#count();
    this.tier = named(tiers, this.#byte());
    this.reason = named(reasons, this.#byte());
    const flags = this.#byte();
    this.channels = named(this.#lists, this.#byte());
    this.#readNumbers(beforeShown + shownColumns * this.channels.length);
    const [distance, limit, statistic] = this.#numbers;
    this.mahalDistance = isSet(flags, bits.hasDistance) ? distance! : null;
    this.t2Limit = isSet(flags, bits.hasLimit) ? limit! : null;
    this.cusumStatistic = isSet(flags, bits.hasStatistic) ? statistic! : null;
    this.late = isSet(flags, bits.isLate);
    this.#fillChannels();
    return this;
  }

  #fillChannels(): void {
    const numbers = this.#numbers;
    let first = beforeShown;
    for (const channel of this.channels as readonly Filled[]) {
      channel.residual = numbers[first]!;
      channel.cusumUpper = numbers[first + 1]!;
      channel.cusumLower = numbers[first + 2]!;
      channel.cusumLimit = numbers[first + 3]!;
      first += shownColumns;
    }
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

/** The channels of these bits, with places for their numbers. */
function listOf(present: number): readonly SkimmedChannel[] {
  return channels.filter((_, at) => isSet(present, at)).map(emptyChannel);
}

function emptyChannel(channel: Channel): SkimmedChannel {
  const place = channels.indexOf(channel);
  return { channel, place, residual: 0, cusumUpper: 0, cusumLower: 0, cusumLimit: 0 };
}

function isSet(flags: number, bit: number): boolean {
  return ((flags >>> bit) & 1) === 1;
}

function named<T>(names: readonly T[], position: number): T {
  const name = names[position];
  if (name === undefined) throw new RangeError(`no such choice: ${position} of ${names.length}`);
  return name;
}
