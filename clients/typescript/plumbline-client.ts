import type {
  ApiKey,
  ApiKeyList,
  ApiKeyRequest,
  BaselineCommand,
  BaselineResult,
  BatchIngestResult,
  ErasureRequest,
  EvidenceBundle,
  EvidenceCustody,
  EvidenceList,
  EvidenceListItem,
  EvidenceVerification,
  EvidenceVerifyRequest,
  FleetHealthSummary,
  FleetRescore,
  FleetRescoreRequest,
  Health,
  IngestResult,
  IssuedApiKey,
  KeyRevocationRequest,
  KeyRotationRequest,
  Limits,
  LegalHoldRequest,
  LegalHoldResult,
  ReferenceExtrinsics,
  ReferenceResult,
  ResidualScore,
  RotatedApiKey,
  ScenarioFeed,
  ScenarioFeedRequest,
  TelemetryFrame,
  Tombstone,
  VehicleDetail,
  VehicleList,
  VehicleListItem,
  VehicleSeries,
  WorkQueue,
} from "../../core/contract/types.ts";
import { UnexpectedAnswerError } from "./errors.ts";
import { ingestStream } from "./ingest-stream.ts";
import type { IngestProgress, IngestStreamOptions, IngestSource } from "./ingest-stream.ts";
import { sendRequest } from "./send-request.ts";
import type { Answer, Call, Query, Transport } from "./send-request.ts";

export interface ClientOptions {
  /** Default: `NADIR_BASE_URL`, or http://127.0.0.1:8000. */
  readonly baseUrl?: string;
  /** Default: `NADIR_API_KEY`. */
  readonly apiKey?: string;
  /** Longest wait for one attempt, milliseconds; default 30 000. */
  readonly timeoutMs?: number;
  /** Further attempts after a lost connection, a timeout, 429 or 503; default 3. */
  readonly retries?: number;
  readonly fetch?: typeof fetch;
  readonly random?: () => number;
}

export interface CallOptions {
  /** Ends the call, also between two attempts; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends CallOptions {
  /** Default: a new random key for each call, so that a retry is answered like the first attempt. */
  readonly idempotencyKey?: string;
}

export interface VehicleFilter {
  readonly tier?: string | readonly string[];
  readonly fleet_id?: string | readonly string[];
  readonly region?: string | readonly string[];
  readonly sort?: string;
}

export interface EvidenceFilter {
  readonly vehicle_id?: string;
  readonly tier?: string | readonly string[];
}

export interface Page {
  readonly limit?: number;
  readonly cursor?: string;
}

/**
 * The v1 contract, one method an operation, with the types of the contract. It runs wherever `fetch` does: Node from
 * 20.19, Deno, Bun and browsers. Errors are those of errors.ts.
 */
export class PlumblineClient {
  readonly #transport: Transport;

