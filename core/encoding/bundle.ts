import { Type, type Static } from "typebox";

import { measuredKinds, perKind, perRow } from "../sensors/sensor-lists.ts";

import {
  codeSchema,
  eventIdSchema,
  hexDigestSchema,
  instantSchema,
  keyNameSchema,
  logOriginSchema,
  namedDigestSchema,
  organisationSchema,
  seqSchema,
  strict,
  tierSchema,
  vehicleIdSchema,
  textSchema,
} from "./field-schemas.ts";

/** Version of the core; a reader refuses any other. */
export const coreSchemaName = "urn:plumbline:evidence-core:1";

const tierStateSchema = Type.Object(
  {
    tier: tierSchema,
    /** Capture time (vehicle's clock) of the frame that set this tier; null when the vehicle never had one. */
    since: Type.Union([instantSchema, Type.Null()]),
    health_score: Type.Union([Type.Number(), Type.Null()]),
  },
  strict,
);

const breachSchema = Type.Object(
  {
    detector: Type.Literal("CUSUM"),
    /** Why it was issued: the breach opened, the tier got worse while it was open, or somebody asked for it. */
    trigger: Type.Union([
      Type.Literal("breach_opened"),
      Type.Literal("tier_worsened"),
      Type.Literal("requested"),
    ]),
    channel: Type.String({ pattern: "^[a-z_]{1,32}$" }),
    side: Type.Union([Type.Literal("upper"), Type.Literal("lower")]),
    /** The statistic W as the breach opened and the limit it reached, nats. */
    statistic: Type.Number(),
    threshold: Type.Number(),
    /** The frame that opened the breach, and the newest frame of this evidence: the same where it is why it was issued. */
    opened_seq: seqSchema,
    frame_seq: seqSchema,
    /** Server clock. */
    detected_at: instantSchema,
  },
  strict,
);

const nullableNumber = Type.Union([Type.Number(), Type.Null()]);

const measuredDrifts = perRow(
  measuredKinds,
  ({ drift }) => drift.member,
  () => Type.Number(),
);

/** `scoring.outputs`: the whole score of the breach frame, every double as computed, none rounded. */
const scoringOutputsSchema = Type.Object(
  {
    tier_before: tierSchema,
    tier: tierSchema,
    reason: codeSchema,
    residual_score: Type.Number(),
    mahal_distance: nullableNumber,
    mahal_p_value: nullableNumber,
    t2_limit: nullableNumber,
    cusum_statistic: nullableNumber,
    caution_limit: Type.Number(),
    cusum_triggered: Type.Boolean(),
    breach_opened: Type.Boolean(),
    confidence: Type.Number(),
    probable_fault_source: codeSchema,
    source_posterior: Type.Array(Type.Number()),
    recommended_action: codeSchema,
    late: Type.Boolean(),
    outlier: Type.Boolean(),
    baseline: Type.Object({ state: codeSchema, frames: Type.Integer(), needed: Type.Integer() }, strict),
    channels: Type.Array(
      Type.Object(
        {
          channel: codeSchema,
          residual: Type.Number(),
          standardised: Type.Number(),
          cusum_upper: Type.Number(),
          cusum_lower: Type.Number(),
          cusum_limit: Type.Number(),
          share_of_t2: Type.Number(),
          drift: Type.Number(),
          drift_sd: Type.Number(),
        },
        strict,
      ),
    ),
    ...measuredDrifts,
    health_score: Type.Number(),
    change_point_seq: Type.Union([Type.Integer(), Type.Null()]),
    warnings: Type.Array(codeSchema),
  },
  strict,
);

const scoringSchema = Type.Object(
  {
    algorithm: Type.Literal("mixture-cusum"),
    version: textSchema(64),
    specification_sha256: hexDigestSchema,
    numeric_profile: textSchema(64),
    /** SHA-256 of the frozen scorer's module; absent from evidence issued before there was any, or before it was frozen. */
    scorer_sha256: Type.Optional(hexDigestSchema),
    parameters: Type.Record(Type.String(), Type.Unknown()),
    /** Where the fold starts: the state after entry `seq`, packed, base64; or the empty state before entry 1. */
    initial_state: Type.Union([
      Type.Object({ seq: Type.Literal(0), sha256: Type.Null(), state: Type.Null() }, strict),
      Type.Object({ seq: seqSchema, sha256: hexDigestSchema, state: Type.String({ minLength: 1 }) }, strict),
    ]),
    inputs: Type.Object({ first_seq: seqSchema, last_seq: seqSchema, count: seqSchema }, strict),
    outputs: scoringOutputsSchema,
  },
  strict,
);

/** The hash chain of `core/evidence/frames/ingest-chain.ts`. */
export const chainName = "sha256-chain-v1";
/** Intervals one piece of evidence names at most. */
export const maxIntervals = 4;

