import { Type } from "typebox";

import { EventId, Measurements, Tier, UtcTime, VehicleId, nullable, oneOf } from "./vocabulary.ts";

const Sha256Hex = Type.String({ pattern: "^[0-9a-f]{64}$" });

const CustodyStep = Type.Object(
  {
    step: oneOf(["TELEMETRY_RECEIVED", "TIER_CLASSIFIED", "EVIDENCE_SIGNED"], {
      description: "The three steps, in this order.",
    }),
    actor: Type.String({ description: "The part of the service that took the step." }),
    seq: Type.Integer({ minimum: 0, maximum: 2 }),
    at: UtcTime,
    inputs: Type.Record(Type.String(), Type.Unknown(), {
      description: "Digests of what the step was given.",
    }),
    outputs: Type.Record(Type.String(), Type.Unknown(), {
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
  since: nullable(UtcTime),
  health_score: nullable(Type.Number()),
});

export const EvidenceBundle = Type.Object(
  {
    schema: Type.String({ description: "Version of the evidence format." }),
    event_id: EventId,
    vehicle_id: VehicleId,
    tier: Tier,
    measurements: Measurements,
    issued_at: UtcTime,
    salt: Type.String({ description: "32 random bytes, base64url: keeps the digest from being guessed." }),
    tier_transition: Type.Object(
      { rule: Type.String(), before: TierState, after: TierState },
      { description: "The vehicle's state before and after the breach." },
    ),
    breach: Type.Object(
      {
        detector: Type.String(),
        channel: Type.String(),
        side: oneOf(["upper", "lower"], { description: "The side the channel left on." }),
        statistic: Type.Number(),
        threshold: Type.Number(),
        frame_seq: Type.Integer(),
        detected_at: UtcTime,
      },
      { description: "What fired." },
    ),
    scoring: Type.Object(
      { version: Type.String(), numeric_profile: Type.String() },
      {
        description:
          "Everything needed to score the frames again, bit for bit: parameters, state, inputs, outputs.",
      },
    ),
    frames: Type.Object(
      {
        count: Type.Integer({ minimum: 1 }),
        bytes: Type.Integer({ minimum: 1 }),
        sha256: Sha256Hex,
        merkle: Type.Object({ hash: Type.String(), root: Sha256Hex }),
      },
      { description: "The frames file of `GET /v1/evidence/{event_id}/frames`: its size and its digests." },
    ),
    issuer: Type.Object(
      { organisation: Type.String() },
      { description: "Who issued it, with which software." },
    ),
    chain_of_custody: Type.Array(CustodyStep, { minItems: 3, maxItems: 3 }),
    signature: Type.String({
      pattern: "^sha256:[0-9a-f]{64}$",
      description: "SHA-256 of the canonical JSON (RFC 8785) of the bundle without `signature` and `proof`.",
    }),
    proof: Type.Object(
      {
        envelope: Type.Object({
          payload: Type.String(),
          payloadType: Type.String(),
          signatures: Type.Array(Type.Object({ keyid: Type.String(), sig: Type.String() }), { minItems: 1 }),
        }),
      },
      { description: "DSSE envelope over an in-toto statement whose subject is the digest in `signature`." },
    ),
  },
  {
    $id: "EvidenceBundle",
    description:
      "Signed evidence of one CUSUM breach; docs/evidence-format.md says how to check it with tools nobody here wrote. " +
      "Served as its canonical bytes, and never changed once issued.",
  },
);
