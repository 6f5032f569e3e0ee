import { measurementsOf } from "../../sensors/sensor-lists.ts";
import { toBase64, toBase64Url } from "../../encoding/base64.ts";
import { coreSchemaName, type Bundle, type BundleCore, type EvidenceTrigger } from "../../encoding/bundle.ts";
import { toHex } from "../../encoding/bytes.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import { contentDigest } from "./content-digest.ts";
import { custodyChain, type BundleBody } from "./custody-chain.ts";
import { measuredIn } from "./measured-drifts.ts";
import { signDsse, statementPayloadType, type Signer } from "../keys/dsse.ts";
import { formatEventId } from "./event-id.ts";
import type { FramesFile } from "../frames/frames-file.ts";
import type { PrecommitSummary } from "../frames/ingest-chain.ts";
import { formatInstant } from "../../encoding/instant.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { scoringOutputs, type ScoredFrame } from "./scoring-outputs.ts";
import { statementAbout, type Statement } from "./statement.ts";
import type { JsonObject } from "../../encoding/strict-json.ts";
import { organisationTag, type Submitter } from "./submitter.ts";

/** Everything a bundle says that is not computed from something else it says. Times in microseconds since 1970. */
export interface BundleFacts {
  /** In whose name the breach frame came, and under which API key; left out only as it was before bundles said so. */
  readonly submitter?: { readonly organisation: string; readonly apiKeyId: string };
  readonly vehicleId: string;
  /** The breach frame's capture time (vehicle's clock) and its receipt (server's clock). */
  readonly capturedAtUs: number;
  readonly receivedAtUs: number;
  /** Server clock; neither may lie before what happened earlier. */
  readonly detectedAtUs: number;
  readonly issuedAtUs: number;
  readonly before: { readonly sinceUs: number | null; readonly healthScore: number | null };
  readonly score: ScoredFrame;
  readonly breach: {
    readonly trigger: EvidenceTrigger;
    /** The frame that opened it; the rest is as it was then. */
    readonly openedSeq: number;
    readonly channel: string;
    readonly side: "upper" | "lower";
    readonly statistic: number;
    readonly threshold: number;
  };
  /** Only of evidence that was asked for. */
  readonly request?: NonNullable<BundleCore["request"]>;
  /** The evidence before this one of the same breach; left out for the first. */
  readonly supersedes?: string;
  readonly initialState: { readonly seq: number; readonly packed: Uint8Array | null };
  readonly method: {
    readonly version: string;
    readonly numericProfile: string;
    /** SHA-256 of the normative text of the method, hex. */
    readonly specificationSha256: string;
    /** SHA-256 of the version's frozen scorer, hex; absent while it is not frozen. */
    readonly scorerSha256?: string;
    readonly parameters: JsonObject;
  };
  readonly frames: FramesFile;
  /** Where the frames were committed to as they were received; absent where nothing is known of it. */
  readonly precommit?: PrecommitSummary;
  readonly clock: BundleCore["clock"];
  readonly issuer: BundleCore["issuer"];
  readonly retention: BundleCore["retention"];
  /** The log the signature will be entered in, which the signed statement names; null for none. */
  readonly logOrigin: string | null;
  /** 32 random bytes for the salt, 8 for the event id. */
  readonly random: { readonly salt: Uint8Array; readonly eventId: Uint8Array };
}

/**
 * What happened, written, chained, digested and signed. A value: its bytes are made once, when its place in the log is
 * known (`canonicalBytes`). `event_id` names it, and `signature` is its content digest.
 */
export function buildBundle(facts: BundleFacts, signer: Signer, sha256: Sha256): Bundle {
  const { logOrigin } = facts;
  const receivedAt = formatInstant(facts.receivedAtUs);
  return signBundle(bodyOf(facts, sha256), { receivedAt, signer, sha256, logOrigin });
}

/** The last half of `buildBundle`: from what a bundle says to the signed whole. */
export function signBundle(
  body: BundleBody,
  given: {
    readonly receivedAt: string;
    readonly signer: Signer;
    readonly sha256: Sha256;
    readonly logOrigin: string | null;
  },
): Bundle {
  const { receivedAt, signer, sha256, logOrigin } = given;
  const chain = custodyChain(body, { receivedAt, keyId: signer.keyId, sha256 });
  const core: BundleCore = { ...body, chain_of_custody: chain };
  const signature = contentDigest(core, sha256);
  return { ...core, signature, proof: proofOf(statementAbout(core, signature, logOrigin), signer) };
}

