import { derTags, writeDer, writeInteger } from "../../encoding/der.ts";

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
    writeInteger(1n),
    writeDer(derTags.sequence, algorithm, writeDer(derTags.octetString, hash)),
    writeInteger(nonce),
    writeDer(derTags.boolean, Uint8Array.of(0xff)),
  );
}
