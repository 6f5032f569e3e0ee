import { readRotation } from "./read-sensors.ts";
import { captureTimeLimitUs, parseTime } from "../../encoding/instant.ts";
import { entriesOf } from "../../encoding/take-sensors.ts";
import { isObject } from "./value-kind.ts";
import { refusalOf } from "./read-ingest-body.ts";
import { poseMembers } from "../../sensors/sensor-lists.ts";
import type { BodyFault } from "../refusal.ts";
import type {
  BaselineCommand,
  EvidenceRequest,
  EvidenceVerifyRequest,
  ErasureRequest,
  FleetRescoreRequest,
  LegalHoldRequest,
  ReferenceExtrinsics,
  ScenarioFeedRequest,
  StatementRequest,
  WebhookCreation,
  WebhookReplayRequest,
  WebhookSecretRotation,
  WebhookUpdate,
} from "../types.ts";
import { validate } from "./validate.ts";

/** The body of `POST /v1/vehicles/{vehicle_id}/baseline`. Throws a `Refusal` when it does not fit. */
export function parseBaselineCommand(value: unknown): BaselineCommand {
  return validated("BaselineCommand", value);
}

/**
 * The body of `PUT /v1/vehicles/{vehicle_id}/reference`, held to the schema, the calendar and the rules of a rotation.
 * Throws a `Refusal` when it does not fit.
 */
export function parseReference(value: unknown): ReferenceExtrinsics {
  const reference = validated("ReferenceExtrinsics", withFlatRotation(value));
  const faults: BodyFault[] = [];
  for (const { name } of poseMembers) {
    const rotation = reference[name];
    if (rotation !== null) readRotation(rotation, `/${name}`, faults);
  }
  const time = parseTime(reference.valid_from ?? "1970-01-01T00:00:00Z");
  if (time.kind === "fault") {
    faults.push({
      pointer: "/valid_from",
      code: "timestamp_invalid",
      detail: `valid_from is not usable: ${time.detail}.`,
    });
  } else if (time.timestampUs >= captureTimeLimitUs) {
    const detail = "valid_from is after the year 2199, later than times are taken.";
    faults.push({ pointer: "/valid_from", code: "timestamp_in_future", detail });
  }
  refuseFaults(faults);
  return reference;
}

/** As in a frame, three rows of three are the nine numbers. */
function withFlatRotation(value: unknown): unknown {
  if (!isObject(value)) return value;
  const nested = poseMembers.filter(({ name }) => Array.isArray(value[name]));
  return { ...value, ...Object.fromEntries(nested.map(({ name }) => [name, entriesOf(value[name])])) };
}

/**
 * The body of `POST /v1/risk/scenario-feed`, which may be left out (undefined). Members that are null are left away:
 * null means absent. Throws a `Refusal` when it does not fit.
 */
export function parseScenarioRequest(value: unknown): ScenarioFeedRequest {
  if (value === undefined) return {};
  const request = validated("ScenarioFeedRequest", value);
  return Object.fromEntries(Object.entries(request).filter(([, member]) => member !== null));
}

/** The body of `POST /v1/fleet/rescore`. Throws a `Refusal` when it does not fit. */
export function parseRescoreRequest(value: unknown): FleetRescoreRequest {
  return validated("FleetRescoreRequest", value);
}

/** The body of `POST /v1/vehicles/{vehicle_id}/evidence`. Throws a `Refusal` when it does not fit. */
export function parseEvidenceRequest(value: unknown): EvidenceRequest {
  return validated("EvidenceRequest", value);
}

/**
 * The body of `POST /v1/vehicles/{vehicle_id}/statements`, and the moment it asks about: now where it names none. Throws a
 * `Refusal` when it does not fit, or names a moment that is not there yet.
 */
