import { type Scope, scopePresets } from "../api-key.ts";
import { captureTimeLimitUs, parseTime } from "../../encoding/instant.ts";
import { rotationOverlapS } from "../schemas/administration/api-keys.ts";
import type { BodyFault } from "../refusal.ts";
import type { ApiKeyRequest, KeyRevocationRequest, KeyRotationRequest } from "../types.ts";
import { refusalOf } from "./read-ingest-body.ts";
import { validate } from "./validate.ts";

/** A key somebody asks for. What is undefined was left out. */
export interface AskedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly fleets: readonly string[] | null | undefined;
  readonly expiresAtUs: number | null | undefined;
  readonly mode: "live" | "test";
}

/** The body of `POST /v1/keys`. Throws a `Refusal` when it does not fit. */
export function parseKeyRequest(value: unknown): AskedKey {
  refuseFaults(validate("ApiKeyRequest", value));
  const request = value as ApiKeyRequest;
  const { preset, scopes } = request;
  if (request.name.trim() === "")
    refuseFaults([fault("/name", "wrong_format", "name has no printable character.")]);
  if ((preset === undefined) === (scopes === undefined)) {
    const [code, detail] =
      preset === undefined
        ? (["member_missing", "What may the key do? Name a preset or scopes."] as const)
        : (["not_allowed", "Name a preset or scopes, not both."] as const);
    refuseFaults([fault("/scopes", code, detail)]);
  }
  return {
    name: request.name,
    scopes: scopes ?? scopePresets[preset!],
    fleets: request.fleets,
    expiresAtUs: readEnd(request.expires_at),
    mode: request.mode ?? "live",
  };
}

export interface AskedRotation {
  readonly overlapUs: number;
  readonly expiresAtUs: number | null | undefined;
}

/** The body of `POST /v1/keys/{key_id}/rotate`, which may be left out (undefined). Throws a `Refusal` when it does not fit. */
export function parseKeyRotation(value: unknown): AskedRotation {
  if (value !== undefined) refuseFaults(validate("KeyRotationRequest", value));
  const { overlap_s: overlapS = rotationOverlapS, expires_at: end } = (value ?? {}) as KeyRotationRequest;
  return { overlapUs: overlapS * 1_000_000, expiresAtUs: readEnd(end) };
}

export interface AskedRevocation {
  readonly force: boolean;
  readonly cascade: boolean;
  readonly reason?: string;
}

/** The body of `POST /v1/keys/{key_id}/revoke`, which may be left out (undefined). Throws a `Refusal` when it does not fit. */
export function parseKeyRevocation(value: unknown): AskedRevocation {
  if (value !== undefined) refuseFaults(validate("KeyRevocationRequest", value));
  const { reason, force = false, cascade = false } = (value ?? {}) as KeyRevocationRequest;
  return reason === undefined ? { force, cascade } : { reason, force, cascade };
}

function readEnd(text: string | null | undefined): number | null | undefined {
  if (text === null || text === undefined) return text;
  const time = parseTime(text);
  const pointer = "/expires_at";
  if (time.kind === "fault") throw refusalOf([fault(pointer, "timestamp_invalid", `${time.detail}.`)]);
  if (time.timestampUs < captureTimeLimitUs) return time.timestampUs;
  throw refusalOf([fault(pointer, "out_of_range", "A key ends before the year 2200, or never: send null.")]);
}

function fault(pointer: string, code: BodyFault["code"], detail: string): BodyFault {
  return { pointer, code, detail };
}

function refuseFaults(faults: readonly BodyFault[]): void {
  if (faults.length > 0) throw refusalOf(faults);
}
