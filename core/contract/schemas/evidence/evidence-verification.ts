import { Type } from "typebox";

import { SignedStatement } from "./evidence-custody.ts";
import { UtcTime, nullable, oneOf } from "../vocabulary.ts";

export const organisationPattern = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$";

const file = (description: string) =>
  Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
    description: `${description} As a text: the file's exact characters. As an object: what it says, in canonical form; how it was spelled is then not checked.`,
  });

export const EvidenceVerifyRequest = Type.Object(
  {
    bundle: file("The bundle, or a statement of a state as `GET /v1/statements/{statement_id}` answers it."),
    frames: Type.Optional(
      Type.String({
        description: "The frames file, its exact characters. Without it the verdict is at best `incomplete`.",
      }),
    ),
    trust: Type.Optional(
      file(
        "The trust file whose keys are trusted. Left out: this service's own, which proves little about itself.",
      ),
    ),
    keyring: Type.Optional(file("The keyring's history, for a trust file that pins a keyring.")),
    require: Type.Optional(
      Type.Array(
        oneOf(["frames", "rescore", "timestamp", "witness", "precommit"], { $id: "VerificationDemand" }),
        {
          maxItems: 5,
          uniqueItems: true,
          description:
            "What makes the bundle `invalid` when it is missing or cannot be checked, instead of `incomplete`.",
        },
      ),
    ),
    require_organisation: Type.Optional(
      Type.String({
        pattern: organisationPattern,
        description: "A bundle that is not about a vehicle of this organisation is `invalid`.",
      }),
    ),
    now: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          "Judge as of this moment instead of the service's clock, for example before a trust file was due to be fetched again. RFC 3339, UTC.",
      }),
    ),
  },
  {
    $id: "EvidenceVerifyRequest",
    additionalProperties: false,
    description: "Files to check, at most 32 MiB together.",
    examples: [{ bundle: { event_id: "EVB-20250301-7K3M9Q2XW4HJ" } }],
  },
);

const nullableText = () => nullable(Type.String());

export const EvidenceVerification = Type.Object(
  {
    verdict: oneOf(["valid", "incomplete", "invalid"], { $id: "VerificationVerdict" }),
    exit_status: Type.Integer({ description: "As a verifier ends: 0 valid, 1 invalid, 3 incomplete." }),
    code: nullable(Type.String(), { description: "Code of the first step that failed." }),
    organisation: nullable(Type.String(), {
      description:
        "Whose vehicle it is: two organisations may call a vehicle alike. Null in evidence issued before it was named.",
    }),
    api_key_id: nullable(Type.String(), {
      description:
        "Public id of the API key under which the breach frame came, or that asked for the statement.",
    }),
    event_id: nullable(Type.String(), {
      description: "Of a bundle; null for a statement, as is `content_digest`.",
    }),
    vehicle_id: nullableText(),
    tier: nullableText(),
    content_digest: nullableText(),
    key_id: nullableText(),
    judged_as_of: nullable(UtcTime, { description: "The moment as of which was judged." }),
    bundle_sha256: Type.String(),
    frames_sha256: nullableText(),
    trust_sha256: Type.String({ description: "Compare it with what the issuer published elsewhere." }),
    statement: nullable(SignedStatement, {
      description: "The statement of a state that was judged, as it was signed; null for a bundle.",
    }),
    trust_from: oneOf(["service", "request"], { $id: "TrustSource" }),
    proven_time: Type.Object({
      not_before: nullableText(),
      not_after: nullableText(),
      reason: Type.String(),
    }),
    steps: Type.Array(
      Type.Object({
        step: Type.String({ pattern: "^V[0-9]{1,2}$" }),
        title: Type.String(),
        result: oneOf(["pass", "fail", "not checked"], { $id: "VerificationResult" }),
        code: Type.Optional(Type.String()),
        detail: Type.Optional(Type.String()),
        reason: Type.Optional(Type.String()),
        note: Type.Optional(Type.String()),
      }),
    ),
  },
  {
    $id: "EvidenceVerification",
    description: "What every step of docs/evidence-format.md found.",
  },
);
