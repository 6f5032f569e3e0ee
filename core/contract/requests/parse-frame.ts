import canonicalize from "canonicalize";

import { pointerTo, shown } from "./json-fault.ts";
import { nearestName } from "./nearest-name.ts";
import { captureTimeLimitUs, parseTime } from "../../encoding/instant.ts";
import { isPlainText, isWrittenOnce, lengthOf, plainTextRule, writtenOnceRule } from "../plain-text.ts";
import type { ProblemCode } from "../problems.ts";
import type { BodyFault } from "../refusal.ts";
import { kindOf } from "./value-kind.ts";
import { isRotation, orthonormalityLimit, orthonormalityWarning, rotationDefect } from "./rotation-rule.ts";
import { metadataLimitBytes } from "../schemas/vehicles/telemetry-frame.ts";
import { vehicleIdPattern } from "../schemas/vocabulary.ts";

/** One frame that passed the contract, with what the rest of the service needs of it. */
export interface IncomingFrame {
  readonly vehicleId: string;
  /** As received; echoed and kept in evidence. */
  readonly timestamp: string;
  /** Capture time, microseconds since 1970. */
  readonly timestampUs: number;
  /** Canonical JSON (RFC 8785) of `sensors`. */
  readonly sensors: string;
  /** Its SHA-256 in hex: part of the frame's identity. */
  readonly sensorsSha256: string;
  /** The frame's JSON text exactly as received. */
  readonly raw: string;
  readonly reading: IncomingReading;
  readonly fleetId?: string;
  readonly region?: string;
  /** Codes such as `rotation_not_orthonormal`; usually empty. */
  readonly warnings: readonly string[];
}

/** The same members as the scoring's reading; absent means that the sensor did not report. */
export interface IncomingReading {
  readonly timestampUs: number;
  readonly cameraRotation?: readonly number[];
  readonly radarRangeBiasM?: number;
  readonly lidarRegistrationErrorM?: number;
  readonly lidarConfidence?: number;
}

/** Where a frame stands in the body that brought it. */
export interface FramePlace {
  /** Position in the batch, from 0. */
  readonly index: number;
  /** Line of the NDJSON body, from 1, blank lines counted. */
  readonly line?: number;
}

/** One frame of a batch that was not taken, as the answer lists it. */
export interface RejectedFrame extends FramePlace {
  readonly code: string;
  readonly pointer: string;
  readonly detail: string;
}

export type ParsedFrame =
  | { readonly kind: "frame"; readonly frame: IncomingFrame }
  | { readonly kind: "rejected"; readonly faults: readonly BodyFault[] };

export interface FrameContext {
  /** The frame's JSON text exactly as received. */
  readonly raw: string;
  /** Server clock; Infinity switches the check against the future off, for replays without a server. */
  readonly nowUs: number;
  readonly sha256Hex: (text: string) => string;
}

/** How far ahead of the server's clock a capture time may lie. */
export const clockToleranceUs = 5 * 60 * 1_000_000;

/**
 * Holds a parsed JSON value to the contract: first the schema of `TelemetryFrame`, then the physics (api.md 1).
 * All faults are named, each with what to do. Written out instead of run through the schema validator because it is
 * passed by every frame; a property test holds the two together.
 */