  constructor(options: ClientOptions = {}) {
    const baseUrl = options.baseUrl ?? environment("NADIR_BASE_URL") ?? "http://127.0.0.1:8000";
    this.#transport = {
      baseUrl: baseUrl.replace(/\/+$/u, ""),
      apiKey: options.apiKey ?? environment("NADIR_API_KEY") ?? null,
      timeoutMs: options.timeoutMs ?? 30_000,
      retries: options.retries ?? 3,
      // Called as a plain function: a browser's fetch refuses any other `this`.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      random: options.random ?? Math.random,
    };
  }

  get baseUrl(): string {
    return this.#transport.baseUrl;
  }

  ingestTelemetry(frame: TelemetryFrame, options?: CallOptions): Promise<IngestResult> {
    return this.#json({ method: "POST", path: "/v1/telemetry/ingest", body: jsonBody(frame), ...options });
  }

  /** At most 10,000 frames. With `abortOnError` all are taken or none is. */
  ingestBatch(
    frames: readonly TelemetryFrame[],
    options: CallOptions & { readonly abortOnError?: boolean } = {},
  ): Promise<BatchIngestResult> {
    const { abortOnError = false, ...rest } = options;
    return this.#json({
      method: "POST",
      path: "/v1/telemetry/ingest",
      query: { on_error: abortOnError ? "abort" : undefined },
      body: jsonBody({ frames }),
      ...rest,
    });
  }

  /** NDJSON: one frame a line. A batch of which nothing is taken is thrown as a ValidationError. */
  ingestLines(ndjson: string | Uint8Array<ArrayBuffer>, options?: CallOptions): Promise<BatchIngestResult> {
    const body = { content: ndjson, mediaType: "application/x-ndjson" };
    return this.#json({ method: "POST", path: "/v1/telemetry/ingest", body, ...options });
  }

  /** Any number of frames, in groups, one after another; see ingest-stream.ts. */
  ingestStream(source: IngestSource, options?: IngestStreamOptions): Promise<IngestProgress> {
    return ingestStream((ndjson, callOptions) => this.ingestLines(ndjson, callOptions), source, options);
  }

  scoreResidual(frame: TelemetryFrame, options: WriteOptions = {}): Promise<ResidualScore> {
    return this.#json({
      method: "POST",
      path: "/v1/score/residual",
      body: jsonBody(frame),
      ...keyed(options),
    });
  }

  getEvidenceBundle(eventId: string, options?: CallOptions): Promise<EvidenceBundle> {
    return this.#json({
      method: "GET",
      path: evidencePath(eventId, "bundle"),
      ...options,
    });
  }

  /** The bundle as it was issued, byte for byte: what a verifier wants. */
  getEvidenceBundleBytes(eventId: string, options?: CallOptions): Promise<Uint8Array> {
    return this.#bytes({ method: "GET", path: evidencePath(eventId, "bundle"), ...options });
  }

  /** The frames file of a bundle, byte for byte (NDJSON). */
  getEvidenceFrames(eventId: string, options?: CallOptions): Promise<Uint8Array> {
    const path = evidencePath(eventId, "frames");
    return this.#bytes({ method: "GET", path, accept: orProblem("application/x-ndjson"), ...options });
  }

  /** Bundle, frames, reports and what it takes to check them, as a zip. */
  getEvidenceArchive(eventId: string, options?: CallOptions): Promise<Uint8Array> {
    const path = evidencePath(eventId, "archive");
    return this.#bytes({ method: "GET", path, accept: orProblem("application/zip"), ...options });
  }

  /** A report for people, HTML unless asked for PDF. What counts is the bundle. */
  getEvidenceReport(
    eventId: string,
    { form = "html", ...options }: CallOptions & { readonly form?: "html" | "pdf" } = {},
  ): Promise<Uint8Array> {
    const path = evidencePath(eventId, `report.${form}`);
    const accept = orProblem(form === "html" ? "text/html" : "application/pdf");
    return this.#bytes({ method: "GET", path, accept, ...options });
  }

  /** What the service's verifier says. Whoever doubts the service checks elsewhere. */
  verifyEvidence(request: EvidenceVerifyRequest, options?: CallOptions): Promise<EvidenceVerification> {
    return this.#json({ method: "POST", path: "/v1/evidence/verify", body: jsonBody(request), ...options });
  }

  /** `keyring.json`, byte for byte: every version of the keyring, for verifiers that pin its roots. Needs no key. */
  getKeyringHistory(options?: CallOptions): Promise<Uint8Array> {
    const path = "/v1/evidence/keys/history";
    return this.#bytes({ method: "GET", path, accept: orProblem("application/json"), ...options });
  }

  /** The evidence as a Sigstore bundle v0.3, byte for byte. */
  getEvidenceSigstore(eventId: string, options?: CallOptions): Promise<Uint8Array> {
    const path = evidencePath(eventId, "sigstore");
    return this.#bytes({
      method: "GET",
      path,
      accept: orProblem("application/vnd.dev.sigstore.bundle.v0.3+json"),
      ...options,
    });
  }

  getFleetHealthSummary(
    query: {
      readonly fleet_id?: string | readonly string[];
      readonly region?: string | readonly string[];
      readonly group_by?: "fleet" | "region";
      readonly silent_after_s?: number;
    } = {},
    options?: CallOptions,
  ): Promise<FleetHealthSummary> {
    return this.#json({ method: "GET", path: "/v1/fleet/health-summary", query, ...options });
  }

  /** Every limit of the service, and what the organisation of the key uses of its own. */
  getLimits(options?: CallOptions): Promise<Limits> {
    return this.#json({ method: "GET", path: "/v1/limits", query: {}, ...options });
  }

  /** Makes an API key; it is in the answer and nowhere else. */
  createKey(request: ApiKeyRequest, options: WriteOptions = {}): Promise<IssuedApiKey> {
    return this.#json({ method: "POST", path: "/v1/keys", body: jsonBody(request), ...keyed(options) });
  }

  listKeys(query: Page = {}, options?: CallOptions): Promise<ApiKeyList> {
    return this.#json({ method: "GET", path: "/v1/keys", query: { ...query }, ...options });
  }

  /** The key of this client. */
  getOwnKey(options?: CallOptions): Promise<ApiKey> {
    return this.#json({ method: "GET", path: "/v1/keys/self", query: {}, ...options });
  }

  getKey(keyId: string, options?: CallOptions): Promise<ApiKey> {
    return this.#json({
      method: "GET",
      path: `/v1/keys/${encodeURIComponent(keyId)}`,
      query: {},
      ...options,
    });
  }

  /** Puts a new key in an old one's place, which goes on working for a while. */
  rotateKey(
    keyId: string,
    request: KeyRotationRequest = {},
    options: WriteOptions = {},
  ): Promise<RotatedApiKey> {
    const path = `/v1/keys/${encodeURIComponent(keyId)}/rotate`;
    return this.#json({ method: "POST", path, body: jsonBody(request), ...keyed(options) });
  }

  /** Ends a key for good. */
  revokeKey(keyId: string, request: KeyRevocationRequest = {}, options: WriteOptions = {}): Promise<ApiKey> {
    const path = `/v1/keys/${encodeURIComponent(keyId)}/revoke`;
    return this.#json({ method: "POST", path, body: jsonBody(request), ...keyed(options) });
  }

  createScenarioFeed(request: ScenarioFeedRequest = {}, options?: CallOptions): Promise<ScenarioFeed> {
    return this.#json({
      method: "POST",
      path: "/v1/risk/scenario-feed",
      body: jsonBody(request),
      ...options,
    });
  }

  /** What stored frames would have led to under other settings; nothing changes. */
  rescoreFleet(request: FleetRescoreRequest, options?: CallOptions): Promise<FleetRescore> {
    return this.#json({ method: "POST", path: "/v1/fleet/rescore", body: jsonBody(request), ...options });
  }

  /** Needs no key. `status` is `unavailable` when the service answers but cannot commit. */
  getHealth(options?: CallOptions): Promise<Health> {
    return this.#json({ method: "GET", path: "/health", alsoAnswers: 503, ...options });
  }

  listVehicles(query: VehicleFilter & Page = {}, options?: CallOptions): Promise<VehicleList> {
    return this.#json({ method: "GET", path: "/v1/vehicles", query: { ...query }, ...options });
  }

  /** Every vehicle the filter lets through, page after page. */
  eachVehicle(query: VehicleFilter = {}, options?: CallOptions): AsyncGenerator<VehicleListItem, void> {
    return everyPage((cursor) => this.listVehicles({ ...query, ...cursor }, options));
  }

  getVehicle(vehicleId: string, options?: CallOptions): Promise<VehicleDetail> {
    return this.#json({ method: "GET", path: `/v1/vehicles/${encodeURIComponent(vehicleId)}`, ...options });
  }

  getVehicleSeries(
    vehicleId: string,
    query: { readonly from?: string; readonly to?: string; readonly points?: number } = {},
    options?: CallOptions,
  ): Promise<VehicleSeries> {
    const path = `/v1/vehicles/${encodeURIComponent(vehicleId)}/series`;
    return this.#json({ method: "GET", path, query, ...options });
  }

  commandBaseline(
    vehicleId: string,
    command: BaselineCommand,
    options: WriteOptions = {},
  ): Promise<BaselineResult> {
    const path = `/v1/vehicles/${encodeURIComponent(vehicleId)}/baseline`;
    return this.#json({ method: "POST", path, body: jsonBody(command), ...keyed(options) });
  }

  registerReference(
    vehicleId: string,
    reference: ReferenceExtrinsics,
    options?: CallOptions,
  ): Promise<ReferenceResult> {
    const path = `/v1/vehicles/${encodeURIComponent(vehicleId)}/reference`;
    return this.#json({ method: "PUT", path, body: jsonBody(reference), ...options });
  }

  /** The frames file with entries withheld; `withhold` are journal numbers and ranges of them: `12,15-20`. */
  getRedactedFrames(eventId: string, withhold: string, options?: CallOptions): Promise<Uint8Array> {
    const path = evidencePath(eventId, "redacted");
    return this.#bytes({
      method: "GET",
      path,
      query: { withhold },
      accept: orProblem("application/x-ndjson"),
      ...options,
    });
  }

  /** What was done with evidence after its issue. */
  getEvidenceCustody(
    eventId: string,
    query: { readonly after?: number; readonly limit?: number } = {},
    options?: CallOptions,
  ): Promise<EvidenceCustody> {
    const path = evidencePath(eventId, "custody");
    return this.#json({ method: "GET", path, query, ...options });
  }

  setLegalHold(
    eventId: string,
    request: LegalHoldRequest,
    options: WriteOptions = {},
  ): Promise<LegalHoldResult> {
    const path = evidencePath(eventId, "legal-hold");
    return this.#json({ method: "POST", path, body: jsonBody(request), ...keyed(options) });
  }

  /** Erases bundle and frames for good. */
  eraseEvidence(eventId: string, request: ErasureRequest, options: WriteOptions = {}): Promise<Tombstone> {
    const path = evidencePath(eventId, "erasure");
    return this.#json({ method: "POST", path, body: jsonBody(request), ...keyed(options) });
  }

  listEvidence(query: EvidenceFilter & Page = {}, options?: CallOptions): Promise<EvidenceList> {
    return this.#json({ method: "GET", path: "/v1/evidence", query: { ...query }, ...options });
  }

  /** All issued evidence the filter lets through, latest first, page after page. */
  eachEvidence(query: EvidenceFilter = {}, options?: CallOptions): AsyncGenerator<EvidenceListItem, void> {
    return everyPage((cursor) => this.listEvidence({ ...query, ...cursor }, options));
  }

  getWorkQueue(
    query: { readonly fleet_id?: string | readonly string[]; readonly limit?: number } = {},
    options?: CallOptions,
  ): Promise<WorkQueue> {
    return this.#json({ method: "GET", path: "/v1/fleet/queue", query, ...options });
  }

  /** Any other resource of the service, as bytes: `/openapi.json`, `/schemas/…`, the evidence keys. */
  getBytes(path: string, query?: Query, options?: CallOptions): Promise<Uint8Array> {
    return this.#bytes({ method: "GET", path, accept: "*/*", ...(query && { query }), ...options });
  }

  async #bytes(call: Call): Promise<Uint8Array> {
    return (await this.#send(call)).bytes;
  }

  async #json<T>(call: Call): Promise<T> {
    const answer = await this.#send(call);
    const mediaType = answer.headers.get("content-type") ?? "none";
    if (!mediaType.startsWith("application/json")) {
      throw new UnexpectedAnswerError(
        `${call.method} ${call.path} answered ${mediaType} instead of JSON: is this the address of the service?`,
        answer.status,
      );
    }
    return JSON.parse(new TextDecoder().decode(answer.bytes));
  }

  #send(call: Call): Promise<Answer> {
    return sendRequest(call, this.#transport);
  }
}

function evidencePath(eventId: string, part: string): string {
  return `/v1/evidence/${encodeURIComponent(eventId)}/${part}`;
}

/** What a refusal looks like is always welcome. */
function orProblem(mediaType: string): string {
  return `${mediaType}, application/problem+json`;
}

interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

async function* everyPage<Item>(
  read: (cursor: { readonly cursor?: string }) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, void> {
  let cursor: string | null = null;
  do {
    const page: ListPage<Item> = await read(cursor === null ? {} : { cursor });
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

function jsonBody(value: unknown): NonNullable<Call["body"]> {
  return { content: JSON.stringify(value), mediaType: "application/json" };
}

function keyed({ idempotencyKey, ...options }: WriteOptions): WriteOptions {
  return { ...options, idempotencyKey: idempotencyKey ?? randomKey() };
}

/** `crypto.randomUUID` is missing on pages served without TLS; this is not. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Browsers have no environment; Node, Bun and Deno share this shape. */
function environment(name: string): string | undefined {
  const host: { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } } =
    globalThis;
  const value = host.process?.env?.[name];
  return value === "" ? undefined : value;
}
