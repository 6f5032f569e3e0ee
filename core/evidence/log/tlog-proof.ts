import { fromBase64, toBase64 } from "../../encoding/base64.ts";

/** A proof that travels: where a leaf stands, its siblings up to the root, and the signed note that vouches for the root. */
export interface TlogProof {
  readonly index: number;
  /** 32 bytes each, from the leaf's sibling upwards. */
  readonly hashes: readonly Uint8Array[];
  /** A signed note. */
  readonly checkpoint: string;
}

const header = "c2sp.org/tlog-proof@v1";
const decimal = /^(?:0|[1-9][0-9]*)$/;
/** A tree of 2^53 leaves needs no more. */
const maxHashes = 64;

/** c2sp.org/tlog-proof, without the optional `extra` line. */
export function formatTlogProof({ index, hashes, checkpoint }: TlogProof): string {
  const lines = [header, `index ${index}`, ...hashes.map(toBase64), ""];
  return `${lines.join("\n")}\n${checkpoint}`;
}

/** Null for anything but its one spelling; the note is returned as it stands, unopened. */
export function parseTlogProof(text: string): TlogProof | null {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const [first, indexLine, ...encoded] = text.slice(0, end).split("\n");
  if (first !== header || indexLine?.startsWith("index ") !== true) return null;
  const digits = indexLine.slice("index ".length);
  const index = Number(digits);
  if (!decimal.test(digits) || !Number.isSafeInteger(index) || encoded.length > maxHashes) return null;
  const hashes = readHashes(encoded);
  return hashes === null ? null : { index, hashes, checkpoint: text.slice(end + 2) };
}

/** SHA-256 hashes in base64; null when one of them is not. */
export function readHashes(encoded: readonly string[]): readonly Uint8Array[] | null {
  const hashes = encoded.map(fromBase64).filter(isHash);
  return hashes.length === encoded.length ? hashes : null;
}

function isHash(bytes: Uint8Array | null): bytes is Uint8Array {
  return bytes?.length === 32;
}
