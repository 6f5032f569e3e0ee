import { concatBytes, utf8 } from "../../encoding/bytes.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import { ed25519Spki, verifyStrictly } from "../keys/public-key.ts";
import {
  formatSignatureLine,
  parseSignatureLine,
  type NoteKey,
  type NoteSignature,
} from "../log/signed-note.ts";

/**
 * Witnesses (c2sp.org/tlog-cosignature, tlog-witness): third parties who sign a log's checkpoints, each only if it continues the
 * one they signed before. Whoever asks for their lines need not trust that the log's owner shows everybody one log.
 */

/** What one witness says: it saw this checkpoint at this time, and no other history of the log before. */
export interface Cosignature {
  readonly witness: NoteKey;
  /** Seconds since 1970, the witness's clock. */
  readonly timestampS: number;
}

const timeBytes = 8;
const signatureBytes = 64;

/** What a witness signs for a checkpoint's text. */
export function cosignedMessage(text: string, timestampS: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${timestampS}\n${text}`);
}

/** The line of a cosignature, with its line feed. */
export function formatCosignature(
  witness: NoteKey,
  { timestampS, signature }: { readonly timestampS: number; readonly signature: Uint8Array },
): string {
  const time = new Uint8Array(timeBytes);
  new DataView(time.buffer).setBigUint64(0, BigInt(timestampS));
  return formatSignatureLine(witness, concatBytes(time, signature));
}

/** The cosignature of this text by this witness; null when it does not verify. */
export function openCosignature(
  text: string,
  line: { readonly bytes: Uint8Array; readonly witness: NoteKey },
  primitives: Primitives,
): Cosignature | null {
  const { bytes, witness } = line;
  if (bytes.length !== timeBytes + signatureBytes) return null;
  const seconds = new DataView(bytes.buffer, bytes.byteOffset, timeBytes).getBigUint64(0);
  // Of a time later than the calendar ends nothing can be said.
  if (seconds === 0n || seconds > 253_402_300_799n) return null;
  const timestampS = Number(seconds);
  const claim = {
    algorithm: "ED25519",
    spki: ed25519Spki(witness.publicKey),
    message: cosignedMessage(text, timestampS),
    signature: bytes.subarray(timeBytes),
  } as const;
  return verifyStrictly(claim, primitives) ? { witness, timestampS } : null;
}

/** A line as a witness answers it, taken apart; null for anything but one line of a note. */
export function readCosignatureLine(line: string): NoteSignature | null {
  return line.endsWith("\n") ? parseSignatureLine(line.slice(0, -1)) : null;
}
