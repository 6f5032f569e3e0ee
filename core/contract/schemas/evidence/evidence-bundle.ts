import { Type } from "typebox";

import {
  EventId,
  Measurements,
  Tier,
  UtcTime,
  VehicleId,
  dictionary,
  nullable,
  oneOf,
} from "../vocabulary.ts";

const Sha256Hex = Type.String({ pattern: "^[0-9a-f]{64}$" });

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

const TierState = Type.Object({
  tier: Tier,
  since: nullable(UtcTime, { description: "Since when; null when that is not known." }),
  health_score: nullable(Type.Number(), { description: "0 to 100; null before the first score." }),
});

const Breach = Type.Object(
  {
    detector: Type.String({ description: "`CUSUM`." }),
    channel: Type.String({ description: "The channel with the largest share of the evidence." }),
    side: oneOf(["upper", "lower"], { $id: "BreachSide", description: "The side the channel left on." }),
    statistic: Type.Number({ description: "The sequential statistic W at the breach frame, nats." }),
    threshold: Type.Number({ description: "The limit it reached, nats." }),
    frame_seq: Type.Integer({ minimum: 1, description: "Journal number of the breach frame." }),
    detected_at: UtcTime,
  },
  { description: "What fired." },
);

const Scoring = Type.Object(
  {
    algorithm: Type.String(),
    version: Type.String(),
    specification_sha256: Sha256Hex,
    numeric_profile: Type.String({
      description: "`binary64-ltr-v1`: which operations may be used, and in which order.",
    }),
    scorer_sha256: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description:
          "Digest of the frozen scorer that recomputes it; absent from evidence issued before there was one.",
      }),
    ),
    parameters: dictionary(Type.Unknown()),
    initial_state: Type.Object(
      {
        seq: Type.Integer({ minimum: 0 }),
        sha256: nullable(Sha256Hex),
        state: nullable(Type.String(), { description: "The packed state, base64; null for the empty one." }),
      },
      { description: "The vehicle's state after entry `seq`, where the scoring of the frames begins." },
    ),
    inputs: Type.Object({ first_seq: Type.Integer(), last_seq: Type.Integer(), count: Type.Integer() }),
    outputs: dictionary(Type.Unknown(), { description: "What scoring the frames again must give." }),
  },
  { description: "Everything needed to score the frames again, bit for bit." },
);

const FramesSummary = Type.Object(
  {
    media_type: Type.String(),
    framing: Type.String(),
    count: Type.Integer({ minimum: 1 }),
    bytes: Type.Integer({ minimum: 1 }),
    sha256: Sha256Hex,
    merkle: Type.Object({ hash: Type.String(), root: Sha256Hex }),
    precommit: Type.Optional(
      Type.Object(
        {
          chain: Type.String({ description: "`sha256-chain-v1`." }),
          vehicle_salt: Type.String(),
          after_seq: Type.Integer({ minimum: 0, description: "Entry before the first link of the chain." }),
          head: Type.String({ pattern: "^[0-9a-f]{64}$", description: "The chain's head at that entry." }),
          intervals: Type.Array(
            Type.Object({
              log_index: Type.Integer({ minimum: 0 }),
              root: Sha256Hex,
              seq: Type.Integer({ minimum: 1 }),
              head: Sha256Hex,
            }),
            { description: "Intervals of ingest in the log that hold the chain, oldest first." },
          ),
        },
        { description: "Where the frames were committed to as they were received." },
      ),
    ),
  },
  { description: "The frames file of `GET /v1/evidence/{event_id}/frames`: its size and its digests." },
);

const Issuer = Type.Object(
  {
    organisation: Type.String(),
    software: Type.Object({ name: Type.String(), version: Type.String(), build_sha256: Sha256Hex }),
  },
  { description: "Who issued it, with which software." },
);

