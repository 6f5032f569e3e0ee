import { contractWords, silent } from "../../../sensors/contract-words.ts";
import { sensorKinds } from "../../../sensors/kinds.ts";
import { namesOf, sensors, turnedNames } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { plainTextPattern } from "../../plain-text.ts";
import { maxCaseNumberLength } from "../../../encoding/bundle.ts";
import { page } from "../vehicles/vehicle-list.ts";
import {
  CaptureTime,
  EventId,
  EvidenceTrigger,
  Sensor,
  Tier,
  Unit,
  UtcTime,
  VehicleId,
  nullable,
  oneOf,
  sha256HexPattern,
  statementIdPattern,
} from "../vocabulary.ts";

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

const caseNumber = Type.Optional(
  nullable(
    Type.String({
      minLength: 1,
      maxLength: maxCaseNumberLength,
      pattern: plainTextPattern,
    }),
    { description: "Of the claim, the order, the file; signed with the evidence." },
  ),
);

export const EvidenceRequest = Type.Object(
  {
    reason: reasonText("Why; signed with the evidence."),
    case_number: caseNumber,
  },
  {
    $id: "EvidenceRequest",
    additionalProperties: false,
    description: "Why evidence of a vehicle is asked for.",
    examples: [{ reason: "collision reported by the driver", case_number: "CL-2025-0311" }],
  },
);

export const EvidenceRequestResult = Type.Object(
  {
    evidence_id: EventId,
    vehicle_id: VehicleId,
    trigger: EvidenceTrigger,
    tier: Tier,
    frame_seq: Type.Integer({ minimum: 1, description: "The newest frame, with which the evidence ends." }),
    supersedes: nullable(EventId, { description: "The evidence of the same breach before it." }),
    requested_at: UtcTime,
  },
  {
    $id: "EvidenceRequestResult",
    description:
      "The evidence that was issued; `GET /v1/evidence/{event_id}/bundle` has it once it is final.",
    examples: [
      {
        evidence_id: "EVB-20250311-7K3M9Q2XW4HJ",
        vehicle_id: "veh-0042",
        trigger: "requested",
        tier: "CRITICAL",
        frame_seq: 412,
        supersedes: "EVB-20250301-7K3M9Q2XW4HJ",
        requested_at: "2025-03-11T09:30:00.000Z",
      },
    ],
  },
);

export const StatementRequest = Type.Object(
  {
    reason: reasonText("Why; signed with the statement."),
    case_number: caseNumber,
    at: Type.Optional(
      nullable(CaptureTime, {
        description: "The moment to make a statement about, not in the future; left out or null: now.",
      }),
    ),
  },
  {
    $id: "StatementRequest",
    additionalProperties: false,
    description: "Why a statement of a vehicle's state is asked for, and of which moment.",
    examples: [
      {
        reason: "collision reported by the driver",
        case_number: "CL-2025-0311",
        at: "2025-03-11T08:15:00Z",
      },
    ],
  },
);

const StatedSensor = Type.Object(
  {
    sensor: Sensor,
    unit: Unit,
    measured: Type.Boolean(),
    drift: nullable(Type.Number(), {
      description: `Estimated drift, ${turnedNames} as an angle, ${namesOf(({ unit }) => unit === "m")} signed; null where not measured.`,
    }),
  },
  { $id: "StatedSensor", description: "What a statement says of one sensor." },
);

const StatedState = Type.Object(
  {
    judged: Type.Boolean({ description: "False where too little was learnt, or nothing was received." }),
    tier: nullable(Tier, { description: "Null where nothing was judged." }),
    since: nullable(UtcTime, { description: "Since when that tier held; null where nothing was judged." }),
    frames: Type.Integer({ minimum: 0, description: "Frames of the vehicle until then." }),
    last_frame_at: nullable(UtcTime, { description: "Newest capture time until then; null for no frame." }),
    sensors: Type.Array(StatedSensor, { minItems: sensors.length, maxItems: sensors.length }),
    health: nullable(Type.Number({ minimum: 0, maximum: 100 }), {
      description: "Health score, 0 to 100; null where nothing was judged.",
    }),
    evidence_id: nullable(EventId, { description: "Evidence of the breach that was open then." }),
    scoring_version: Type.String(),
  },
  {
    $id: "StatedState",
    description: "How the vehicle was judged at the moment, by the frames captured until then.",
  },
);

