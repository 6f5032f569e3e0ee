import { toBase64Url } from "../../encoding/base64.ts";
import { signBundle } from "./build-bundle.ts";
import type { Signer } from "../keys/dsse.ts";
import { coreOf, type Bundle } from "../../encoding/bundle.ts";
import { formatEventId } from "./event-id.ts";
import { formatInstant, parseInstant } from "../../encoding/instant.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { organisationTag, type Submitter } from "./submitter.ts";

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
 * never changes a bundle. The frames file is the same. Its pre-commitment is left out: the last interval was signed by
 * the old key just before the old bundle, and counts as little. The old bundle still shows it.
 */
export function reissueBundle(bundle: Bundle, needs: ReissueNeeds): Bundle {
  const { signer, sha256, nowUs, random, logOrigin } = needs;
  const { chain_of_custody: chain, ...body } = coreOf(bundle);
  const { precommit: _worthless, ...frames } = body.frames;
  const detectedAt = body.breach.detected_at;
  const detectedUs = parseInstant(detectedAt);
  if (detectedUs === null) throw new TypeError(`${bundle.event_id} was not detected at any time`);
  const salt = toBase64Url(random.salt);
  const again = {
    ...body,
    ...(body.submitter !== undefined && { submitter: resalted(body.submitter, salt, sha256) }),
    frames,
    event_id: formatEventId(detectedAt, random.eventId),
    issued_at: formatInstant(Math.max(nowUs, detectedUs)),
    salt,
    supersedes: bundle.event_id,
  };
  return signBundle(again, { receivedAt: chain[0].at, signer, sha256, logOrigin });
}

/** The same organisation and key; the tag goes with the salt. */
function resalted(submitter: Submitter, salt: string, sha256: Sha256): Submitter {
  return { ...submitter, organisation_tag: organisationTag(submitter.organisation, salt, sha256) };
}
