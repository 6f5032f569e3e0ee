import { hash } from "node:crypto";

/** The one-shot form is a third faster on short inputs than a hash object. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash("sha256", bytes, "buffer");
}

/** Of a text: without a buffer between, which takes longer to make than the digest. */
export function sha256Hex(text: string): string {
  return hash("sha256", text, "hex");
}
