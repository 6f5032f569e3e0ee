import { fromBase64, toBase64 } from "../../encoding/base64.ts";

/** The head of a log: what its signed note says (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** Name of the log, the same for all its checkpoints. */
  readonly origin: string;
  /** Number of leaves. */
  readonly size: number;
  /** Root of the RFC 6962 tree over them, 32 bytes. */
  readonly root: Uint8Array;
}

/** The text to be signed as a note. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

const decimal = /^(?:0|[1-9][0-9]*)$/;

/**
 * Null for anything but the three lines in their one spelling. Extension lines, which the format allows, are refused:
 * what they promise is not known here.
 */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin, digits, encoded, end, ...rest] = text.split("\n");
  if (end !== "" || rest.length > 0 || !origin || !digits || encoded === undefined) return null;
  const size = decimal.test(digits) ? Number(digits) : Number.NaN;
  const root = fromBase64(encoded);
  return Number.isSafeInteger(size) && root?.length === 32 ? { origin, size, root } : null;
}
