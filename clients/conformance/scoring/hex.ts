/** A double as 16 hexadecimal digits, most significant first. */
export function hex(value: number): string {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

/** Of a number that is kept as binary32, which is eight digits. */
export function hex32(value: number): string {
  view.setFloat32(0, value);
  return view.getUint32(0).toString(16).padStart(8, "0");
}

export function hexOrNull(value: number | null): string | null {
  return value === null ? null : hex(value);
}

export function double(bits: string): number {
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

const view = new DataView(new ArrayBuffer(8));