/** What the core says of it: where the chain of the shown entries begins, and where it stood at each interval named. */
const precommitSummarySchema = Type.Object(
  {
    chain: Type.Literal(chainName),
    vehicle_salt: Type.String({ pattern: "^[A-Za-z0-9_-]{22}$" }),
    /** The entry before the first link shown, and the head there; zeros where the chain begins. */
    after_seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    head: hexDigestSchema,
    /** Oldest first; the last one was closed for this evidence and holds its breach frame. */
    intervals: Type.Array(
      Type.Object(
        {
          log_index: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          root: hexDigestSchema,
          seq: seqSchema,
          head: hexDigestSchema,
        },
        strict,
      ),
      { minItems: 1, maxItems: maxIntervals },
    ),
  },
  strict,
);

const framesSummarySchema = Type.Object(
  {
    media_type: Type.Literal("application/x-ndjson"),
    framing: Type.Literal("jcs-lf-v1"),
    count: seqSchema,
    bytes: seqSchema,
    sha256: hexDigestSchema,
    merkle: Type.Object({ hash: Type.Literal("rfc6962-sha256"), root: hexDigestSchema }, strict),
    /** Absent from evidence issued before there was any. */
    precommit: Type.Optional(precommitSummarySchema),
  },
  strict,
);

const custodyTimesSchema = { at: instantSchema, prev: namedDigestSchema };

const custodyChainSchema = Type.Tuple([
  Type.Object(
    {
      step: Type.Literal("TELEMETRY_RECEIVED"),
      actor: Type.Literal("SERVICE_INGEST_v1"),
      seq: Type.Literal(0),
      inputs: Type.Object({}, strict),
      outputs: Type.Object({ frames_sha256: hexDigestSchema, frames_root: hexDigestSchema }, strict),
      ...custodyTimesSchema,
    },
    strict,
  ),
  Type.Object(
    {
      step: Type.Literal("TIER_CLASSIFIED"),
      actor: Type.Literal("SERVICE_CLASSIFIER"),
      seq: Type.Literal(1),
      inputs: Type.Object({ frames_root: hexDigestSchema }, strict),
      outputs: Type.Object(
        { scoring_sha256: hexDigestSchema, tier_transition_sha256: hexDigestSchema },
        strict,
      ),
      ...custodyTimesSchema,
    },
    strict,
  ),
  Type.Object(
    {
      step: Type.Literal("EVIDENCE_SIGNED"),
      actor: Type.Literal("SERVICE_EVIDENCE_SERVICE"),
      seq: Type.Literal(2),
      inputs: Type.Object({ body_sha256: hexDigestSchema }, strict),
      outputs: Type.Object({ key_id: namedDigestSchema }, strict),
      ...custodyTimesSchema,
    },
    strict,
  ),
]);

/** Whose vehicle it is: two organisations may call a vehicle alike. */
const submitterSchema = Type.Object(
  {
    /** The organisation in whose name the frames came. */
    organisation: organisationSchema,
    /** As `organisationTag` writes it. */
    organisation_tag: hexDigestSchema,
    /** Public id of the API key under which the breach frame came. */
    api_key_id: keyNameSchema,
  },
  strict,
);

/** Longest reason somebody gives for what they ask, and longest case number, characters. */
export const maxReasonLength = 500;
export const maxCaseNumberLength = 128;

/** Who issues, and with which software. */
export const issuerSchema = Type.Object(
  {
    organisation: textSchema(256),
    software: Type.Object(
      {
        name: textSchema(64),
        version: textSchema(64),
        build_sha256: hexDigestSchema,
      },
      strict,
    ),
  },
  strict,
);

/** Who asked for it, and why. */
export const evidenceRequestSchema = Type.Object(
  {
    reason: textSchema(maxReasonLength),
    case_number: Type.Union([textSchema(maxCaseNumberLength), Type.Null()]),
    /** Public id of the API key that asked. */
    key_id: keyNameSchema,
  },
  strict,
);

export type EvidenceTrigger = Static<typeof breachSchema>["trigger"];

