/*
 * Breaks evidence as whoever holds the files may: in their text and in their bytes, once or twice, without a key. It knows
 * JSON and base64 and nothing of the format, and shares no line with any verifier: what is sound is for them to say.
 */

/** The files a verifier is given. */
export interface EvidenceFiles {
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array;
  readonly trust: Uint8Array;
  readonly keyring: Uint8Array | null;
  /** As of when it is judged, RFC 3339. */
  readonly now: string;
}

type FileName = Exclude<keyof EvidenceFiles, "now">;

export interface BrokenFiles {
  readonly files: EvidenceFiles;
  /** What was done, for whoever reads of a disagreement. */
  readonly done: readonly string[];
}

/** Numbers of a seed, the same on every machine: mulberry32. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  /** From 0 up to, and without, `sides`. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  }
  pick<T>(all: readonly T[]): T {
    return all[this.roll(all.length)]!;
  }
}

/** One edit, or two: of the second half of the cases, each again of any file. */
export function breakEvidence(sound: EvidenceFiles, dice: Dice): BrokenFiles {
  const edits = 1 + dice.roll(2);
  let broken: BrokenFiles = { files: sound, done: [] };
  for (let at = 0; at < edits; at += 1) broken = breakOnce(broken, dice);
  return broken;
}

const everyName = [
  ...(["bundle", "bundle", "bundle", "bundle", "trust", "trust", "trust"] as const),
  ...(["keyring", "keyring", "keyring", "frames"] as const),
];

function breakOnce({ files, done }: BrokenFiles, dice: Dice): BrokenFiles {
  const name = dice.pick(everyName.filter((one) => files[one] !== null));
  const [bytes, what] = breakFile(name, files[name]!, dice);
  return { files: { ...files, [name]: bytes }, done: [...done, `${name}: ${what}`] };
}

type Broken = readonly [bytes: Uint8Array, what: string];

function breakFile(name: FileName, bytes: Uint8Array, dice: Dice): Broken {
  const way = dice.roll(10);
  if (name === "frames" || way === 0) return breakBytes(bytes, dice);
  if (way === 1) return breakText(bytes, dice);
  const document = parsed(bytes);
  if (document === null) return breakBytes(bytes, dice);
  // The signature covers a bundle's core, so that most of what could go unnoticed is in its proof.
  const isProof = name === "bundle" && dice.roll(8) > 0;
  const within = isProof ? (["proof"] as const) : [];
  const what = breakDocument(document, within, dice);
  // A trust file is laid out for people; the others are written without white space.
  // Members added stand where a canonical form has them, or not.
  const ordered = dice.roll(3) > 0 ? inOrder(document) : document;
  const text = name === "trust" ? `${JSON.stringify(ordered, null, 2)}\n` : JSON.stringify(ordered);
  return [Buffer.from(text), what];
}

/** The same with the members of every object in the order of their names. */
export function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const members = Object.entries(value).map(([name, one]) => [name, inOrder(one)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown;
  } catch {
    return null;
  }
}

function breakBytes(bytes: Uint8Array, dice: Dice): Broken {
  const at = dice.roll(bytes.length + 1);
  switch (dice.roll(6)) {
    case 0:
      return [bytes.subarray(0, at), `cut off at ${at}`];
    case 1: {
      const tail = dice.pick(["\n", " ", "}", "{}", "null", "\0", "\r\n", "\u00e9"]);
      return [Buffer.concat([bytes, Buffer.from(tail)]), `${JSON.stringify(tail)} at the end`];
    }
    case 2: {
      const head = dice.pick(["\ufeff", " ", "\n", "0"]);
      return [Buffer.concat([Buffer.from(head), bytes]), `${JSON.stringify(head)} at the beginning`];
    }
    case 3: {
      const put = dice.pick([0x00, 0x0a, 0x20, 0x22, 0x2c, 0x30, 0x7f, 0x80, 0xff]);
      const both = [bytes.subarray(0, at), Uint8Array.of(put), bytes.subarray(at)];
      return [Buffer.concat(both), `byte ${put} put in at ${at}`];
    }
    default: {
      const bent = Uint8Array.from(bytes);
      const place = Math.min(at, bytes.length - 1);
      const bit = dice.roll(8);
      if (bent.length > 0) bent[place]! ^= 1 << bit;
      return [bent, `bit ${bit} of byte ${place}`];
    }
  }
}

