import { hash } from "node:crypto";

/** Of a text: without a buffer between, which takes longer to make than the digest. */
export function sha256Hex(text: string): string {
  return hash("sha256", text, "hex");
}