/** Everything the bundle says; the bundle without this part's two neighbours `signature` and `proof`. */
const coreMembers = {
  schema: Type.Literal(coreSchemaName),
  event_id: eventIdSchema,
  /** Absent from evidence issued before it was named. */
  submitter: Type.Optional(submitterSchema),
  vehicle_id: vehicleIdSchema,
  tier: tierSchema,
  measurements: Type.Object(
    {
      ...measuredDrifts,
      health_score: Type.Number(),
      /** What was measured; the contract's numbers are 0 where nothing was. */
      measured: Type.Object(
        {
          ...perKind(
            ({ name }) => name,
            () => Type.Boolean(),
          ),
          health: Type.Boolean(),
        },
        strict,
      ),
    },
    strict,
  ),
  issued_at: instantSchema,
  /** 32 random bytes, base64url: without them the digest of an erased core cannot be guessed back. */
  salt: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
  tier_transition: Type.Object(
    { rule: textSchema(64), before: tierStateSchema, after: tierStateSchema },
    strict,
  ),
  breach: breachSchema,
  /** Present exactly in evidence that somebody asked for. */
  request: Type.Optional(evidenceRequestSchema),
  scoring: scoringSchema,
  frames: framesSummarySchema,
  clock: Type.Object(
    {
      source: textSchema(64),
      max_error_ms: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    },
    strict,
  ),
  issuer: issuerSchema,
  standards: Type.Array(
    Type.Object(
      {
        id: textSchema(64),
        role: Type.Union([Type.Literal("informed_by"), Type.Literal("format")]),
        covers: Type.Array(textSchema(64), { maxItems: 16 }),
      },
      strict,
    ),
    { maxItems: 32 },
  ),
  retention: Type.Object(
    {
      policy: textSchema(64),
      delete_after: Type.Union([Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }), Type.Null()]),
      legal_hold: Type.Boolean(),
    },
    strict,
  ),
  /** The evidence before this one of the same breach, or the one it was issued again for. */
  supersedes: Type.Union([eventIdSchema, Type.Null()]),
  chain_of_custody: custodyChainSchema,
} as const;

const coreSchema = Type.Object(coreMembers, strict);
export type BundleCore = Static<typeof coreSchema>;

const publicKeyHintSchema = Type.Object(
  {
    keyid: keyNameSchema,
    alg: Type.String({ maxLength: 64 }),
    spki: Type.String({ maxLength: 1024 }),
  },
  strict,
);

/** Where the signature stands in the transparency log. Absent only from evidence that no log has taken in yet. */
const logProofSchema = Type.Object(
  {
    origin: logOriginSchema,
    /** A copy for convenience: the index that counts is in `tlog_proof`. */
    index: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    /** The log's entry, base64. */
    entry: Type.String({ maxLength: 4096 }),
    /** c2sp.org/tlog-proof@v1, with the checkpoint. */
    tlog_proof: Type.String({ maxLength: 8192 }),
  },
  strict,
);

/** A third party's statement that the signature existed at a time. */
const timestampSchema = Type.Object(
  {
    type: Type.Literal("rfc3161"),
    over: Type.Literal("dsse-signature"),
    /** The authority's whole answer (TimeStampResp), DER, base64. */
    token: Type.String({ minLength: 1, maxLength: 65_536 }),
  },
  strict,
);

/** How it is proven: for each interval of the core, in the same order. */
const precommitProofSchema = Type.Array(
  Type.Object(
    {
      /** Place of the vehicle's leaf in the interval's tree, and the way from there to the root, base64. */
      index: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      path: Type.Array(Type.String({ maxLength: 44 }), { maxItems: 64 }),
      envelope: Type.Object(
        {
          payload: Type.String({ maxLength: 4096 }),
          payloadType: Type.String({ maxLength: 128 }),
          signatures: Type.Array(
            Type.Object(
              { keyid: Type.String({ maxLength: 128 }), sig: Type.String({ maxLength: 1024 }) },
              strict,
            ),
            { maxItems: 1 },
          ),
        },
        strict,
      ),
      /** c2sp.org/tlog-proof@v1 of the interval's entry. */
      tlog_proof: Type.String({ maxLength: 8192 }),
    },
    strict,
  ),
  { minItems: 1, maxItems: maxIntervals },
);

/** How the core is proven. A reader that does not know a member refuses it: an unchecked proof is worse than none. */
const proofSchema = Type.Object(
  {
    version: Type.Literal(1),
    envelope: Type.Object(
      {
        payload: Type.String(),
        payloadType: Type.String({ maxLength: 128 }),
        signatures: Type.Array(
          Type.Object(
            {
              keyid: keyNameSchema,
              sig: Type.String({ maxLength: 1024 }),
            },
            strict,
          ),
          { maxItems: 16 },
        ),
      },
      strict,
    ),
    /** A copy for convenience, never a reason to trust. */
    keys: Type.Array(publicKeyHintSchema, { maxItems: 16 }),
    log: Type.Optional(logProofSchema),
    precommit: Type.Optional(precommitProofSchema),
    timestamps: Type.Optional(Type.Array(timestampSchema, { minItems: 1, maxItems: 8 })),
  },
  strict,
);

export const bundleSchema = Type.Object(
  { ...coreMembers, signature: namedDigestSchema, proof: proofSchema },
  strict,
);
export type Bundle = Static<typeof bundleSchema>;

/** The bundle that these bytes of our own issue are, as a store keeps them; bytes from elsewhere go to the verifier. */
export function readStoredBundle(bytes: Uint8Array): Bundle {
  return JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)) as Bundle;
}

/** The part of a bundle that `signature` digests. */
export function coreOf(bundle: Bundle): BundleCore {
  const { signature: _signature, proof: _proof, ...core } = bundle;
  return core;
}
