/** Binary64 numbers as a blob, little-endian whatever the machine. */
export function float64Blob(numbers: readonly number[]): Uint8Array {
  const blob = Buffer.allocUnsafe(numbers.length * 8);
  numbers.forEach((number, at) => blob.writeDoubleLE(number, at * 8));
  return blob;
}

export function float64sOf(blob: Uint8Array): number[] {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  return Array.from({ length: blob.byteLength / 8 }, (_, at) => view.getFloat64(at * 8, true));
}