/** Another spelling of the same values, where a careless reader sees none; or a member twice. */
function breakText(bytes: Uint8Array, dice: Dice): Broken {
  const text = Buffer.from(bytes).toString("latin1");
  const found = [...text.matchAll(dice.pick(spellings.map(({ of }) => of)))];
  if (found.length === 0) return breakBytes(bytes, dice);
  const one = dice.pick(found);
  const { respell, what } = dice.pick(spellings.filter(({ of }) => new RegExp(of.source, "u").test(one[0])));
  const changed = text.slice(0, one.index) + respell(one[0]) + text.slice(one.index + one[0].length);
  return [Buffer.from(changed, "latin1"), `${what} at ${one.index}: ${one[0].slice(0, 40)}`];
}

const spellings: readonly {
  readonly of: RegExp;
  readonly what: string;
  readonly respell: (found: string) => string;
}[] = [
  { of: /[,:]/gu, what: "a space", respell: (mark) => `${mark} ` },
  { of: /[,:]/gu, what: "a line feed", respell: (mark) => `${mark}\n` },
  { of: /[,:]/gu, what: "a mark twice", respell: (mark) => mark + mark },
  { of: /"[a-z_]+":(?:"[^"]*"|[0-9]+|null)/gu, what: "a member twice", respell: (one) => `${one},${one}` },
  { of: /"[a-z_]+":/gu, what: "an escape", respell: (name) => name.replace("a", String.raw`\u0061`) },
  { of: /"[a-z_]+":\{/gu, what: "a member more, twice", respell: (head) => `${head}"x":1,"x":2,` },
  { of: /:[0-9]+(?=[,}])/gu, what: "1.0", respell: (number) => `${number}.0` },
  { of: /:[0-9]+(?=[,}])/gu, what: "1e0", respell: (number) => `${number}e0` },
  { of: /:[0-9]+(?=[,}])/gu, what: "01", respell: (number) => number.replace(":", ":0") },
  { of: /:[0-9]+(?=[,}])/gu, what: "NaN", respell: () => ":NaN" },
  {
    of: /"[A-Za-z0-9+/=]{20,}"/gu,
    what: "a raw line feed",
    respell: (word) => `${word.slice(0, 9)}\n${word.slice(9)}`,
  },
  {
    of: /"[A-Za-z0-9+/=]{20,}"/gu,
    what: "a raw tab",
    respell: (word) => `${word.slice(0, 9)}\t${word.slice(9)}`,
  },
];

type Path = readonly (string | number)[];

/** Changes one value of a document, or one inside a text that is itself base64 of JSON, or lines. */
function breakDocument(document: unknown, within: Path, dice: Dice): string {
  const places = placesIn(document, within).filter((path) => path.length > within.length);
  if (places.length === 0) return "nothing to change";
  const path = dice.pick(places);
  const parent = valueAt(document, path.slice(0, -1)) as Place["parent"];
  const what = breakMember({ parent, name: path.at(-1)!, document }, dice);
  return `/${path.join("/")} ${what}`;
}

const oddScalars = [null, true, false, 0, 1, -1, 1.5, 2 ** 53];
const oddWords = [
  "",
  "0",
  "1",
  "a",
  "\n",
  "é",
  "\u0000",
  "\u007f",
  "sha256:",
  "ED25519",
  "ECDSA_P256_SHA256",
];
const oddTexts = ["RS256", "0".repeat(64), "AAAA", `${"A".repeat(43)}=`];
const oddTimes = ["2020-01-01T00:00:00.000Z", "2099-02-30T00:00:00.000Z"];
const oddContainers = [[], {}, [1], [""], [[]], [{}], { a: 1 }];
const oddValues: readonly unknown[] = [
  ...oddScalars,
  ...oddWords,
  ...oddTexts,
  ...oddTimes,
  ...oddContainers,
];

interface Place {
  readonly parent: Record<string | number, unknown>;
  readonly name: string | number;
  readonly document: unknown;
}