const StatementIssuer = Type.Object(
  {
    organisation: Type.String(),
    software: Type.Object({
      name: Type.String(),
      version: Type.String(),
      build_sha256: Sha256Hex,
    }),
  },
  { $id: "StatementIssuer", description: "Who states it, and with which software." },
);

const stated = {
  statement_id: Type.String({
    pattern: statementIdPattern,
    description: "`STM-`, the UTC date of the issue, and 12 random characters (Crockford base32).",
  }),
  organisation: Type.String(),
  vehicle_id: VehicleId,
  at: { ...UtcTime, description: "The moment it is about." },
  issued_at: UtcTime,
  key_id: Type.String({ description: "Public id of the API key that asked." }),
  reason: Type.String(),
  case_number: nullable(Type.String()),
  issuer: StatementIssuer,
  state: StatedState,
};

export const SignedStatement = Type.Object(
  { schema: Type.Literal("urn:plumbline:state:1"), ...stated },
  { $id: "SignedStatement", description: "What a statement of a state says, as it was signed." },
);

export const StateStatement = Type.Object(
  {
    ...stated,
    envelope: SignedEnvelope,
    log_index: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Where the log has it; absent where it was only just asked for.",
      }),
    ),
    tlog_proof: Type.Optional(
      Type.String({
        description:
          "c2sp.org/tlog-proof@v1 of its entry in the log; only `GET /v1/statements/{statement_id}` has it.",
      }),
    ),
  },
  {
    $id: "StateStatement",
    description:
      "A signed statement of how a vehicle was judged at a moment. It carries no frames: it is the issuer's signed claim, and nobody can recompute it from the statement alone.",
    examples: [
      {
        statement_id: "STM-20250312-7K3M9Q2XW4HJ",
        organisation: "acme",
        vehicle_id: "veh-0042",
        at: "2025-03-11T08:15:00.000Z",
        issued_at: "2025-03-12T10:00:00.000Z",
        key_id: "3fK8zQ1mWd",
        reason: "collision reported by the driver",
        case_number: "CL-2025-0311",
        issuer: {
          organisation: "Example Calibration",
          software: {
            name: "plumbline",
            version: "0.1.0",
            build_sha256: "cff5d56d2d916547e96886c76972b83d48364ca574c7fc1813f23462d6291b57",
          },
        },
        state: {
          judged: true,
          tier: "NOMINAL",
          since: "2025-03-01T08:00:40.000Z",
          frames: 412,
          last_frame_at: "2025-03-11T08:14:59.000Z",
          sensors: sensorKinds.map(({ name, unit, drift: { factor } }) => ({
            sensor: name,
            unit,
            measured: name !== silent.name,
            drift: name === silent.name ? null : contractWords[name].drift / factor,
          })),
          health: 97.1,
          evidence_id: null,
          scoring_version: "1.6.0",
        },
        envelope: {
          payload: "eyJhdCI6IjIwMjUtMDMtMTFUMDg6MTU6MDAuMDAwWiJ9",
          payloadType: "application/vnd.plumbline.state+json",
          signatures: [{ keyid: "sha256:333f4b11", sig: "MEQCIG+tujWA1/QE" }],
        },
        log_index: 12,
        tlog_proof: "c2sp.org/tlog-proof@v1\nindex 12\n",
      },
    ],
  },
);

export const StateStatementList = Type.Object(
  {
    data: Type.Array(StateStatement, { description: "Newest first, without their proofs." }),
    ...page,
  },
  {
    $id: "StateStatementList",
    description: "One page of the statements issued about a vehicle.",
    examples: [{ data: [], has_more: false, next_cursor: null }],
  },
);