function bodyOf(facts: BundleFacts, sha256: Sha256): BundleBody {
  const { score, frames } = facts;
  const { openedSeq, ...breach } = facts.breach;
  const outputs = scoringOutputs(score);
  const detectedAt = formatInstant(facts.detectedAtUs);
  const since = facts.before.sinceUs === null ? null : formatInstant(facts.before.sinceUs);
  const salt = toBase64Url(facts.random.salt);
  return {
    schema: coreSchemaName,
    event_id: formatEventId(detectedAt, facts.random.eventId),
    ...(facts.submitter !== undefined && { submitter: submitterOf(facts.submitter, salt, sha256) }),
    vehicle_id: facts.vehicleId,
    tier: score.tier,
    measurements: {
      ...measurementsOf(score),
      health_score: score.healthScore,
      measured: measuredIn(outputs),
    },
    issued_at: formatInstant(facts.issuedAtUs),
    salt,
    tier_transition: {
      rule: `tier-rules/${facts.method.version}`,
      before: {
        tier: score.tierBefore,
        since,
        // Nothing was judged.
        health_score: score.tierBefore === "UNKNOWN" ? null : facts.before.healthScore,
      },
      after: {
        tier: score.tier,
        since: score.tier === score.tierBefore ? since : formatInstant(facts.capturedAtUs),
        health_score: score.healthScore,
      },
    },
    breach: {
      detector: "CUSUM",
      ...breach,
      opened_seq: openedSeq,
      frame_seq: score.seq,
      detected_at: detectedAt,
    },
    ...(facts.request !== undefined && { request: facts.request }),
    scoring: {
      algorithm: "mixture-cusum",
      version: facts.method.version,
      specification_sha256: facts.method.specificationSha256,
      numeric_profile: facts.method.numericProfile,
      ...(facts.method.scorerSha256 !== undefined && { scorer_sha256: facts.method.scorerSha256 }),
      parameters: facts.method.parameters,
      initial_state: initialState(facts.initialState, sha256),
      inputs: {
        first_seq: facts.initialState.seq + 1,
        last_seq: score.seq,
        count: frames.count,
      },
      outputs,
    },
    frames: {
      media_type: "application/x-ndjson",
      framing: "jcs-lf-v1",
      count: frames.count,
      bytes: frames.bytes.length,
      sha256: frames.sha256,
      merkle: { hash: "rfc6962-sha256", root: frames.root },
      ...(facts.precommit !== undefined && { precommit: facts.precommit }),
    },
    clock: facts.clock,
    issuer: facts.issuer,
    standards,
    retention: facts.retention,
    supersedes: facts.supersedes ?? null,
  };
}

/**
 * The references that hold for every bundle, with the members they are about. `informed_by` claims no assessment;
 * `format` is a format the member follows to the letter. What would be true only of some installations is not here.
 */
const standards: BundleCore["standards"] = [
  { id: "ISO/IEC 27037:2012", role: "informed_by", covers: ["chain_of_custody", "frames"] },
  { id: "ISO/IEC 27042:2015", role: "informed_by", covers: ["scoring"] },
  { id: "ISO 7870-4:2021", role: "informed_by", covers: ["breach", "scoring"] },
  { id: "ISO 23150:2023", role: "informed_by", covers: ["measurements"] },
  { id: "RFC 8785", role: "format", covers: ["signature", "frames"] },
  { id: "RFC 6962", role: "format", covers: ["frames"] },
  { id: "RFC 3339", role: "format", covers: ["issued_at", "breach", "chain_of_custody"] },
];

function submitterOf(
  { organisation, apiKeyId }: NonNullable<BundleFacts["submitter"]>,
  salt: string,
  sha256: Sha256,
): Submitter {
  const tag = organisationTag(organisation, salt, sha256);
  return { organisation, organisation_tag: tag, api_key_id: apiKeyId };
}

function initialState(
  { seq, packed }: BundleFacts["initialState"],
  sha256: Sha256,
): BundleCore["scoring"]["initial_state"] {
  if (packed !== null) return { seq, sha256: toHex(sha256(packed)), state: toBase64(packed) };
  if (seq !== 0) throw new RangeError(`the empty state stands before entry 1, not after entry ${seq}`);
  return { seq: 0, sha256: null, state: null };
}

function proofOf(statement: Statement, signer: Signer): Bundle["proof"] {
  const payload = canonicalBytes(statement);
  const sig = signDsse(statementPayloadType, payload, signer);
  return {
    version: 1,
    envelope: {
      payload: toBase64(payload),
      payloadType: statementPayloadType,
      signatures: [{ keyid: signer.keyId, sig: toBase64(sig) }],
    },
    keys: [{ keyid: signer.keyId, alg: signer.algorithm, spki: toBase64(signer.spki) }],
  };
}
