import { placeOfStreamPosition, streamPositionOf } from "../../../core/contract/stream-position.ts";

/** An event's place as it is stored: 16 bytes that sort as the number does. */
export function placeToBytes(place: bigint): Uint8Array {
  return Buffer.from(place.toString(16).padStart(32, "0"), "hex");
}

export function placeOfBytes(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

/** The id that names the place, as its bytes. Throws for what is no event's id. */
export function bytesOfPosition(position: string): Uint8Array {
  const place = placeOfStreamPosition(position);
  if (place === null) throw new Error(`${position} is no position of the event stream`);
  return placeToBytes(place);
}

export function positionOfBytes(bytes: Uint8Array): string {
  return streamPositionOf(placeOfBytes(bytes));
}
