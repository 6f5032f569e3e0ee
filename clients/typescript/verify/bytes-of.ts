/** A file as bytes, given as such or as its text. */
export function bytesOf(file: Uint8Array | string): Uint8Array {
  return typeof file === "string" ? new TextEncoder().encode(file) : file;
}
