import { readRotation } from "./parse-frame.ts";
import { captureTimeLimitUs, parseTime } from "../../encoding/instant.ts";
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
} from "../types.ts";
import { validate } from "./validate.ts";

/** The body of `POST /v1/vehicles/{vehicle_id}/baseline`. Throws a `Refusal` when it does not fit. */
export function parseBaselineCommand(value: unknown): BaselineCommand {
  return held(value as BaselineCommand, validate("BaselineCommand", value));
}

/**
 * The body of `PUT /v1/vehicles/{vehicle_id}/reference`, held to the schema, the calendar and the rules of a rotation.
 * Throws a `Refusal` when it does not fit.
 */
export function parseReference(value: unknown): ReferenceExtrinsics {
  const reference = held(value as ReferenceExtrinsics, validate("ReferenceExtrinsics", value));
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
  return held(reference, faults);
}

/**
 * The body of `POST /v1/risk/scenario-feed`, which may be left out (undefined). Members that are null are left away:
 * null means absent. Throws a `Refusal` when it does not fit.
 */
export function parseScenarioRequest(value: unknown): ScenarioFeedRequest {
  if (value === undefined) return {};
  const request = held(value as ScenarioFeedRequest, validate("ScenarioFeedRequest", value));
  return Object.fromEntries(Object.entries(request).filter(([, member]) => member !== null));
}

/** The body of `POST /v1/fleet/rescore`. Throws a `Refusal` when it does not fit. */
export function parseRescoreRequest(value: unknown): FleetRescoreRequest {
  return held(value as FleetRescoreRequest, validate("FleetRescoreRequest", value));
}

/** The body of `POST /v1/evidence/{event_id}/legal-hold`. Throws a `Refusal` when it does not fit. */
export function parseLegalHold(value: unknown): LegalHoldRequest {
  return held(value as LegalHoldRequest, validate("LegalHoldRequest", value));
}

/** The body of `POST /v1/evidence/{event_id}/erasure`. Throws a `Refusal` when it does not fit. */
export function parseErasure(value: unknown): ErasureRequest {
  return held(value as ErasureRequest, validate("ErasureRequest", value));
}

/** The body of `POST /v1/evidence/verify`. Throws a `Refusal` when it does not fit; the files in it may be anything. */
export function parseVerifyRequest(value: unknown): EvidenceVerifyRequest {
  return held(value as EvidenceVerifyRequest, validate("EvidenceVerifyRequest", value));
}

function held<Value>(value: Value, faults: readonly BodyFault[]): Value {
  if (faults.length > 0) throw refusalOf(faults);
  return value;
}