/** What may be done to a member of an object or an element of a list, and its name; null where it cannot be done there. */
const memberEdits: readonly ((at: Place, dice: Dice) => string | null)[] = [
  ({ parent, name }) => {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else Reflect.deleteProperty(parent, name);
    return "removed";
  },
  ({ parent, name }) => {
    const copy = structuredClone(parent[name]);
    if (Array.isArray(parent)) parent.splice(Number(name), 0, copy);
    else parent[`${name}2`] = copy;
    return "twice";
  },
  ({ parent, name }, dice) => {
    const others = Object.keys(parent).filter((other) => other !== String(name));
    if (others.length === 0) return null;
    const other = dice.pick(others);
    [parent[name], parent[other]] = [parent[other], parent[name]];
    return `swapped with ${other}`;
  },
  ({ parent, name, document }, dice) => {
    const place = dice.pick(placesIn(document));
    parent[name] = structuredClone(valueAt(document, place));
    return `replaced by /${place.join("/")}`;
  },
  ({ parent, name }, dice) => {
    const odd = dice.pick(oddValues);
    parent[name] = structuredClone(odd);
    return `replaced by ${JSON.stringify(odd)}`;
  },
  ({ parent }, dice) => {
    if (Array.isArray(parent)) return null;
    const odd = dice.pick(oddValues);
    parent["added"] = structuredClone(odd);
    return `beside it added: ${JSON.stringify(odd)}`;
  },
  ({ parent, name }) => {
    parent[name] = otherType(parent[name]);
    return "of another type";
  },
  bendMember,
  bendMember,
];

function breakMember(place: Place, dice: Dice): string {
  return dice.pick(memberEdits)(place, dice) ?? bendMember(place, dice);
}

function bendMember({ parent, name }: Place, dice: Dice): string {
  parent[name] = bent(parent[name], dice);
  return `bent to ${JSON.stringify(parent[name])?.slice(0, 60)}`;
}

function valueAt(document: unknown, path: Path): unknown {
  return path.reduce((value: unknown, name) => (value as Record<string | number, unknown>)[name], document);
}

function otherType(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return /^[0-9]{1,15}$/u.test(value) ? Number(value) : [value];
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return value === null ? "" : [value];
}

function bent(value: unknown, dice: Dice): unknown {
  if (typeof value === "number") return value + dice.pick([1, -1, 0.5, 1e9]);
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.toReversed();
  return typeof value === "string" ? bentText(value, dice) : dice.pick(oddValues);
}

function bentText(text: string, dice: Dice): string {
  const isBase64 = text.length >= 12 && /^[A-Za-z0-9+/]+=*$/u.test(text);
  const lines = text.split("\n");
  switch (dice.roll(isBase64 ? 7 : lines.length > 2 ? 5 : 3)) {
    case 0:
      return respelled(text, dice);
    case 1:
      return text + dice.pick(["=", "\n", " ", "A", "\u0000"]);
    case 2:
      return dice.pick([text.toUpperCase(), text.toLowerCase(), text.slice(0, -1), text.slice(1)]);
    default:
      return isBase64 ? insideBase64(text, dice) : bentLines(lines, dice).join("\n");
  }
}

function respelled(text: string, dice: Dice): string {
  const at = dice.roll(text.length + 1);
  const put = dice.pick(["", "0", "9", "A", "b", "+", "/", "=", "-", ".", " ", "\n", "\r", "é"]);
  return text.slice(0, at) + put + text.slice(at + dice.roll(3));
}

/** The bytes it spells, changed and spelled again; of JSON, one of its values. */
function insideBase64(text: string, dice: Dice): string {
  const bytes = Buffer.from(text, "base64");
  const document = parsed(bytes);
  if (typeof document !== "object" || document === null || dice.roll(4) === 0) {
    return Buffer.from(breakBytes(bytes, dice)[0]).toString("base64");
  }
  breakDocument(document, [], dice);
  return Buffer.from(JSON.stringify(document)).toString("base64");
}

function bentLines(lines: readonly string[], dice: Dice): readonly string[] {
  const at = dice.roll(lines.length);
  switch (dice.roll(5)) {
    case 0:
      return lines.toSpliced(at, 1);
    case 1:
      return lines.toSpliced(at, 0, lines[at]!);
    case 2:
      return lines.with(at, lines[(at + 1) % lines.length]!).with((at + 1) % lines.length, lines[at]!);
    case 3:
      return lines.with(at, `${lines[at]}\r`);
    default:
      return lines.with(at, respelled(lines[at]!, dice));
  }
}

function placesIn(whole: unknown, from: Path = []): readonly Path[] {
  const value = valueAt(whole, from);
  const found: Path[] = [];
  const visit = (inner: unknown, path: Path): void => {
    found.push(path);
    if (typeof inner !== "object" || inner === null) return;
    for (const [name, one] of Object.entries(inner)) {
      visit(one, [...path, Array.isArray(inner) ? Number(name) : name]);
    }
  };
  visit(value, from);
  return found;
}