export function parseFrame(value: unknown, given: FrameContext): ParsedFrame {
  const faults: BodyFault[] = [];
  if (!isObject(value)) {
    return rejected([
      { pointer: "", code: "wrong_type", detail: `A frame is a JSON object, not ${kindOf(value)}.` },
    ]);
  }
  noteUnknown(value, { known: frameMembers, at: [], faults });
  const vehicleId = readVehicleId(value["vehicle_id"], faults);
  const timestampUs = readTimestamp(value["timestamp"], given.nowUs, faults);
  const { reading, warnings } = readSensors(value["sensors"], timestampUs, faults);
  const metadata = readMetadata(value["metadata"], given.raw, faults);
  if (faults.length > 0) return rejected(faults);

  const sensors = canonicalSensors({
    camera_rotation_matrix: reading.cameraRotation,
    lidar_confidence: reading.lidarConfidence,
    lidar_registration_error_m: reading.lidarRegistrationErrorM,
    radar_range_bias_m: reading.radarRangeBiasM,
  });
  const frame: Mutable<IncomingFrame> = {
    vehicleId,
    timestamp: String(value["timestamp"]),
    timestampUs,
    sensors,
    sensorsSha256: given.sha256Hex(sensors),
    raw: given.raw,
    reading,
    warnings,
  };
  // One by one: to copy what may be missing takes several times as long.
  if (metadata.fleetId !== "") frame.fleetId = metadata.fleetId;
  if (metadata.region !== "") frame.region = metadata.region;
  return { kind: "frame", frame };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The member `sensors` of a frame that keeps to the contract: numbers, and a list of numbers. */
export interface SensorMembers {
  readonly camera_rotation_matrix?: readonly number[] | undefined;
  readonly lidar_confidence?: number | undefined;
  readonly lidar_registration_error_m?: number | undefined;
  readonly radar_range_bias_m?: number | undefined;
}

/**
 * Canonical JSON (RFC 8785) of `sensors`: members in order of their names, numbers as ECMAScript writes them.
 * Members and types are known here, so that the language's own writer gives it at a third of the cost of the general one.
 */
export function canonicalSensors(sensors: SensorMembers): string {
  const { camera_rotation_matrix, lidar_confidence, lidar_registration_error_m, radar_range_bias_m } =
    sensors;
  return JSON.stringify({
    camera_rotation_matrix,
    lidar_confidence,
    lidar_registration_error_m,
    radar_range_bias_m,
  });
}

/** Faults listed for one frame; a frame that is wrong throughout needs no complete list. */
const faultsLimit = 20;

function rejected(faults: readonly BodyFault[]): ParsedFrame {
  return { kind: "rejected", faults: faults.slice(0, faultsLimit) };
}

const frameMembers = ["vehicle_id", "timestamp", "sensors", "metadata"];
const sensorMembers = [
  "camera_rotation_matrix",
  "radar_range_bias_m",
  "lidar_registration_error_m",
  "lidar_confidence",
];
const vehicleIdForm = new RegExp(vehicleIdPattern);

/** Names that say another unit than the contract's: the value would be wrong under the right name. */
const otherUnits: ReadonlyMap<string, string> = new Map([
  ...["radar_range_bias", "lidar_registration_error"].flatMap((name): [string, string][] => [
    [`${name}_mm`, `Send metres as ${name}_m: value / 1000.`],
    [`${name}_cm`, `Send metres as ${name}_m: value / 100.`],
  ]),
  ...["pct", "percent"].map((unit): [string, string] => [
    `lidar_confidence_${unit}`,
    "Send a share from 0 to 1 as lidar_confidence: value / 100.",
  ]),
  ...["s", "ms", "us", "ns"].map((unit): [string, string] => [
    `timestamp_${unit}`,
    "Send timestamp as RFC 3339 text in UTC, such as 2026-03-01T08:00:00Z.",
  ]),
]);

function noteUnknown(
  object: Record<string, unknown>,
  where: { readonly known: readonly string[]; readonly at: readonly string[]; readonly faults: BodyFault[] },
): void {
  // As the text that was read names its members: they have no others, inherited ones included.
  for (const name in object) {
    if (where.known.includes(name)) continue;
    // The right name may be there as well; then the wrong one is just one too many.
    const free = where.known.filter((known) => !Object.hasOwn(object, known));
    const elsewhere = sensorMembers.includes(name) && where.at.length === 0;
    const nearest = nearestName(name, free);
    const otherUnit = otherUnits.get(name);
    const hint = elsewhere
      ? "It belongs inside sensors."
      : otherUnit !== undefined
        ? otherUnit
        : nearest !== null
          ? `Did you mean ${nearest}?`
          : `Known are ${where.known.join(", ")}${where.at.length === 0 ? "; other values go into metadata" : ""}.`;
    where.faults.push({
      pointer: pointerTo([...where.at, name]),
      code: "member_unknown",
      detail: `There is no member ${shown(name)} here. ${hint}`,
    });
  }
}

function readVehicleId(value: unknown, faults: BodyFault[]): string {
  const pointer = "/vehicle_id";
  if (typeof value !== "string") {
    noteNoString(value, { pointer, name: "vehicle_id", wanted: "the vehicle's identifier", faults });
    return "";
  }
  if (value === "" || value.length > 128) {
    faults.push({ pointer, code: "wrong_length", detail: "vehicle_id must have 1 to 128 characters." });
  } else if (!vehicleIdForm.test(value)) {
    const detail =
      "vehicle_id may hold letters, digits, `.`, `_`, `:` and `-`, and must start with a letter or digit.";
    faults.push({ pointer, code: "wrong_format", detail });
  }
  return value;
}

function readTimestamp(value: unknown, nowUs: number, faults: BodyFault[]): number {
  const pointer = "/timestamp";
  if (typeof value !== "string") {
    const wanted = "the capture time, for example 2025-03-01T08:00:00.000Z";
    noteNoString(value, { pointer, name: "timestamp", wanted, faults });
    return 0;
  }
  const time = parseTime(value);
  if (time.kind === "fault") {
    faults.push({ pointer, code: "timestamp_invalid", detail: `timestamp is not usable: ${time.detail}.` });
    return 0;
  }
  if (time.timestampUs >= captureTimeLimitUs) {
    const detail =
      "timestamp is after the year 2199, later than times are taken. Check the clock of the sender.";
    faults.push({ pointer, code: "timestamp_in_future", detail });
  } else if (time.timestampUs > nowUs + clockToleranceUs) {
    const detail =
      "timestamp is more than 5 minutes ahead of the server's clock. Check the clock of the sender; send capture times in UTC.";
    faults.push({ pointer, code: "timestamp_in_future", detail });
  }
  return time.timestampUs;
}

function noteNoString(
  value: unknown,
  about: {
    readonly pointer: string;
    readonly name: string;
    readonly wanted: string;
    readonly faults: BodyFault[];
  },
): void {
  const { pointer, name, wanted, faults } = about;
  faults.push(
    value === undefined
      ? { pointer, code: "member_missing", detail: `${name} is missing; give ${wanted}.` }
      : {
          pointer,
          code: "wrong_type",
          detail: `${name} must be a string, not ${kindOf(value)}; give ${wanted}.`,
        },
  );
}

interface ReadSensors {
  readonly reading: IncomingReading;
  readonly warnings: readonly string[];
}

const noSensors: ReadSensors = { reading: { timestampUs: 0 }, warnings: [] };
const noWarnings: readonly string[] = [];

function readSensors(value: unknown, timestampUs: number, faults: BodyFault[]): ReadSensors {
  const pointer = "/sensors";
  if (value === undefined) {
    const detail = `sensors is missing; give an object with at least one of ${sensorMembers.join(", ")}.`;
    faults.push({ pointer, code: "member_missing", detail });
    return noSensors;
  }
  if (!isObject(value)) {
    faults.push({ pointer, code: "wrong_type", detail: `sensors must be an object, not ${kindOf(value)}.` });
    return noSensors;
  }
  const faultsBefore = faults.length;
  noteUnknown(value, { known: sensorMembers, at: ["sensors"], faults });
  const sensors = readReadings(value, timestampUs, faults);
  if (isEmpty(sensors.reading) && faults.length === faultsBefore) {
    const detail = `sensors is empty; give at least one of ${sensorMembers.join(", ")}.`;
    faults.push({ pointer, code: "sensors_empty", detail });
  }
  return sensors;
}

function readReadings(value: Record<string, unknown>, timestampUs: number, faults: BodyFault[]): ReadSensors {
  const reading: Mutable<IncomingReading> = { timestampUs };
  const camera = readRotation(value["camera_rotation_matrix"], "/sensors/camera_rotation_matrix", faults);
  if (camera !== null) reading.cameraRotation = camera.matrix;
  const radar = readNumber(value, radarRule, faults);
  if (radar !== null) reading.radarRangeBiasM = radar;
  const lidar = readNumber(value, lidarRule, faults);
  if (lidar !== null) reading.lidarRegistrationErrorM = lidar;
  const confidence = readNumber(value, confidenceRule, faults);
  if (confidence !== null) reading.lidarConfidence = confidence;
  return { reading, warnings: camera?.isCoarse ? ["rotation_not_orthonormal"] : noWarnings };
}

function isEmpty(reading: ReadSensors["reading"]): boolean {
  return (
    reading.cameraRotation === undefined &&
    reading.radarRangeBiasM === undefined &&
    reading.lidarRegistrationErrorM === undefined &&
    reading.lidarConfidence === undefined
  );
}

interface NumberRule {
  readonly name: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: string;
}
const radarRule: NumberRule = { name: "radar_range_bias_m", minimum: -1000, maximum: 1000, unit: " m" };
const lidarRule: NumberRule = { name: "lidar_registration_error_m", minimum: 0, maximum: 1000, unit: " m" };
const confidenceRule: NumberRule = { name: "lidar_confidence", minimum: 0, maximum: 1, unit: "" };

function readNumber(sensors: Record<string, unknown>, rule: NumberRule, faults: BodyFault[]): number | null {
  const { name, minimum, maximum, unit } = rule;
  const value = sensors[name];
  if (value === undefined) return null;
  if (typeof value === "number" && value >= minimum && value <= maximum) return value;
  const pointer = `/sensors/${name}`;
  faults.push(
    typeof value === "number"
      ? {
          pointer,
          code: "out_of_range",
          detail: `${name} is ${value}${unit}; it must be from ${minimum} to ${maximum}${unit}.`,
        }
      : {
          pointer,
          code: "wrong_type",
          detail: `${name} must be a number, not ${kindOf(value)}. Leave it out when the sensor did not report.`,
        },
  );
  return null;
}

interface ReadRotation {
  readonly matrix: readonly number[];
  /** Taken, but further from a rotation than rounding explains. */
  readonly isCoarse: boolean;
}

/** A rotation matrix of a frame or of registered extrinsics; null when there is none or when it is at fault. */
export function readRotation(value: unknown, pointer: string, faults: BodyFault[]): ReadRotation | null {
  if (value === undefined) return null;
  const fault = (code: ProblemCode, detail: string, at = pointer): null => {
    faults.push({ pointer: at, code, detail });
    return null;
  };
  if (!Array.isArray(value)) {
    return fault("wrong_type", `camera_rotation_matrix must be an array of 9 numbers, not ${kindOf(value)}.`);
  }
  if (value.length !== 9) {
    const detail = `camera_rotation_matrix has ${value.length} elements; give 9 numbers, row by row.`;
    return fault("wrong_length", detail);
  }
  const wrongAt = value.findIndex((entry) => typeof entry !== "number" || !Number.isFinite(entry));
  if (wrongAt >= 0) {
    const detail = `Element ${wrongAt} of camera_rotation_matrix must be a number, not ${kindOf(value[wrongAt])}.`;
    return fault("wrong_type", detail, `${pointer}/${wrongAt}`);
  }
  const matrix: readonly number[] = value;
  const defect = rotationDefect(matrix);
  if (!isRotation(defect)) {
    const what =
      defect.determinant > 0
        ? `max |RᵀR − I| is ${brief(defect.orthonormality)}; at most ${orthonormalityLimit} is taken`
        : "its determinant is not positive: a reflection or a singular matrix";
    return fault(
      "rotation_matrix_invalid",
      `The 9 numbers are not a rotation matrix: ${what}. Send it row by row.`,
    );
  }
  return { matrix, isCoarse: defect.orthonormality > orthonormalityWarning };
}

function brief(number: number): string {
  return number.toPrecision(3);
}

/** Empty where there is none. */
interface ReadMetadata {
  readonly fleetId: string;
  readonly region: string;
}

const noMetadata: ReadMetadata = { fleetId: "", region: "" };

function readMetadata(value: unknown, raw: string, faults: BodyFault[]): ReadMetadata {
  if (value === undefined) return noMetadata;
  const pointer = "/metadata";
  if (!isObject(value)) {
    const detail = `metadata must be an object, not ${kindOf(value)}. Leave it out when there is none.`;
    faults.push({ pointer, code: "wrong_type", detail });
    return noMetadata;
  }
  const fleetId = readLabel(value, "fleet_id", faults);
  const region = readLabel(value, "region", faults);
  if (raw.length > shortFrameCharacters && bytesOf(canonicalize(value) ?? "") > metadataLimitBytes) {
    const detail = `metadata is over ${metadataLimitBytes} bytes as canonical JSON; send only what belongs to the frame.`;
    faults.push({ pointer, code: "metadata_too_large", detail });
  }
  return { fleetId, region };
}

/**
 * A frame of so few characters cannot hold too much metadata: canonical JSON is at most 5.25 times as long as the text
 * it was read from (`1e20` becomes 21 digits), a character of text is at most 3 bytes, and the two do not come together.
 */
const shortFrameCharacters = Math.floor(metadataLimitBytes / 6);

/** Empty when not given: many senders write an empty label for "not known". */
function readLabel(metadata: Record<string, unknown>, name: string, faults: BodyFault[]): string {
  const value = metadata[name];
  if (value === undefined) return "";
  const pointer = `/metadata/${name}`;
  if (typeof value !== "string") {
    faults.push({ pointer, code: "wrong_type", detail: `${name} must be a string, not ${kindOf(value)}.` });
    return "";
  }
  if (value.length > 128 && lengthOf(value) > 128) {
    faults.push({ pointer, code: "wrong_length", detail: `${name} may have at most 128 characters.` });
  } else if (!isPlainText(value)) {
    faults.push({
      pointer,
      code: "wrong_format",
      detail: `${name} ${plainTextRule}.`,
    });
  } else if (!isWrittenOnce(value)) {
    faults.push({ pointer, code: "wrong_format", detail: `${name} ${writtenOnceRule}.` });
  }
  return value;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
