import { concatBytes, utf8 } from "../../encoding/bytes.ts";

/** The payload type of evidence: a statement of any other kind is no evidence, whoever signed it. */
export const statementPayloadType = "application/vnd.in-toto+json";

/**
 * What a DSSE v1 signature really covers: the payload and its type with their lengths before them, so that no other
 * pair gives the same bytes. github.com/secure-systems-lab/dsse, protocol.md.
 */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = utf8(payloadType);
  return concatBytes(utf8(`DSSEv1 ${type.length} `), type, utf8(` ${payload.length} `), payload);
}
