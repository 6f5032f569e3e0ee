import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import { concatBytes, equalBytes, textOf, toHex, utf8 } from "../../encoding/bytes.ts";
import type { Primitives, Sha256 } from "../../encoding/primitives.ts";
import { ed25519Spki, verifyStrictly } from "../keys/public-key.ts";

/**
 * C2SP signed notes (c2sp.org/signed-note), the format of checkpoints and of the Go checksum database: a text, an empty
 * line, and one line a signature. Ed25519 only; lines of other kinds and of other signers are passed over.
 */
export interface NoteKey {
  readonly name: string;
  /** Four bytes by which a line names its key; a hint, not an authentication. */
  readonly keyHash: Uint8Array;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

export interface NoteSigner extends NoteKey {
  /** Ed25519 over the text, 64 bytes. */
  sign(text: Uint8Array): Uint8Array;
}

export type OpenedNote =
  | {
      readonly kind: "signed";
      readonly text: string;
      readonly by: readonly NoteKey[];
      /** Signature lines in all, those of others among them. */
      readonly signatures: number;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** What an Ed25519 key signs: the text of a note, or, as a witness, the text and the time it saw it. */
export const noteKeyTypes = { note: 0x01, cosignature: 0x04 } as const;
export type NoteKeyType = (typeof noteKeyTypes)[keyof typeof noteKeyTypes];

const maxNoteBytes = 1_000_000;
const maxSignatures = 100;
const signatureMark = "\u2014 ";

export function noteKey(
  name: string,
  publicKey: Uint8Array,
  sha256: Sha256,
  type: NoteKeyType = noteKeyTypes.note,
): NoteKey {
  if (!isKeyName(name)) throw new RangeError(`${JSON.stringify(name)} cannot name a key`);
  const hashed = sha256(concatBytes(utf8(`${name}\n`), Uint8Array.of(type), publicKey));
  return { name, publicKey, keyHash: hashed.slice(0, 4) };
}

/** The text form of a key, `name+hash+base64`, as Go's sumdb/note reads it. */
export function formatVerifierKey(key: NoteKey): string {
  return formatKey(key, noteKeyTypes.note);
}

/** The same of a witness, as c2sp.org/tlog-cosignature has it. */
export function formatWitnessKey(key: NoteKey): string {
  return formatKey(key, noteKeyTypes.cosignature);
}

function formatKey({ name, keyHash, publicKey }: NoteKey, type: NoteKeyType): string {
  return `${name}+${toHex(keyHash)}+${toBase64(concatBytes(Uint8Array.of(type), publicKey))}`;
}

const verifierKey = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/;

/** Null for anything but an Ed25519 verifier key of this type whose hash is that of its name and key. */
export function parseVerifierKey(
  text: string,
  sha256: Sha256,
  type: NoteKeyType = noteKeyTypes.note,
): NoteKey | null {
  const [, name, hash, encoded] = verifierKey.exec(text) ?? [];
  if (name === undefined || encoded === undefined || !isKeyName(name)) return null;
  const key = fromBase64(encoded);
  if (key?.length !== 33 || key[0] !== type) return null;
  const derived = noteKey(name, key.slice(1), sha256, type);
  return toHex(derived.keyHash) === hash ? derived : null;
}

/** `text` must end with a line feed and hold no other control characters. */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  if (!isNoteText(text)) throw new RangeError("not the text of a note");
  const lines = signers.map((signer) => formatSignatureLine(signer, signer.sign(utf8(text))));
  return `${text}\n${lines.join("")}`;
}

/** The line of one signature, with its line feed. */
export function formatSignatureLine({ name, keyHash }: NoteKey, bytes: Uint8Array): string {
  return `${signatureMark}${name} ${toBase64(concatBytes(keyHash, bytes))}\n`;
}

/**
 * The text of a note and which of these keys signed it. Refused when a line by one of them does not verify, when none
 * of them signed, and when the note is not well-formed down to the last byte.
 */
export function openNote(note: Uint8Array, keys: readonly NoteKey[], primitives: Primitives): OpenedNote {
  const parts = readNote(note);
  if (parts === null) return refused("not a signed note");
  const by: NoteKey[] = [];
  for (const signature of parts.signatures) {
    if (signature === null) return refused("a signature line is malformed");
    const key = keyOfLine(signature, keys);
    // The first line of a key counts: two lines by one key are not two signatures.
    if (key === null || by.includes(key)) continue;
    if (!isSignedBy(key, parts.text, { signature: signature.bytes, primitives })) {
      return refused(`the signature of ${key.name} does not verify`);
    }
    by.push(key);
  }
  return by.length === 0
    ? refused("no trusted key signed it")
    : { kind: "signed", text: parts.text, by, signatures: parts.signatures.length };
}

/** A line of a note: who is said to have signed, and the bytes behind the key's hash. */
export interface NoteSignature {
  readonly name: string;
  readonly keyHash: Uint8Array;
  readonly bytes: Uint8Array;
}

/** The key among these whose line it is, by name and hash; null for anybody else's. */
export function keyOfLine(line: NoteSignature, keys: readonly NoteKey[]): NoteKey | null {
  return keys.find(({ name, keyHash }) => name === line.name && equalBytes(keyHash, line.keyHash)) ?? null;
}

/** The text of a note and its signature lines, nothing verified; null for a line that is none, and for what is no note. */
export function readNote(
  note: Uint8Array,
): { readonly text: string; readonly signatures: readonly (NoteSignature | null)[] } | null {
  const parts = splitNote(note);
  return parts === null ? null : { text: parts.text, signatures: parts.lines.map(parseSignatureLine) };
}

function refused(reason: string): OpenedNote {
  return { kind: "refused", reason };
}

function isSignedBy(
  key: NoteKey,
  text: string,
  given: { readonly signature: Uint8Array; readonly primitives: Primitives },
): boolean {
  const { signature, primitives } = given;
  const spki = ed25519Spki(key.publicKey);
  return verifyStrictly({ algorithm: "ED25519", spki, message: utf8(text), signature }, primitives);
}

/** The text with its line feed, and the signature lines without theirs. */
function splitNote(note: Uint8Array): { readonly text: string; readonly lines: readonly string[] } | null {
  const whole = note.length > maxNoteBytes ? null : textOf(note);
  if (whole === null || !isNoteText(whole)) return null;
  const split = whole.lastIndexOf("\n\n");
  if (split < 0) return null;
  const lines = whole
    .slice(split + 2)
    .split("\n")
    .slice(0, -1);
  return lines.length === 0 || lines.length > maxSignatures
    ? null
    : { text: whole.slice(0, split + 1), lines };
}

// oxlint-disable-next-line no-control-regex -- control characters are what a note must not hold
const controlCharacter = /[\u0000-\u0009\u000b-\u001f]/;

function isNoteText(text: string): boolean {
  return text.endsWith("\n") && text.isWellFormed() && !controlCharacter.test(text);
}

function isKeyName(name: string): boolean {
  return name !== "" && name.isWellFormed() && !/[\s+\u0085]/u.test(name);
}

/** A line without its line feed, taken apart; null for anything else. */
export function parseSignatureLine(line: string): NoteSignature | null {
  if (!line.startsWith(signatureMark)) return null;
  const [name, encoded, ...rest] = line.slice(signatureMark.length).split(" ");
  if (name === undefined || encoded === undefined || rest.length > 0 || !isKeyName(name)) return null;
  const bytes = fromBase64(encoded);
  if (bytes === null || bytes.length < 5) return null;
  return { name, keyHash: bytes.slice(0, 4), bytes: bytes.slice(4) };
}