const Proof = Type.Object(
  {
    version: Type.Integer(),
    envelope: Type.Object({
      payload: Type.String({ description: "The in-toto statement, base64." }),
      payloadType: Type.String(),
      signatures: Type.Array(Type.Object({ keyid: Type.String(), sig: Type.String() }), { minItems: 1 }),
    }),
    keys: Type.Array(Type.Object({ keyid: Type.String(), alg: Type.String(), spki: Type.String() }), {
      description: "A copy for convenience, never a reason to trust.",
    }),
    precommit: Type.Optional(
      Type.Array(
        Type.Object({
          index: Type.Integer({ minimum: 0 }),
          path: Type.Array(Type.String()),
          envelope: Type.Object({
            payload: Type.String(),
            payloadType: Type.String(),
            signatures: Type.Array(Type.Object({ keyid: Type.String(), sig: Type.String() })),
          }),
          tlog_proof: Type.String(),
        }),
        { description: "One proof for each of `frames.precommit.intervals`." },
      ),
    ),
    timestamps: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.String({ description: "`rfc3161`." }),
          over: Type.String({ description: "`dsse-signature`." }),
          token: Type.String({ description: "The authority's answer (TimeStampResp), DER, base64." }),
        }),
        { description: "Time stamps of the envelope's signature, where the operator names authorities." },
      ),
    ),
    log: Type.Optional(
      Type.Object(
        {
          origin: Type.String({ description: "Name of the log." }),
          index: Type.Integer({
            minimum: 0,
            description: "A copy; the index that counts is in `tlog_proof`.",
          }),
          entry: Type.String({ description: "The log's entry (Rekor `hashedrekord` 0.0.2), base64." }),
          tlog_proof: Type.String({
            description: "c2sp.org/tlog-proof@v1: the way from the entry to the signed checkpoint.",
          }),
        },
        { description: "Where the signature stands in the transparency log." },
      ),
    ),
  },
  { description: "DSSE envelope over an in-toto statement whose subject is the digest in `signature`." },
);

export const EvidenceBundle = Type.Object(
  {
    schema: Type.String({ description: "Version of the evidence format." }),
    event_id: EventId,
    submitter: Type.Optional(
      Type.Object(
        {
          organisation: Type.String({ description: "The organisation in whose name the frames came." }),
          organisation_tag: Type.String({
            pattern: "^[0-9a-f]{64}$",
            description:
              "SHA-256 of the canonical JSON of `salt` and `organisation`: what the signed statement shows of it.",
          }),
          api_key_id: Type.String({
            description: "Public id of the API key under which the breach frame came.",
          }),
        },
        {
          description:
            "Whose vehicle it is: two organisations may call a vehicle alike. Absent from evidence issued before it was named.",
        },
      ),
    ),
    vehicle_id: VehicleId,
    tier: Tier,
    measurements: Measurements,
    issued_at: UtcTime,
    salt: Type.String({ description: "32 random bytes, base64url: keeps the digest from being guessed." }),
    tier_transition: Type.Object(
      { rule: Type.String(), before: TierState, after: TierState },
      { description: "The vehicle's state before and after the breach." },
    ),
    breach: Breach,
    scoring: Scoring,
    frames: FramesSummary,
    clock: Type.Object(
      {
        source: Type.String(),
        max_error_ms: nullable(Type.Number(), { description: "Null when it is not known." }),
      },
      { description: "Where the server's time comes from." },
    ),
    issuer: Issuer,
    standards: Type.Array(
      Type.Object({ id: Type.String(), role: Type.String(), covers: Type.Array(Type.String()) }),
      { description: "The standards the parts of the bundle follow or were informed by." },
    ),
    retention: Type.Object({
      policy: Type.String(),
      delete_after: nullable(Type.String(), { description: "A date; null when nothing is ever deleted." }),
      legal_hold: Type.Boolean(),
    }),
    supersedes: nullable(Type.String(), {
      description: "The bundle this one corrects; null for a first issue.",
    }),
    chain_of_custody: Type.Array(CustodyStep, {
      minItems: 3,
      maxItems: 3,
      description: "Three steps in fixed order, each holding the digest of the one before.",
    }),
    signature: Type.String({
      pattern: "^sha256:[0-9a-f]{64}$",
      description: "SHA-256 of the canonical JSON (RFC 8785) of the bundle without `signature` and `proof`.",
    }),
    proof: Proof,
  },
  {
    $id: "EvidenceBundle",
    description:
      "Signed evidence of one CUSUM breach; docs/evidence-format.md says how to check it with tools nobody here wrote. " +
      "Served as its canonical bytes, and never changed once issued.",
  },
);
