import { readRotation } from "./read-sensors.ts";
import { captureTimeLimitUs, parseTime } from "../../encoding/instant.ts";
import { entriesOf } from "../../encoding/take-sensors.ts";
import { isObject } from "./value-kind.ts";
import { refusalOf } from "./read-ingest-body.ts";
import type { BodyFault } from "../refusal.ts";
import type {
  BaselineCommand,
  EvidenceVerifyRequest,
  ErasureRequest,
  FleetRescoreRequest,
  LegalHoldRequest,
  ReferenceExtrinsics,
  ScenarioFeedRequest,
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
  if (reference.camera_rotation_matrix !== null) {
    readRotation(reference.camera_rotation_matrix, "/camera_rotation_matrix", faults);
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
  const { camera_rotation_matrix: matrix } = value;
  return { ...value, ...(Array.isArray(matrix) && { camera_rotation_matrix: entriesOf(matrix) }) };
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

/** The body of `POST /v1/evidence/{event_id}/legal-hold`. Throws a `Refusal` when it does not fit. */
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
