import type { Operation } from "../operation.ts";

/** What it takes to trust evidence: keys, scorers, the description of the method. */
export const trustOperations = [
  {
    operationId: "getKeyring",
    method: "GET",
    path: "/v1/evidence/keys",
    tag: "Evidence",
    summary: "Get the keyring",
    description:
      "Its newest version in the DSSE envelope the root keys signed: which keys sign evidence, and from which leaf of the log to which. " +
      "Verify it with root keys from another source.",
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
      "The log's key and the time-stamp authorities as `trusted_root.json`. A service cannot vouch for its own keys: " +
      "compare it with what was published elsewhere.",
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
] as const satisfies readonly Operation[];
