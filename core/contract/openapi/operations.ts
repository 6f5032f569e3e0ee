import type { Scope } from "../api-key.ts";
import type { SchemaName } from "../schemas/named-schemas.ts";
import {
  type QueryParameter,
  checkpointSizeParameter,
  afterRecordParameter,
  cursorParameter,
  fleetFilter,
  fromParameter,
  fromSizeParameter,
  groupByParameter,
  leafIndexParameter,
  limitParameter,
  onErrorParameter,
  pointsParameter,
  regionFilter,
  silentAfterParameter,
  tierFilter,
  toParameter,
  toSizeParameter,
  vehicleFilter,
  vehicleSort,
  withholdParameter,
} from "./query-parameters.ts";

/** One operation of the interface. The server registers its routes from this table, and the OpenAPI document is written from it. */
export interface Operation {
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT";
  /** As in OpenAPI: `/v1/vehicles/{vehicle_id}`. A last parameter written `{+name}` takes the rest of the path, slashes included. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The scope a key needs, `key` where any key will do, or `public` for operations that take none. */
  readonly access: Scope | "key" | "public";
  readonly query: readonly QueryParameter[];
  readonly request?: RequestBody;
  /** Answers below 400. */
  readonly answers: readonly Answer[];
  /** Statuses of problems special to this operation, beside those every operation of its kind has. */
  readonly problems?: readonly ProblemAnswer[];
}

export interface RequestBody {
  readonly schema: SchemaName;
  readonly isRequired: boolean;
  /** Decoded; 1 when left out. */
  readonly maxMebibytes?: number;
  /** Also takes an array, `{"frames": […]}` and NDJSON, up to the ingest limits. */
  readonly takesBatches?: true;
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** None for a body that is not JSON. */
  readonly schema?: SchemaName;
  /** A second shape the same status may have. */
  readonly orSchema?: SchemaName;
  /** application/json for a schema that names none. */
  readonly mediaType?: string;
  /** A second form the same body may come in, where `Accept` prefers it. */
  readonly orMediaType?: string;
  readonly headers?: readonly HeaderName[];
}

export interface ProblemAnswer {
  readonly status: number;
  readonly description: string;
  readonly schema?: SchemaName;
}

export type HeaderName =
  | "ETag"
  | "Link"
  | "Repr-Digest"
  | "Idempotent-Replayed"
  | "Cache-Control"
  | "Content-Disposition";

export const tags = {
  Telemetry: "Frames in: one by one, in batches, as a stream.",
  Scoring: "The verdict on one frame.",
  Vehicles: "State, history and baseline of each vehicle.",
  Fleet: "Counts over the fleet and what to do next.",
  Evidence: "Signed evidence of CUSUM breaches.",
  Log: "The public transparency log every signature of evidence is in (c2sp.org/tlog-tiles). No key needed.",
  Risk: "Scenario parameters for visualizers and simulation teams.",
  Service: "Whether the service lives and can keep frames. No key needed.",
} as const;
export type Tag = keyof typeof tags;

const noSuchVehicle = { status: 404, description: "No such vehicle in this organisation." };
const noSuchEvidence = [
  {
    status: 404,
    description:
      "No such evidence in this organisation. Another organisation's id gets the very same answer.",
  },
  { status: 410, description: "The evidence was erased; `tombstone` is what is left of it, signed." },
];