export function parseStatementRequest(
  value: unknown,
  nowUs: number,
): Omit<StatementRequest, "at"> & { readonly atUs: number } {
  const { at, ...request } = validated("StatementRequest", value);
  if (at === undefined || at === null) return { ...request, atUs: nowUs };
  const time = parseTime(at);
  if (time.kind === "fault") {
    const detail = `at is not usable: ${time.detail}.`;
    throw refusalOf([{ pointer: "/at", code: "timestamp_invalid", detail }]);
  }
  if (time.timestampUs > nowUs) {
    const detail = "at is in the future; a statement is about a moment that has been.";
    throw refusalOf([{ pointer: "/at", code: "timestamp_in_future", detail }]);
  }
  return { ...request, atUs: time.timestampUs };
}

/** The body of `POST /v1/evidence/{event_id}/legal-hold`. */
export function parseLegalHold(value: unknown): LegalHoldRequest {
  return validated("LegalHoldRequest", value);
}

/** The body of `POST /v1/evidence/{event_id}/erasure`. Throws a `Refusal` when it does not fit. */
export function parseErasure(value: unknown): ErasureRequest {
  return validated("ErasureRequest", value);
}

/** The body of `POST /v1/evidence/verify`. Throws a `Refusal` when it does not fit; the files in it may be anything. */
export function parseVerifyRequest(value: unknown): EvidenceVerifyRequest {
  return validated("EvidenceVerifyRequest", value);
}

/** The body of `POST /v1/webhooks`. Throws a `Refusal` when it does not fit. */
export function parseWebhookCreation(value: unknown): WebhookCreation {
  return validated("WebhookCreation", value);
}

/** The body of `PATCH /v1/webhooks/{webhook_id}`. Throws a `Refusal` when it does not fit. */
export function parseWebhookUpdate(value: unknown): WebhookUpdate {
  return validated("WebhookUpdate", value);
}

/** The body of `POST /v1/webhooks/{webhook_id}/secret`, which may be left out. Throws a `Refusal` when it does not fit. */
export function parseSecretRotation(value: unknown): WebhookSecretRotation {
  return value === undefined ? {} : validated("WebhookSecretRotation", value);
}

/** The body of `POST /v1/webhooks/{webhook_id}/replay`, which may be left out. Throws a `Refusal` when it does not fit. */
export function parseReplayRequest(value: unknown): WebhookReplayRequest {
  const request = value === undefined ? {} : validated("WebhookReplayRequest", value);
  if (timeOf(request.from, -Infinity) > timeOf(request.to, Infinity)) {
    const detail = "from is after to; give the earlier time as from.";
    refuseFaults([{ pointer: "/from", code: "out_of_range", detail }]);
  }
  return request;
}

function timeOf(text: string | undefined, without: number): number {
  const time = parseTime(text ?? "");
  return time.kind === "time" ? time.timestampUs : without;
}

interface Requests {
  readonly BaselineCommand: BaselineCommand;
  readonly ReferenceExtrinsics: ReferenceExtrinsics;
  readonly ScenarioFeedRequest: ScenarioFeedRequest;
  readonly FleetRescoreRequest: FleetRescoreRequest;
  readonly EvidenceRequest: EvidenceRequest;
  readonly StatementRequest: StatementRequest;
  readonly LegalHoldRequest: LegalHoldRequest;
  readonly ErasureRequest: ErasureRequest;
  readonly EvidenceVerifyRequest: EvidenceVerifyRequest;
  readonly WebhookCreation: WebhookCreation;
  readonly WebhookUpdate: WebhookUpdate;
  readonly WebhookSecretRotation: WebhookSecretRotation;
  readonly WebhookReplayRequest: WebhookReplayRequest;
}

function validated<Name extends keyof Requests>(name: Name, value: unknown): Requests[Name] {
  refuseFaults(validate(name, value));
  return value as Requests[Name];
}

function refuseFaults(faults: readonly BodyFault[]): void {
  if (faults.length > 0) throw refusalOf(faults);
}
