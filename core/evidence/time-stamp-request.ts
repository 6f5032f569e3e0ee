import { derTags, writeDer } from "./der.ts";

const sha256Identifier = Uint8Array.of(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01);

/** Asks a time-stamp authority (RFC 3161 TimeStampReq, DER) about a SHA-256, with a nonce and for its certificate. */
export function timeStampRequest(hash: Uint8Array, nonce: bigint): Uint8Array {
  const algorithm = writeDer(
    derTags.sequence,
    writeDer(derTags.objectIdentifier, sha256Identifier),
    Uint8Array.of(0x05, 0),
  );
  return writeDer(
    derTags.sequence,
    writeDer(derTags.integer, Uint8Array.of(1)),
    writeDer(derTags.sequence, algorithm, writeDer(derTags.octetString, hash)),
    writeDer(derTags.integer, positiveOctets(nonce)),
    writeDer(derTags.boolean, Uint8Array.of(0xff)),
  );
}

/** Shortest two's complement of a number from 0 on. */
function positiveOctets(value: bigint): Uint8Array {
  const hex = value.toString(16);
  const octets = (hex.length % 2 === 0 ? hex : `0${hex}`)
    .match(/../g)!
    .map((pair) => Number.parseInt(pair, 16));
  return Uint8Array.from(octets[0]! >= 0x80 ? [0, ...octets] : octets);
}