const noSuchLogPart = { status: 404, description: "The log has not come to that, or never signed it." };
const tileAnswers: readonly Answer[] = [
  {
    status: 200,
    description: "Bytes that never change.",
    mediaType: "application/octet-stream",
    headers: ["ETag", "Repr-Digest", "Cache-Control"],
  },
  { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
];

const reportHeaders: readonly HeaderName[] = ["ETag", "Repr-Digest", "Cache-Control", "Content-Disposition"];

export const operations = [
  {
    operationId: "ingestTelemetry",
    method: "POST",
    path: "/v1/telemetry/ingest",
    tag: "Telemetry",
    summary: "Ingest one frame or a batch",
    description:
      'Takes one frame, an array of frames, `{"frames": […]}` or NDJSON (one frame a line). An answer means: durable on disk. ' +
      "A frame that was counted before is a duplicate and moves nothing, so sending again is always safe.",
    access: "telemetry:write",
    query: [onErrorParameter],
    request: { schema: "TelemetryFrame", isRequired: true, takesBatches: true },
    answers: [
      {
        status: 200,
        description: "One frame: `IngestResult`. A batch: every frame was taken or is a duplicate.",
        schema: "IngestResult",
        orSchema: "BatchIngestResult",
        headers: ["Idempotent-Replayed"],
      },
      {
        status: 207,
        description: "A batch of which some frames were rejected; `errors` says which and why.",
        schema: "BatchIngestResult",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      {
        status: 422,
        description:
          "Nothing was taken. For a batch the problem also carries its counts and `errors` by frame.",
        schema: "BatchRejection",
      },
    ],
  },
  {
    operationId: "scoreResidual",
    method: "POST",
    path: "/v1/score/residual",
    tag: "Scoring",
    summary: "Score one frame",
    description:
      "Ingests the frame if it is new and answers the verdict: tier, residual, Mahalanobis distance, CUSUM, probable fault source, action. " +
      "Ingesting a frame and then scoring the same frame moves the detectors once.",
    access: "score:write",
    query: [],
    request: { schema: "TelemetryFrame", isRequired: true },
    answers: [
      {
        status: 200,
        description: "The verdict.",
        schema: "ResidualScore",
        headers: ["Idempotent-Replayed"],
      },
    ],
  },
  {
    operationId: "getEvidenceBundle",
    method: "GET",
    path: "/v1/evidence/{event_id}/bundle",
    tag: "Evidence",
    summary: "Get a signed evidence bundle",
    description: "The exact bytes as issued: canonical JSON (RFC 8785), never changed afterwards.",
    access: "evidence:read",
    query: [],
    answers: [
      {
        status: 200,
        description: "The bundle.",
        schema: "EvidenceBundle",
        headers: ["ETag", "Repr-Digest", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "getEvidenceFrames",
    method: "GET",
    path: "/v1/evidence/{event_id}/frames",
    tag: "Evidence",
    summary: "Get the frames behind a bundle",
    description:
      "The frames file whose digests the bundle signs, byte for byte: NDJSON, one frame record a line.",
    access: "evidence:read",
    query: [],
    answers: [
      {
        status: 200,
        description: "The frames file.",
        mediaType: "application/x-ndjson",
        headers: ["ETag", "Repr-Digest", "Cache-Control", "Content-Disposition"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "getEvidenceSigstore",
    method: "GET",
    path: "/v1/evidence/{event_id}/sigstore",
    tag: "Evidence",
    summary: "Get evidence as a Sigstore bundle",
    description:
      "The signature, the log's proof and the time stamps of the bundle as a Sigstore bundle v0.3, for verifiers that speak " +
      "that format. Made from the bundle alone; the core and the frames stay outside, as the subjects of the statement.",
    access: "evidence:read",
    query: [],
    answers: [
      {
        status: 200,
        description: "The Sigstore bundle.",
        schema: "SigstoreBundle",
        mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
        headers: ["ETag", "Repr-Digest", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "getKeyring",
    method: "GET",
    path: "/v1/evidence/keys",
    tag: "Evidence",
    summary: "Get the keyring",
    description:
      "Its newest version in the DSSE envelope the root keys signed: which keys sign evidence, and from which leaf of the log to which. " +
      "Believe it by root keys you have from elsewhere.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The envelope.",
        schema: "KeyringEnvelope",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getKeyringHistory",
    method: "GET",
    path: "/v1/evidence/keys/history",
    tag: "Evidence",
    summary: "Get every version of the keyring",
    description:
      "Canonical JSON: all versions, each with the proof of its place in the log. `plumbline evidence verify --keyring` takes it.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The history.",
        schema: "KeyringHistory",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getEvidenceKey",
    method: "GET",
    path: "/v1/evidence/keys/{keyid}.pem",
    tag: "Evidence",
    summary: "Get a public evidence key",
    description:
      "For openssl. Keys that have ended stay here; where in the log one counts, only the keyring says.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The key.",
        mediaType: "application/x-pem-file",
        headers: ["ETag", "Repr-Digest", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [{ status: 404, description: "No such key ever signed evidence." }],
  },
  {
    operationId: "getKeySet",
    method: "GET",
    path: "/.well-known/jwks.json",
    tag: "Evidence",
    summary: "Get the evidence keys as a JSON Web Key Set",
    description: "The keys that were not revoked (RFC 7517). It cannot say where in the log a key counts.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The key set.",
        schema: "JsonWebKeySet",
        mediaType: "application/jwk-set+json",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getLogPolicy",
    method: "GET",
    path: "/v1/evidence/policy",
    tag: "Evidence",
    summary: "Get the log's policy",
    description: "Which log and which witnesses the keyring names, as c2sp.org/tlog-policy writes it.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The policy.",
        mediaType: "text/plain",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getSpecification",
    method: "GET",
    path: "/v1/evidence/specs/{sha256}",
    tag: "Evidence",
    summary: "Get the scoring method a bundle names",
    description: "The text whose SHA-256 is `scoring.specification_sha256` in evidence of this service.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The text, byte for byte.",
        mediaType: "text/plain",
        headers: ["ETag", "Repr-Digest", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [{ status: 404, description: "No evidence of this service names that digest." }],
  },
  {
    operationId: "listScorers",
    method: "GET",
    path: "/v1/evidence/scorers",
    tag: "Evidence",
    summary: "List the frozen scorers",
    description:
      "Of each scoring version the module that recomputes its evidence, by digest, and where the log says that it is used.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The scorers.",
        schema: "EvidenceScorers",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getScorer",
    method: "GET",
    path: "/v1/evidence/scorers/{sha256}",
    tag: "Evidence",
    summary: "Get the scorer a bundle names",
    description:
      "The ES module whose SHA-256 is `scoring.scorer_sha256`. It imports nothing. Hash it before you run it.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The module, byte for byte.",
        mediaType: "text/javascript",
        headers: ["ETag", "Repr-Digest", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [{ status: 404, description: "No scorer of that digest is known here." }],
  },
  {
    operationId: "getTrustedRoot",
    method: "GET",
    path: "/v1/evidence/trusted-root",
    tag: "Evidence",
    summary: "Get the trusted root for Sigstore's verifiers",
    description:
      "The log's key and the time-stamp authorities as `trusted_root.json`. What a service says of itself is no reason to " +
      "trust it: compare it with what was published elsewhere.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The trusted root.",
        schema: "TrustedRoot",
        mediaType: "application/vnd.dev.sigstore.trustedroot+json",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getRedactedFrames",
    method: "GET",
    path: "/v1/evidence/{event_id}/redacted",
    tag: "Evidence",
    summary: "Get the frames with some of them withheld",
    description:
      'The frames file with `{"leaf":"<hex>","seq":n}` in place of each withheld line: the Merkle root the bundle signs still comes out. ' +
      "Hand it over with the same bundle.",
    access: "evidence:read",
    query: [withholdParameter],
    answers: [
      {
        status: 200,
        description: "The redacted frames file.",
        mediaType: "application/x-ndjson",
        headers: ["ETag", "Repr-Digest", "Cache-Control", "Content-Disposition"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "getEvidenceCustody",
    method: "GET",
    path: "/v1/evidence/{event_id}/custody",
    tag: "Evidence",
    summary: "Get what was done with evidence after its issue",
    description:
      "Who was given it and when, legal holds, erasure: signed records, each holding the digest of the one before, with their proofs from the log. " +
      "It outlives the evidence.",
    access: "evidence:read",
    query: [afterRecordParameter, limitParameter],
    answers: [
      { status: 200, description: "The records.", schema: "EvidenceCustody", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence.slice(0, 1),
  },
  {
    operationId: "setLegalHold",
    method: "POST",
    path: "/v1/evidence/{event_id}/legal-hold",
    tag: "Evidence",
    summary: "Set or release a legal hold",
    description: "As long as a hold is on evidence it cannot be erased.",
    access: "evidence:manage",
    query: [],
    request: { schema: "LegalHoldRequest", isRequired: true },
    answers: [
      {
        status: 200,
        description: "How it stands now.",
        schema: "LegalHoldResult",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "eraseEvidence",
    method: "POST",
    path: "/v1/evidence/{event_id}/erasure",
    tag: "Evidence",
    summary: "Erase evidence for good",
    description:
      "Removes bundle and frames and leaves a signed tombstone. The entry in the log stays, and so does the vehicle's journal: see docs/evidence-format.md.",
    access: "evidence:manage",
    query: [],
    request: { schema: "ErasureRequest", isRequired: true },
    answers: [
      {
        status: 200,
        description: "What is left of it.",
        schema: "Tombstone",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [...noSuchEvidence, { status: 409, description: "A legal hold is on the evidence." }],
  },
  {
    operationId: "getEvidenceArchive",
    method: "GET",
    path: "/v1/evidence/{event_id}/archive",
    tag: "Evidence",
    summary: "Get everything about a piece of evidence as a zip",
    description:
      "Bundle, frames, their parts, reports, an offline verifier (`verify.html`), a check with openssl and a shell (`VERIFY.sh`), and a certification form. " +
      "The same bytes at every call. The trust file in it is a convenience: compare its SHA-256 with one published elsewhere.",
    access: "evidence:read",
    query: [],
    answers: [
      {
        status: 200,
        description: "The archive.",
        mediaType: "application/zip",
        headers: ["ETag", "Repr-Digest", "Cache-Control", "Content-Disposition"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "getEvidenceReport",
    method: "GET",
    path: "/v1/evidence/{event_id}/report",
    tag: "Evidence",
    summary: "Get a report for people",
    description:
      "HTML, or PDF where `Accept` prefers it; `.html` and `.pdf` behind the path ask for one of them. Bundle and frames are inside. " +
      "A reading copy: what counts is the bundle.",
    access: "evidence:read",
    query: [],
    answers: [
      {
        status: 200,
        description: "The report.",
        mediaType: "text/html",
        orMediaType: "application/pdf",
        headers: reportHeaders,
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "getEvidenceReportHtml",
    method: "GET",
    path: "/v1/evidence/{event_id}/report.html",
    tag: "Evidence",
    summary: "Get the report as HTML",
    description: "One file without a script; bundle and frames are inside as data blocks.",
    access: "evidence:read",
    query: [],
    answers: [
      { status: 200, description: "The report.", mediaType: "text/html", headers: reportHeaders },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "getEvidenceReportPdf",
    method: "GET",
    path: "/v1/evidence/{event_id}/report.pdf",
    tag: "Evidence",
    summary: "Get the report as PDF",
    description: "`bundle.json` and `frames.ndjson` are attached, byte for byte.",
    access: "evidence:read",
    query: [],
    answers: [
      { status: 200, description: "The report.", mediaType: "application/pdf", headers: reportHeaders },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: noSuchEvidence,
  },
  {
    operationId: "verifyEvidence",
    method: "POST",
    path: "/v1/evidence/verify",
    tag: "Evidence",
    summary: "Check evidence",
    description:
      "The verifier of the command line, for convenience. Whoever has a reason to doubt this service checks on their own machine: `verify.html`, `VERIFY.sh`, `evidence verify`.",
    access: "evidence:read",
    query: [],
    request: { schema: "EvidenceVerifyRequest", isRequired: true, maxMebibytes: 32 },
    answers: [
      {
        status: 200,
        description: "The verdict, whatever it is.",
        schema: "EvidenceVerification",
        headers: ["Idempotent-Replayed"],
      },
    ],
  },
  {
    operationId: "listEvidence",
    method: "GET",
    path: "/v1/evidence",
    tag: "Evidence",
    summary: "List issued evidence",
    description: "Latest first.",
    access: "evidence:read",
    query: [vehicleFilter, tierFilter, limitParameter, cursorParameter],
    answers: [
      { status: 200, description: "One page.", schema: "EvidenceList", headers: ["ETag", "Link"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getFleetHealthSummary",
    method: "GET",
    path: "/v1/fleet/health-summary",
    tag: "Fleet",
    summary: "Count the fleet by tier",
    description: "Tier counts, breaches, silence and the ten vehicles to look at first.",
    access: "fleet:read",
    query: [fleetFilter, regionFilter, groupByParameter, silentAfterParameter],
    answers: [
      { status: 200, description: "The summary.", schema: "FleetHealthSummary", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getWorkQueue",
    method: "GET",
    path: "/v1/fleet/queue",
    tag: "Fleet",
    summary: "Rank what to do next",
    description: "One line a vehicle that needs something: what to do, with which sensor, and why.",
    access: "fleet:read",
    query: [fleetFilter, limitParameter],
    answers: [
      { status: 200, description: "The ranked list.", schema: "WorkQueue", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getLimits",
    method: "GET",
    path: "/v1/limits",
    tag: "Fleet",
    summary: "Tell every limit and what is used of it",
    description:
      "What the organisation may have here and has: vehicles, new ones, stored bytes, kept answers; requests and frames a minute; " +
      "and the limits of one request. Any key may ask. What is used is that of the whole organisation, whichever fleets the key is limited to.",
    access: "key",
    query: [],
    answers: [{ status: 200, description: "The limits.", schema: "Limits" }],
  },
  {
    operationId: "rescoreFleet",
    method: "POST",
    path: "/v1/fleet/rescore",
    tag: "Fleet",
    summary: "Judge stored frames under other settings",
    description:
      "A what-if: the stored frames are folded again under the present and under the given settings, side by side. Nothing changes.",
    access: "fleet:read",
    query: [],
    request: { schema: "FleetRescoreRequest", isRequired: true },
    answers: [
      {
        status: 200,
        description: "Both outcomes.",
        schema: "FleetRescore",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [{ status: 404, description: "A vehicle named does not exist in this organisation." }],
  },
  {
    operationId: "listVehicles",
    method: "GET",
    path: "/v1/vehicles",
    tag: "Vehicles",
    summary: "List vehicles",
    description: "All vehicles the key may see, with tier, drift and recommended action.",
    access: "fleet:read",
    query: [tierFilter, fleetFilter, regionFilter, vehicleSort, limitParameter, cursorParameter],
    answers: [
      { status: 200, description: "One page.", schema: "VehicleList", headers: ["ETag", "Link"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getVehicle",
    method: "GET",
    path: "/v1/vehicles/{vehicle_id}",
    tag: "Vehicles",
    summary: "Show one vehicle",
    description: "Tier and why, baseline, live extrinsics with their drift, open breach, tier history.",
    access: "fleet:read",
    query: [],
    answers: [
      { status: 200, description: "The vehicle.", schema: "VehicleDetail", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchVehicle],
  },
  {
    operationId: "getVehicleSeries",
    method: "GET",
    path: "/v1/vehicles/{vehicle_id}/series",
    tag: "Vehicles",
    summary: "Get a vehicle's residuals, CUSUM and T² over time",
    description: "In columns, down-sampled to at most `points`; without `from` and `to`, everything stored.",
    access: "fleet:read",
    query: [fromParameter, toParameter, pointsParameter],
    answers: [
      { status: 200, description: "The series.", schema: "VehicleSeries", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchVehicle],
  },
  {
    operationId: "commandBaseline",
    method: "POST",
    path: "/v1/vehicles/{vehicle_id}/baseline",
    tag: "Vehicles",
    summary: "Learn, freeze or unfreeze a baseline",
    description:
      "`learn` after a repair or calibration: the vehicle is then compared with what follows, not with what was.",
    access: "baseline:write",
    query: [],
    request: { schema: "BaselineCommand", isRequired: true },
    answers: [
      {
        status: 200,
        description: "The baseline after the command.",
        schema: "BaselineResult",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [noSuchVehicle, { status: 409, description: "The command does not fit the baseline's state." }],
  },
  {
    operationId: "registerReference",
    method: "PUT",
    path: "/v1/vehicles/{vehicle_id}/reference",
    tag: "Vehicles",
    summary: "Register reference extrinsics",
    description: "The camera's intended rotation, for example from the factory. Null withdraws it.",
    access: "baseline:write",
    query: [],
    request: { schema: "ReferenceExtrinsics", isRequired: true },
    answers: [{ status: 200, description: "As registered.", schema: "ReferenceResult" }],
    problems: [noSuchVehicle],
  },
  {
    operationId: "createScenarioFeed",
    method: "POST",
    path: "/v1/risk/scenario-feed",
    tag: "Risk",
    summary: "Make the parameters of a drift scenario",
    description:
      "For a visualizer or a simulation team. Deterministic in its inputs and seed; the body may be left out.",
    access: "risk:write",
    query: [],
    request: { schema: "ScenarioFeedRequest", isRequired: false },
    answers: [
      {
        status: 200,
        description: "The scenario.",
        schema: "ScenarioFeed",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      { status: 404, description: "The vehicle or the evidence named does not exist in this organisation." },
    ],
  },
  {
    operationId: "getLogCheckpoint",
    method: "GET",
    path: "/v1/log/checkpoint",
    tag: "Log",
    summary: "Get the newest checkpoint of the log",
    description: "Size and root of the log, signed: a C2SP checkpoint, which Go's sumdb/note opens.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The signed note.",
        mediaType: "text/plain",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getLogTile",
    method: "GET",
    path: "/v1/log/tile/{tile_level}/{+tile_index}",
    tag: "Log",
    summary: "Get a tile of the log",
    description: "Up to 256 hashes of 32 bytes, one after another.",
    access: "public",
    query: [],
    answers: tileAnswers,
    problems: [noSuchLogPart],
  },
  {
    operationId: "getLogEntries",
    method: "GET",
    path: "/v1/log/tile/entries/{+tile_index}",
    tag: "Log",
    summary: "Get entries of the log",
    description: "Up to 256 entries, each behind its length (two bytes, big-endian).",
    access: "public",
    query: [],
    answers: tileAnswers,
    problems: [noSuchLogPart],
  },
  {
    operationId: "getLogInclusionProof",
    method: "GET",
    path: "/v1/log/proof/inclusion",
    tag: "Log",
    summary: "Prove that an entry is in the log",
    description: "A c2sp.org/tlog-proof@v1 under a signed checkpoint. A convenience: the tiles say the same.",
    access: "public",
    query: [leafIndexParameter, checkpointSizeParameter],
    answers: [
      { status: 200, description: "The proof.", mediaType: "text/plain", headers: ["Cache-Control"] },
    ],
    problems: [noSuchLogPart],
  },
  {
    operationId: "getLogConsistencyProof",
    method: "GET",
    path: "/v1/log/proof/consistency",
    tag: "Log",
    summary: "Prove that the log only grew",
    description:
      "The hashes of RFC 9162 2.1.4, base64, one a line; none for equal sizes. A convenience: the tiles say the same.",
    access: "public",
    query: [fromSizeParameter, toSizeParameter],
    answers: [
      { status: 200, description: "The proof.", mediaType: "text/plain", headers: ["Cache-Control"] },
    ],
    problems: [noSuchLogPart],
  },
  {
    operationId: "getHealth",
    method: "GET",
    path: "/health",
    tag: "Service",
    summary: "Ask whether the service can take frames",
    description: "503 with the same shape when nothing can be committed.",
    access: "public",
    query: [],
    answers: [{ status: 200, description: "It can.", schema: "Health" }],
    problems: [{ status: 503, description: "It cannot commit.", schema: "Health" }],
  },
  {
    operationId: "getHealthV1",
    method: "GET",
    path: "/v1/health",
    tag: "Service",
    summary: "The same as /health, under the version prefix",
    description: "503 with the same shape when nothing can be committed.",
    access: "public",
    query: [],
    answers: [{ status: 200, description: "It can.", schema: "Health" }],
    problems: [{ status: 503, description: "It cannot commit.", schema: "Health" }],
  },
  {
    operationId: "getLiveness",
    method: "GET",
    path: "/livez",
    tag: "Service",
    summary: "Ask whether the process lives",
    description: "For a supervisor: restart the process when this does not answer.",
    access: "public",
    query: [],
    answers: [{ status: 200, description: "It lives.", schema: "Liveness" }],
  },
  {
    operationId: "getReadiness",
    method: "GET",
    path: "/readyz",
    tag: "Service",
    summary: "Ask whether to send traffic here",
    description: "503 while starting, stopping or unable to commit.",
    access: "public",
    query: [],
    answers: [{ status: 200, description: "Send.", schema: "Health" }],
    problems: [{ status: 503, description: "Do not send.", schema: "Health" }],
  },
] as const satisfies readonly Operation[];

export type OperationId = (typeof operations)[number]["operationId"];

/** The operation by its stable id. */
export function operationOf(operationId: OperationId): Operation {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (found === undefined) throw new RangeError(`no operation ${operationId}`);
  return found;
}

/** Every POST honours `Idempotency-Key`; nothing else needs it. */
export function takesIdempotencyKey(operation: Operation): boolean {
  return operation.method === "POST";
}
