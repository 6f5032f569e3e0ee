import type { AuditAction } from "../audit-action.ts";
import type { Scope } from "../api-key.ts";
import type { SchemaName } from "../schemas/named-schemas.ts";
import type { QueryParameter } from "./query-parameters.ts";

/** One operation of the interface. The server registers its routes from this table, and the OpenAPI document is written from it. */
export interface Operation {
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As in OpenAPI: `/v1/vehicles/{vehicle_id}`. A last parameter written `{+name}` takes the rest of the path, slashes included. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The scope a key needs, `key` where any key will do, or `public` for operations that take none. */
  readonly access: Scope | "key" | "public";
  /** Recorded in the audit log, with what this part of the path names. */
  readonly audited?: {
    readonly action: AuditAction;
    readonly subject?: string;
    /** Written in the transaction of its effect; only what came to nothing is noted afterwards. */
    readonly withEffect?: true;
  };
  /** The answer holds a secret: kept for repeats it is sealed, and only the key that asked gets it again. */
  readonly answersSecret?: true;
  readonly query: readonly QueryParameter[];
  readonly request?: RequestBody;
  /** Headers it heeds beside those that many operations do. */
  readonly requestHeaders?: readonly ("Last-Event-ID" | "If-Match")[];
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
  /** A second form the answer may come in, where `Accept` prefers it. Of JSON and another form the schema is that of JSON. */
  readonly orMediaType?: string;
  /** Further forms, where what is asked for decides and not the client's preference. */
  readonly furtherMediaTypes?: readonly string[];
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
  Events: "What happened: as a stream that stays open, or page by page.",
  Evidence: "Signed evidence of CUSUM breaches.",
  Log: "The public transparency log every signature of evidence is in (c2sp.org/tlog-tiles). No key needed.",
  Webhooks: "Events sent to addresses of yours, signed and with retries.",
  Risk: "Scenario parameters for visualizers and simulation teams.",
  Keys: "API keys of the organisation: make, rotate, revoke.",
  Audit: "What was done, by which key.",
  Service: "Whether the service lives and can keep frames. No key needed.",
} as const;
export type Tag = keyof typeof tags;
