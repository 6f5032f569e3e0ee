import { toBase64Url } from "./base64.ts";
import { sealBody, type SignedBundle, type Signer } from "./build-bundle.ts";
import { coreOf, type Bundle } from "./bundle.ts";
import { textOf } from "./bytes.ts";
import { canonicalBytes } from "./canonical-json.ts";
import { formatEventId } from "./event-id.ts";
import { formatInstant, parseInstant } from "./instant.ts";
import type { Sha256 } from "./primitives.ts";

export interface ReissueNeeds {
  readonly signer: Signer;
  readonly sha256: Sha256;
  /** Microseconds since 1970. */
  readonly nowUs: number;
  /** 32 random bytes for the salt, 8 for the event id. */
  readonly random: { readonly salt: Uint8Array; readonly eventId: Uint8Array };
  /** The log it will be entered in. */
  readonly logOrigin: string;
}

/**
 * What a bundle said, said again under another id and by another key, with `supersedes` naming the old one: a correction
 * never changes a bundle. The frames file is the same; what was committed to before the breach still is.
 */
export function reissueBundle(bundle: Bundle, needs: ReissueNeeds): SignedBundle {
  const { signer, sha256, nowUs, random, logOrigin } = needs;
  const { chain_of_custody: chain, ...body } = coreOf(bundle);
  const detectedAt = body.breach.detected_at;
  const again = {
    ...body,
    event_id: formatEventId(detectedAt, random.eventId),
    issued_at: formatInstant(Math.max(nowUs, parseInstant(detectedAt)!)),
    salt: toBase64Url(random.salt),
    supersedes: bundle.event_id,
  };
  const signed = sealBody(again, { receivedAt: chain[0].at, signer, sha256, logOrigin });
  const committed = Object.entries(bundle.proof).filter(([name]) => name === "precommit");
  if (committed.length === 0) return signed;
  const { proof, ...rest } = JSON.parse(textOf(signed.bytes)!) as Bundle;
  const bytes = canonicalBytes({ ...rest, proof: { ...proof, ...Object.fromEntries(committed) } });
  return { ...signed, bytes };
}
