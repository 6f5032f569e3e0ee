import { utf8 } from "./bytes.ts";

/**
 * Base64 (RFC 4648) in which every byte string has exactly one spelling. Decoders of most platforms accept stray
 * characters and padding bits that are not zero; here those give null, so that a changed text is a changed value.
 */

interface Alphabet {
  readonly codes: Uint8Array;
  readonly values: Int8Array;
  readonly padded: boolean;
}

const standard = alphabet("+/", { padded: true });
const urlSafe = alphabet("-_", { padded: false });

/** Standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  return encode(bytes, standard);
}

/** URL-safe alphabet, unpadded. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode(bytes, urlSafe);
}

// oxlint-disable-next-line no-control-regex -- ASCII is what is asked for
const onlyAscii = /^[\u0000-\u007f]*$/;

/** The UTF-8 of a text; where it is ASCII, as most frames are, the platform's own encoder is ten times as fast. */
export function textToBase64Url(text: string): string {
  if (!onlyAscii.test(text)) return toBase64Url(utf8(text));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Null unless the text is exactly what `toBase64` would write. */
export function fromBase64(text: string): Uint8Array | null {
  return decode(text, standard);
}

/** Null unless the text is exactly what `toBase64Url` would write. */
export function fromBase64Url(text: string): Uint8Array | null {
  return decode(text, urlSafe);
}

function alphabet(lastTwo: string, { padded }: { padded: boolean }): Alphabet {
  const text = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${lastTwo}`;
  const codes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const values = new Int8Array(128).fill(-1);
  codes.forEach((code, value) => (values[code] = value));
  return { codes, values, padded };
}

// Of what is ASCII anyway, the platforms decode UTF-8 fastest.
const ascii = /* @__PURE__ */ new TextDecoder("utf-8");
const padCode = "=".charCodeAt(0);

function encode(bytes: Uint8Array, { codes, padded }: Alphabet): string {
  const wholeGroups = Math.floor(bytes.length / 3);
  const rest = bytes.length - wholeGroups * 3;
  const restLength = rest === 0 ? 0 : padded ? 4 : rest + 1;
  const out = new Uint8Array(wholeGroups * 4 + restLength);
  let to = 0;
  let from = 0;
  for (; from < wholeGroups * 3; from += 3) {
    const group = (bytes[from]! << 16) | (bytes[from + 1]! << 8) | bytes[from + 2]!;
    out[to++] = codes[group >> 18]!;
    out[to++] = codes[(group >> 12) & 63]!;
    out[to++] = codes[(group >> 6) & 63]!;
    out[to++] = codes[group & 63]!;
  }
  if (rest > 0) {
    const group = (bytes[from]! << 16) | ((rest === 2 ? bytes[from + 1]! : 0) << 8);
    out[to++] = codes[group >> 18]!;
    out[to++] = codes[(group >> 12) & 63]!;
    if (rest === 2) out[to++] = codes[(group >> 6) & 63]!;
    while (to < out.length) out[to++] = padCode;
  }
  return ascii.decode(out);
}

function decode(text: string, { values, padded }: Alphabet): Uint8Array | null {
  const body = padded ? withoutPadding(text) : text;
  if (body === null || body.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let held = 0;
  let heldBits = 0;
  let to = 0;
  for (let index = 0; index < body.length; index++) {
    const code = body.charCodeAt(index);
    const value = values[code] ?? -1;
    if (value < 0) return null;
    held = ((held << 6) | value) & 0xffff;
    heldBits += 6;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes[to++] = (held >> heldBits) & 0xff;
    }
  }
  const paddingBits = held & ((1 << heldBits) - 1);
  return paddingBits === 0 ? bytes : null;
}

function withoutPadding(text: string): string | null {
  if (text.length % 4 !== 0) return null;
  if (text.endsWith("==")) return text.slice(0, -2);
  return text.endsWith("=") ? text.slice(0, -1) : text;
}
