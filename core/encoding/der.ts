import { concatBytes } from "./bytes.ts";

/**
 * Strict DER (X.690): one encoding for each value. Definite lengths in their shortest form, tags below 31, nothing left
 * over. What is not that is a `DerFault`.
 */
export interface DerValue {
  /** The identifier octet: class, constructed bit and number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** Identifier, length and content: what is hashed and compared. */
  readonly whole: Uint8Array;
}

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Tag of `[number]`: constructed, or holding a primitive value under an implicit tag. */
export function contextTag(number: number, { constructed }: { readonly constructed: boolean }): number {
  return 0x80 | (constructed ? 0x20 : 0) | number;
}

export class DerFault extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "DerFault";
  }
}

/** The one value these bytes are. */
export function readDer(bytes: Uint8Array): DerValue {
  const value = readAt(bytes, 0);
  if (value.whole.length !== bytes.length) throw new DerFault("bytes follow the value");
  return value;
}

/** The values one after another inside a constructed value. */
export function childrenOf({ content }: DerValue): readonly DerValue[] {
  const children: DerValue[] = [];
  for (let at = 0; at < content.length;) {
    const child = readAt(content, at);
    children.push(child);
    at += child.whole.length;
  }
  return children;
}

/** Its children, if it has this tag. */
export function expectChildren(value: DerValue | undefined, tag: number): readonly DerValue[] {
  return childrenOf(expectTag(value, tag));
}

export function expectTag(value: DerValue | undefined, tag: number): DerValue {
  if (value === undefined) throw new DerFault("a value is missing");
  if (value.tag !== tag) throw new DerFault(`tag ${hex(value.tag)} where ${hex(tag)} is due`);
  return value;
}

/** A whole number of at most 20 octets, as RFC 5280 has serial numbers. */
export function integerOf(value: DerValue | undefined, tag: number = derTags.integer): bigint {
  const { content } = expectTag(value, tag);
  const [first = 0, second] = content;
  if (content.length === 0 || content.length > 21 || repeatsSign(first, second)) {
    throw new DerFault("not an integer");
  }
  const magnitude = content.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return first < 0x80 ? magnitude : magnitude - (1n << BigInt(content.length * 8));
}

/** A first octet that says no more than the sign the second one has anyway. */
function repeatsSign(first: number, second: number | undefined): boolean {
  if (second === undefined) return false;
  return first === (second < 0x80 ? 0 : 0xff);
}

export function booleanOf(value: DerValue | undefined): boolean {
  const { content } = expectTag(value, derTags.boolean);
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) throw new DerFault("not a boolean");
  return content[0] === 0xff;
}

/** Dotted decimal. */
export function objectIdentifierOf(value: DerValue | undefined): string {
  const { content } = expectTag(value, derTags.objectIdentifier);
  if ((content.at(-1) ?? 0x80) >= 0x80) throw new DerFault("not an object identifier");
  const arcs: bigint[] = [];
  let arc = 0n;
  let isFirstOctet = true;
  for (const octet of content) {
    if (isFirstOctet && octet === 0x80) throw new DerFault("not an object identifier");
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    isFirstOctet = octet < 0x80;
    if (!isFirstOctet) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [first = 0n, ...rest] = arcs;
  const top = first < 80n ? first / 40n : 2n;
  return [top, first - top * 40n, ...rest].join(".");
}

/** The octets of a bit string that fills its last octet. */
export function bitsOf(value: DerValue | undefined): Uint8Array {
  const { content } = expectTag(value, derTags.bitString);
  if (content[0] !== 0) throw new DerFault("a bit string that does not end with an octet");
  return content.subarray(1);
}

const utcTime = /^([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})Z$/;
const generalizedTime =
  /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})(?:\.([0-9]{0,8}[1-9]))?Z$/;
const timeForms = new Map<number, RegExp>([
  [derTags.utcTime, utcTime],
  [derTags.generalizedTime, generalizedTime],
]);

/** Microseconds since 1970 of a UTCTime (years 1950 to 2049) or GeneralizedTime; digits beyond the microsecond are cut off. */
export function timeOf(value: DerValue | undefined): number {
  if (value === undefined) throw new DerFault("a time is missing");
  const text = new TextDecoder("latin1").decode(value.content);
  const [, year, month, day, hour, minute, second, fraction = ""] =
    timeForms.get(value.tag)?.exec(text) ?? [];
  if (year === undefined) throw new DerFault("not a time");
  const fullYear = year.length === 4 ? year : `${year < "50" ? "20" : "19"}${year}`;
  const wholeSeconds = `${fullYear}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const atMs = Date.parse(wholeSeconds);
  if (Number.isNaN(atMs) || new Date(atMs).toISOString() !== wholeSeconds) throw new DerFault("not a time");
  return atMs * 1000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
}

/** A value around these contents. */
export function writeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(...contents);
  return concatBytes(Uint8Array.of(tag), lengthOctets(content.length), content);
}

/** A number from 0 on, in its shortest two's complement. */
export function writeInteger(value: bigint): Uint8Array {
  const hex = value.toString(16);
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`;
  const octets = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const sign = (octets[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : Uint8Array.of();
  return writeDer(derTags.integer, sign, octets);
}

function lengthOctets(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}

function readAt(bytes: Uint8Array, at: number): DerValue {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new DerFault("a value is cut short");
  if ((tag & 0x1f) === 0x1f) throw new DerFault("a tag of more than one octet");
  const { length, octets } =
    first < 0x80 ? { length: first, octets: 0 } : longLength(first & 0x7f, bytes.subarray(at + 2));
  const start = at + 2 + octets;
  const end = start + length;
  if (end > bytes.length) throw new DerFault("a value is cut short");
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
}

function longLength(octets: number, after: Uint8Array): { readonly length: number; readonly octets: number } {
  const digits = after.subarray(0, octets);
  if (octets === 0 || octets > 4 || digits.length < octets) throw new DerFault("not a definite length");
  const length = digits.reduce((sum, octet) => sum * 256 + octet, 0);
  if (digits[0] === 0 || length < 0x80) throw new DerFault("a length that is not the shortest");
  return { length, octets };
}

function hex(tag: number): string {
  return `0x${tag.toString(16).padStart(2, "0")}`;
}
