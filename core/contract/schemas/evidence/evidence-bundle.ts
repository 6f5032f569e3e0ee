import { perKind } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { bundleSchema } from "../../../encoding/bundle.ts";
import {
  EventId,
  EvidenceTrigger,
  Measurements,
  Tier,
  UtcTime,
  VehicleId,
  dictionary,
  nullable,
  oneOf,
  sha256HexPattern,
} from "../vocabulary.ts";
import { publishedForm } from "./published-form.ts";

const CustodyStep = Type.Object(
  {
    step: oneOf(["TELEMETRY_RECEIVED", "TIER_CLASSIFIED", "EVIDENCE_SIGNED"], {
      $id: "CustodyStepName",
      description: "The three steps, in this order.",
    }),
    actor: Type.String({ description: "The part of the service that took the step." }),
    seq: Type.Integer({ minimum: 0, maximum: 2 }),
    at: UtcTime,
    inputs: dictionary(Type.Unknown(), {
      description: "Digests of what the step was given.",
    }),
    outputs: dictionary(Type.Unknown(), {
      description: "Digests of what the step produced.",
    }),
    prev: Type.String({
      pattern: "^sha256:[0-9a-f]{64}$",
      description: "SHA-256 of the previous step's canonical JSON; zeros for the first.",
    }),
  },
  { $id: "CustodyStep" },
);

const EvidenceMeasurements = Type.Object(
  {
    ...Measurements.properties,
    measured: Type.Object(
      {
        ...perKind(
          ({ name }) => name,
          () => Type.Boolean(),
        ),
        health: Type.Boolean({ description: "Whether anything was judged." }),
      },
      { description: "What was measured. Where a value is false, the number beside it stands for nothing." },
    ),
  },
  { $id: "EvidenceMeasurements", description: "The estimated drift of the vehicle at the newest frame." },
);

const since = nullable(UtcTime, { description: "Since when; null when that is not known." });

/** What the contract promises of a bundle. A verifier is stricter, by the schema this is made of. */
export const EvidenceBundle = publishedForm(bundleSchema, {
  $id: "EvidenceBundle",
  description:
    "Signed evidence of a CUSUM breach; docs/evidence-format.md says how to check it with tools nobody here wrote. " +
    "Served as its canonical bytes, and never changed once issued.",
  instead: {
    event_id: EventId,
    vehicle_id: VehicleId,
    tier: Tier,
    measurements: EvidenceMeasurements,
    issued_at: UtcTime,
    "tier_transition.before.tier": Tier,
    "tier_transition.before.since": since,
    "tier_transition.after.tier": Tier,
    "tier_transition.after.since": since,
    "breach.trigger": EvidenceTrigger,
    "breach.side": oneOf(["upper", "lower"], {
      $id: "BreachSide",
      description: "The side the channel left on.",
    }),
    "breach.detected_at": UtcTime,
    "scoring.initial_state": Type.Object(
      {
        seq: Type.Integer({ minimum: 0 }),
        sha256: nullable(Type.String({ pattern: sha256HexPattern })),
        state: nullable(Type.String(), { description: "The packed state, base64; null for the empty one." }),
      },
      { description: "The vehicle's state after entry `seq`, where the scoring of the frames begins." },
    ),
    "scoring.inputs": Type.Object({
      first_seq: Type.Integer(),
      last_seq: Type.Integer(),
      count: Type.Integer(),
    }),
    "scoring.outputs": dictionary(Type.Unknown(), {
      description: "What scoring the frames again must give.",
    }),
    chain_of_custody: Type.Array(CustodyStep, {
      minItems: 3,
      maxItems: 3,
      description: "Three steps in fixed order, each holding the digest of the one before.",
    }),
    "proof.envelope.signatures": Type.Array(Type.Object({ keyid: Type.String(), sig: Type.String() }), {
      minItems: 1,
    }),
  },
  descriptions: {
    schema: "Version of the evidence format.",
    submitter:
      "Whose vehicle it is: two organisations may call a vehicle alike. Absent from evidence issued before it was named.",
    "submitter.organisation": "The organisation in whose name the frames came.",
    "submitter.organisation_tag":
      "SHA-256 of the canonical JSON of `salt` and `organisation`: what the signed statement shows of it.",
    "submitter.api_key_id": "Public id of the API key under which the newest frame came.",
    salt: "32 random bytes, base64url: keeps the digest from being guessed.",
    tier_transition: "The vehicle's state before and after the breach.",
    "tier_transition.before.health_score": "0 to 100; null before the first score.",
    "tier_transition.after.health_score": "0 to 100; null before the first score.",
    breach: "What fired.",
    "breach.detector": "`CUSUM`.",
    "breach.channel": "The channel with the largest share of the evidence.",
    "breach.statistic": "The sequential statistic W as the breach opened, nats.",
    "breach.threshold": "The limit it reached, nats.",
    "breach.opened_seq": "Journal number of the frame that opened the breach.",
    "breach.frame_seq": "Journal number of the newest frame of this evidence.",
    request: "Who asked for it, and why; present when the trigger is `requested`.",
    "request.reason": "As it was given.",
    "request.case_number": "As it was given; null without one.",
    "request.key_id": "Public id of the API key that asked.",
    scoring: "Everything needed to score the frames again, bit for bit.",
    "scoring.numeric_profile": "`binary64-ltr-v1`: which operations may be used, and in which order.",
    "scoring.scorer_sha256":
      "Digest of the frozen scorer that recomputes it; absent from evidence issued before there was one.",
    frames: "The frames file of `GET /v1/evidence/{event_id}/frames`: its size and its digests.",
    "frames.precommit": "Where the frames were committed to as they were received.",
    "frames.precommit.chain": "`sha256-chain-v1`.",
    "frames.precommit.after_seq": "Entry before the first link of the chain.",
    "frames.precommit.head": "The chain's head at that entry.",
    "frames.precommit.intervals": "Intervals of ingest in the log that hold the chain, oldest first.",
    clock: "Where the server's time comes from.",
    "clock.max_error_ms": "Null when it is not known.",
    issuer: "Who issued it, with which software.",
    standards: "The standards the parts of the bundle follow or were informed by.",
    "retention.delete_after": "A date; null when nothing is ever deleted.",
    supersedes:
      "The evidence before it: of the same breach, or the one it was issued again for. Null for the first of a breach.",
    signature: "SHA-256 of the canonical JSON (RFC 8785) of the bundle without `signature` and `proof`.",
    proof: "DSSE envelope over an in-toto statement whose subject is the digest in `signature`.",
    "proof.envelope.payload": "The in-toto statement, base64.",
    "proof.keys": "A copy for convenience, never a reason to trust.",
    "proof.precommit": "One proof for each of `frames.precommit.intervals`.",
    "proof.timestamps": "Time stamps of the envelope's signature, where the operator names authorities.",
    "proof.timestamps.type": "`rfc3161`.",
    "proof.timestamps.over": "`dsse-signature`.",
    "proof.timestamps.token": "The authority's answer (TimeStampResp), DER, base64.",
    "proof.log": "Where the signature stands in the transparency log.",
    "proof.log.origin": "Name of the log.",
    "proof.log.index": "A copy; the index that counts is in `tlog_proof`.",
    "proof.log.entry": "The log's entry (Rekor `hashedrekord` 0.0.2), base64.",
    "proof.log.tlog_proof": "c2sp.org/tlog-proof@v1: the way from the entry to the signed checkpoint.",
  },
  order: { proof: ["version", "envelope", "keys", "precommit", "timestamps", "log"] },
});
