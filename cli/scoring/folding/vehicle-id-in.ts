import { Buffer } from "node:buffer";

const name = Buffer.from('"vehicle_id"');
const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/**
 * The id of the vehicle whose frame a line may be, found without reading all of it: only for sharing lines out. Of a line
 * that is a frame it is the frame's own; what it is of any other does not matter, because such a line belongs to nobody.
 */
export function vehicleIdIn(line: Uint8Array): string {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  const at = bytes.indexOf(name);
  const isPlain = at !== -1 && bytes.indexOf(name, at + 1) === -1 && !bytes.includes(backslash);
  return isPlain ? textBehind(bytes, at + name.length) : readId(bytes);
}

/** The text behind a name that stands there once; without escapes it ends at the next quote. */
function textBehind(bytes: Buffer, from: number): string {
  let at = from;
  while (isSpace(bytes[at]) || bytes[at] === colon) at += 1;
  if (bytes[at] !== quote) return "";
  const end = bytes.indexOf(quote, at + 1);
  return end === -1 ? "" : bytes.toString("latin1", at + 1, end);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/** Names that are escaped, or that stand there twice, as in metadata. */
function readId(bytes: Buffer): string {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    const id = typeof value === "object" && value !== null && "vehicle_id" in value ? value.vehicle_id : "";
    return typeof id === "string" ? id : "";
  } catch {
    return "";
  }
}
