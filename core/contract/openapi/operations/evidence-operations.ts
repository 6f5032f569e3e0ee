import type { HeaderName, Operation } from "../operation.ts";
import {
  afterRecordParameter,
  cursorParameter,
  limitParameter,
  tierFilter,
  vehicleFilter,
  withholdParameter,
} from "../query-parameters.ts";

const noSuchEvidence = [
  {
    status: 404,
    description:
      "No such evidence in this organisation. Another organisation's id gets the very same answer.",
  },
  { status: 410, description: "The evidence was erased; `tombstone` is what is left of it, signed." },
];

const reportHeaders: readonly HeaderName[] = ["ETag", "Repr-Digest", "Cache-Control", "Content-Disposition"];

/** A piece of evidence as it was issued. */
export const bundleOperations = [
  {
    operationId: "getEvidenceBundle",
    method: "GET",
    path: "/v1/evidence/{event_id}/bundle",
    tag: "Evidence",
    summary: "Get a signed evidence bundle",
    description: "The exact bytes as issued: canonical JSON (RFC 8785), never changed afterwards.",
    access: "evidence:read",
    audited: { action: "evidence.read", subject: "event_id" },
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
    audited: { action: "evidence.read", subject: "event_id" },
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
    audited: { action: "evidence.read", subject: "event_id" },
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
] as const satisfies readonly Operation[];

/** What is made of evidence and done with it after its issue. */
export const custodyOperations = [
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
    audited: { action: "evidence.read", subject: "event_id" },
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
      "Who received it and when, legal holds, erasure: signed records, each holding the digest of the one before, with their proofs from the log. " +
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
    audited: { action: "evidence.hold", subject: "event_id", withEffect: true },
    query: [],
    request: { schema: "LegalHoldRequest", isRequired: true },
    answers: [
      {
        status: 200,
        description: "The present state.",
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
    audited: { action: "evidence.erase", subject: "event_id", withEffect: true },
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
    audited: { action: "evidence.read", subject: "event_id" },
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
    audited: { action: "evidence.read", subject: "event_id" },
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
    audited: { action: "evidence.read", subject: "event_id" },
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
    audited: { action: "evidence.read", subject: "event_id" },
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
      "A bundle with its frames, or a statement of a state: the verifier of the command line, for convenience. For an independent check use your own machine: `verify.html`, `VERIFY.sh`, `evidence verify`.",
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
] as const satisfies readonly Operation[];
