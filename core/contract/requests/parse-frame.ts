import canonicalize from "canonicalize";

import { captureTimeLimitUs, parseZonedTime } from "../../encoding/instant.ts";
import { sensorsOf } from "../../encoding/take-sensors.ts";
import { composed, isPlainText, isTrimmed, lengthOf, plainTextRule, trimmedRule } from "../plain-text.ts";
import { isObject, kindOf } from "./value-kind.ts";
import { noteUnknown } from "./note-unknown.ts";
import type { BodyFault } from "../refusal.ts";
import { type DroppedReading, readSensors } from "./read-sensors.ts";
import type { Reading } from "../../sensors/sensor-lists.ts";
import { metadataLimitBytes } from "../schemas/vehicles/telemetry-frame.ts";
import { vehicleIdPattern } from "../schemas/vocabulary.ts";

/** One frame that passed the contract, with what the rest of the service needs of it. */
export interface IncomingFrame {
  readonly vehicleId: string;
  /** In UTC, as received where it was sent so; echoed and kept in evidence. */
  readonly timestamp: string;
  /** Capture time, microseconds since 1970. */
  readonly timestampUs: number;
  /** Canonical JSON (RFC 8785) of the readings that count, as the member `sensors`. */
  readonly sensors: string;
  /** Its SHA-256 in hex: part of the frame's identity. */
  readonly sensorsSha256: string;
  /** The frame's JSON text exactly as received. */
  readonly raw: string;
  readonly reading: Reading;
  readonly fleetId?: string;
  readonly region?: string;
  /** Codes such as `rotation_not_orthonormal`; usually empty. */
  readonly warnings: readonly string[];
  /** In the order of canonical JSON; usually empty. */
  readonly dropped: readonly DroppedReading[];
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
  /** Refuse a frame for a reading that its sensor cannot have, or null; left out: drop the reading. */
  readonly isStrict?: boolean;
}

/** No vehicle with these sensors is older: a clock that says so starts at 1970, 1980 or at its firmware's first day. */
export const firstCaptureTimeUs = 946_684_800_000_000;

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
  const { timestampUs, utc } = readTimestamp(value["timestamp"], given.nowUs, faults);
  const isStrict = given.isStrict === true;
  const { reading, warnings, dropped } = readSensors(value["sensors"], { timestampUs, isStrict, faults });
  const metadata = readMetadata(value["metadata"], given.raw, faults);
  if (faults.length > 0) return rejected(faults);

  const sensors = JSON.stringify(sensorsOf(reading));
  const frame: Mutable<IncomingFrame> = {
    vehicleId,
    timestamp: utc,
    timestampUs,
    sensors,
    sensorsSha256: given.sha256Hex(sensors),
    raw: given.raw,
    reading,
    warnings,
    dropped,
  };
  // One by one: to copy what may be missing takes several times as long.
  if (metadata.fleetId !== "") frame.fleetId = metadata.fleetId;
  if (metadata.region !== "") frame.region = metadata.region;
  return { kind: "frame", frame };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Faults listed for one frame; a frame that is wrong throughout needs no complete list. */
const faultsLimit = 20;

function rejected(faults: readonly BodyFault[]): ParsedFrame {
  return { kind: "rejected", faults: faults.slice(0, faultsLimit) };
}

const frameMembers = ["vehicle_id", "timestamp", "sensors", "metadata"];
const vehicleIdForm = new RegExp(vehicleIdPattern);

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

interface ReadTimestamp {
  readonly timestampUs: number;
  readonly utc: string;
}

const noTimestamp: ReadTimestamp = { timestampUs: 0, utc: "" };

function readTimestamp(value: unknown, nowUs: number, faults: BodyFault[]): ReadTimestamp {
  const pointer = "/timestamp";
  if (typeof value !== "string") {
    const wanted = "the capture time, for example 2025-03-01T08:00:00.000Z";
    noteNoString(value, { pointer, name: "timestamp", wanted, faults });
    return noTimestamp;
  }
  const time = parseZonedTime(value);
  if (time.kind === "fault") {
    faults.push({ pointer, code: "timestamp_invalid", detail: `timestamp is not usable: ${time.detail}.` });
    return noTimestamp;
  }
  if (time.timestampUs < firstCaptureTimeUs) {
    const detail =
      "timestamp is before the year 2000: the sender's clock was not set. Send the frame with the time at which it was taken.";
    faults.push({ pointer, code: "timestamp_invalid", detail });
  } else if (time.timestampUs >= captureTimeLimitUs) {
    const detail =
      "timestamp is after the year 2199, later than times are taken. Check the clock of the sender.";
    faults.push({ pointer, code: "timestamp_in_future", detail });
  } else if (time.timestampUs > nowUs + clockToleranceUs) {
    const detail =
      "timestamp is more than 5 minutes ahead of the server's clock. Check the clock of the sender; send capture times in UTC.";
    faults.push({ pointer, code: "timestamp_in_future", detail });
  }
  return time;
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
  const given = metadata[name];
  if (given === undefined) return "";
  const pointer = `/metadata/${name}`;
  if (typeof given !== "string") {
    faults.push({ pointer, code: "wrong_type", detail: `${name} must be a string, not ${kindOf(given)}.` });
    return "";
  }
  const value = composed(given);
  if (value.length > 128 && lengthOf(value) > 128) {
    faults.push({ pointer, code: "wrong_length", detail: `${name} may have at most 128 characters.` });
  } else if (!isPlainText(value)) {
    faults.push({
      pointer,
      code: "wrong_format",
      detail: `${name} ${plainTextRule}.`,
    });
  } else if (!isTrimmed(value)) {
    faults.push({ pointer, code: "wrong_format", detail: `${name} ${trimmedRule}.` });
  }
  return value;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
