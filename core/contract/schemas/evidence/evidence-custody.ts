import { Type } from "typebox";

import { plainTextPattern } from "../../plain-text.ts";
import { EventId, UtcTime, nullable, oneOf, sha256HexPattern } from "../vocabulary.ts";

const Sha256Hex = Type.String({ pattern: sha256HexPattern });
const NamedDigest = Type.String({ pattern: "^sha256:[0-9a-f]{64}$" });

const reasonText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, pattern: plainTextPattern, description });

export const SignedEnvelope = Type.Object(
  {
    payload: Type.String({ description: "Canonical JSON, base64." }),
    payloadType: Type.String(),
    signatures: Type.Array(Type.Object({ keyid: Type.String(), sig: Type.String() }), { minItems: 1 }),
  },
  { description: "DSSE v1 envelope, signed by the evidence key." },
);

const actionValues = ["handed_out", "hold_set", "hold_released", "erased"] as const;

const organisation = Type.Optional(
  Type.String({ description: "Whose evidence it is; absent from what was signed before it was named." }),
);

const CustodyEntry = Type.Object(
  {
    organisation,
    seq: Type.Integer({ minimum: 1, description: "Number of the record, without gaps." }),
    at: UtcTime,
    action: oneOf(actionValues, {
      $id: "CustodyAction",
      description:
        "`handed_out`: a key was given the evidence, noted once for each key, form and hour; `hold_set`, `hold_released`: legal hold; `erased`.",
    }),
    form: Type.Optional(
      oneOf(["bundle", "frames", "redacted", "archive", "report", "sigstore"], {
        $id: "CustodyForm",
        description: "What was handed out.",
      }),
    ),
    key_id: Type.String({ description: "Public id of the API key that asked." }),
    reason: Type.Optional(Type.String({ description: "Why the hold was set or released." })),
    basis: Type.Optional(Type.String({ description: "Ground of the erasure." })),
    decision_sha256: Type.Optional(Sha256Hex),
    envelope: SignedEnvelope,
    log_index: Type.Integer({ minimum: 0 }),
    tlog_proof: Type.String({ description: "c2sp.org/tlog-proof@v1 of the record's entry in the log." }),
  },
  { $id: "CustodyEntry", description: "One thing that was done with evidence after its issue." },
);

export const Tombstone = Type.Object(
  {
    organisation,
    event_id: EventId,
    content_digest: NamedDigest,
    leaf_index: Type.Integer({ minimum: 0, description: "Where the log has the erased evidence's entry." }),
    erased_at: UtcTime,
    basis: Type.String({ description: "Ground of the erasure." }),
    decision_sha256: Sha256Hex,
    envelope: SignedEnvelope,
  },
  {
    $id: "Tombstone",
    description: "What is left of erased evidence, signed and in the log.",
    examples: [
      {
        organisation: "acme",
        event_id: "EVB-20250301-7K3M9Q2XW4HJ",
        content_digest: "sha256:cff5d56d2d916547e96886c76972b83d48364ca574c7fc1813f23462d6291b57",
        leaf_index: 7,
        erased_at: "2035-03-02T08:00:00.000Z",
        basis: "retention period over",
        decision_sha256: "44575cf5b28512d75644bf54a517dcef304ff809fd511747621b4d64f19aac66",
        envelope: {
          payload: "eyJiYXNpcyI6InJldGVudGlvbiBwZXJpb2Qgb3ZlciJ9",
          payloadType: "application/vnd.plumbline.tombstone+json",
          signatures: [{ keyid: "sha256:333f4b11", sig: "MEQCIG+tujWA1/QE" }],
        },
      },
    ],
  },
);

export const EvidenceCustody = Type.Object(
  {
    event_id: EventId,
    content_digest: NamedDigest,
    legal_hold: Type.Boolean({ description: "Whether a hold forbids erasure now." }),
    erased_at: nullable(UtcTime, { description: "Null as long as the evidence is there." }),
    tombstone: nullable(Tombstone),
    entries: Type.Array(CustodyEntry, { description: "Oldest first." }),
    has_more: Type.Boolean({ description: "True when there are entries after the last one shown." }),
  },
  {
    $id: "EvidenceCustody",
    description:
      "What was done with a piece of evidence after its issue. Each record holds the digest of the one before, is signed, and has its entry in the log.",
  },
);

export const LegalHoldRequest = Type.Object(
  {
    hold: Type.Boolean({ description: "True forbids erasure, false allows it again." }),
    reason: reasonText("Why, for example the file number of the claim."),
  },
  {
    $id: "LegalHoldRequest",
    additionalProperties: false,
    description: "Whether a legal hold is on the evidence.",
    examples: [{ hold: true, reason: "claim 2025/0815 pending" }],
  },
);

export const LegalHoldResult = Type.Object(
  {
    event_id: EventId,
    legal_hold: Type.Boolean(),
    changed: Type.Boolean({ description: "False when it stood so already; nothing was recorded then." }),
    at: UtcTime,
  },
  {
    $id: "LegalHoldResult",
    description: "The state after the request.",
    examples: [
      {
        event_id: "EVB-20250301-7K3M9Q2XW4HJ",
        legal_hold: true,
        changed: true,
        at: "2025-03-05T10:00:00.000Z",
      },
    ],
  },
);

export const ErasureRequest = Type.Object(
  {
    basis: reasonText(
      "Ground of the erasure, for example a retention rule or a right of the person concerned.",
    ),
    decision_sha256: Type.String({
      pattern: sha256HexPattern,
      description: "SHA-256 of the document with the decision, hex: it shows later which decision it was.",
    }),
  },
  {
    $id: "ErasureRequest",
    additionalProperties: false,
    description: "On what ground the evidence is to be erased. It does not come back.",
    examples: [
      {
        basis: "retention period over",
        decision_sha256: "44575cf5b28512d75644bf54a517dcef304ff809fd511747621b4d64f19aac66",
      },
    ],
  },
);
