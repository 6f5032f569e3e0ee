import type { BundleCore } from "../../encoding/bundle.ts";
import { digestOf } from "./content-digest.ts";
import type { Sha256 } from "../../encoding/primitives.ts";

export type CustodyChain = BundleCore["chain_of_custody"];
/** The core before its custody chain is written. */
export type BundleBody = Omit<BundleCore, "chain_of_custody">;

const noEntryBefore = `sha256:${"0".repeat(64)}`;

/**
 * The three entries of the contract, each holding the digest of the one before. The chain digests the body and lies
 * inside the core, so that the content digest covers it. Times must not decrease.
 */
export function custodyChain(
  body: BundleBody,
  given: { readonly receivedAt: string; readonly keyId: string; readonly sha256: Sha256 },
): CustodyChain {
  const { sha256 } = given;
  const received: CustodyChain[0] = {
    step: "TELEMETRY_RECEIVED",
    actor: "SERVICE_INGEST_v1",
    seq: 0,
    at: given.receivedAt,
    inputs: {},
    outputs: { frames_sha256: body.frames.sha256, frames_root: body.frames.merkle.root },
    prev: noEntryBefore,
  };
  const classified: CustodyChain[1] = {
    step: "TIER_CLASSIFIED",
    actor: "SERVICE_CLASSIFIER",
    seq: 1,
    at: body.breach.detected_at,
    inputs: { frames_root: body.frames.merkle.root },
    outputs: {
      scoring_sha256: digestOf(body.scoring, sha256),
      tier_transition_sha256: digestOf(body.tier_transition, sha256),
    },
    prev: `sha256:${digestOf(received, sha256)}`,
  };
  const signed: CustodyChain[2] = {
    step: "EVIDENCE_SIGNED",
    actor: "SERVICE_EVIDENCE_SERVICE",
    seq: 2,
    at: body.issued_at,
    inputs: { body_sha256: digestOf(body, sha256) },
    outputs: { key_id: given.keyId },
    prev: `sha256:${digestOf(classified, sha256)}`,
  };
  return [received, classified, signed];
}

/** What is wrong with a chain, for a reader; null for a chain that keeps every rule. Steps and actors are the schema's. */
export function custodyFault(
  core: BundleCore,
  given: { readonly envelopeKeyId: string | undefined; readonly sha256: Sha256 },
): string | null {
  const { chain_of_custody: recorded, ...body } = core;
  const [received, classified, signed] = recorded;
  if (received.at > classified.at || classified.at > signed.at) return "times decrease along the chain";
  if (signed.outputs.key_id !== given.envelopeKeyId) return "the key named last did not sign the envelope";

  const due = custodyChain(body, {
    receivedAt: received.at,
    keyId: signed.outputs.key_id,
    sha256: given.sha256,
  });
  const broken = recorded.find(
    (entry, index) => digestOf(entry, given.sha256) !== digestOf(due[index], given.sha256),
  );
  return broken === undefined ? null : `entry ${broken.seq} (${broken.step}) does not follow from the bundle`;
}
