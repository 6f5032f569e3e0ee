import {
  orthonormalityLimit,
  orthonormalityWarning,
  rotationDefect,
  isRotation,
} from "../../encoding/rotation-rule.ts";
import {
  type Judgement,
  type ReadingRange,
  type SensorMember,
  entriesOf,
  isNotANumber,
  judgeNumber,
  judgeRotation,
  readingRanges,
  sensorMembers,
} from "../../encoding/take-sensors.ts";
import type { ProblemCode } from "../problems.ts";
import type { BodyFault } from "../refusal.ts";
import { pointerTo, shown } from "./json-fault.ts";
import { noteUnknown } from "./note-unknown.ts";
import { isObject, kindOf } from "./value-kind.ts";

/** The same members as the scoring's reading; absent means that the sensor did not report. */
export interface IncomingReading {
  readonly timestampUs: number;
  readonly cameraRotation?: readonly number[];
  readonly radarRangeBiasM?: number;
  readonly lidarRegistrationErrorM?: number;
  readonly lidarConfidence?: number;
}

/** A matrix was taken that is further from a rotation than rounding explains. */
export const coarseRotation = "rotation_not_orthonormal";
/** A reading was left out, because its sensor cannot have it. */
export const sensorDropped = "sensor_dropped";

/** As documents list them. */
const listedMembers: readonly SensorMember[] = [
  "camera_rotation_matrix",
  "radar_range_bias_m",
  "lidar_registration_error_m",
  "lidar_confidence",
];

/** A reading that its sensor cannot have: left out, while the rest of its frame counts. */
export interface DroppedReading {
  readonly member: SensorMember;
  /** What is wrong with it, for a person. */
  readonly detail: string;
}

export function pointerOf(member: SensorMember): string {
  return pointerTo(["sensors", member]);
}

/** What the member `sensors` of a frame comes to. */
export interface ReadSensors {
  readonly reading: IncomingReading;
  readonly warnings: readonly string[];
  readonly dropped: readonly DroppedReading[];
}

const noWarnings: readonly string[] = [];
const noneDropped: readonly DroppedReading[] = [];
const noSensors: ReadSensors = { reading: { timestampUs: 0 }, warnings: noWarnings, dropped: noneDropped };

/** What was asked of a frame's readings, and where their faults go. */
export interface SensorsAsk {
  readonly timestampUs: number;
  readonly isStrict: boolean;
  readonly faults: BodyFault[];
}

export function readSensors(value: unknown, ask: SensorsAsk): ReadSensors {
  const pointer = "/sensors";
  const { faults } = ask;
  if (value === undefined) {
    const detail = `sensors is missing; give an object with at least one of ${listedMembers.join(", ")}.`;
    faults.push({ pointer, code: "member_missing", detail });
    return noSensors;
  }
  if (!isObject(value)) {
    faults.push({ pointer, code: "wrong_type", detail: `sensors must be an object, not ${kindOf(value)}.` });
    return noSensors;
  }
  const faultsBefore = faults.length;
  noteUnknown(value, { known: listedMembers, at: ["sensors"], faults });
  const impossible: BodyFault[] = [];
  const { reading, isCoarse } = readReadings(value, { ...ask, impossible });
  if (isEmpty(reading) && faults.length === faultsBefore) noteNothingLeft(impossible, faults);
  // Most frames have nothing of the kind, and their lists are the same two.
  if (impossible.length === 0 && !isCoarse) return { reading, warnings: noWarnings, dropped: noneDropped };
  return { reading, warnings: warningsOf(isCoarse, impossible.length > 0), dropped: droppedIn(impossible) };
}

/** A frame of nothing but impossible readings is refused for each of them. */
function noteNothingLeft(impossible: readonly BodyFault[], faults: BodyFault[]): void {
  const detail = `sensors is empty; give at least one of ${listedMembers.join(", ")}.`;
  if (impossible.length > 0) faults.push(...impossible);
  else faults.push({ pointer: "/sensors", code: "sensors_empty", detail });
}

interface ReadReadings {
  readonly reading: IncomingReading;
  /** Whether the camera's matrix is further from a rotation than rounding explains. */
  readonly isCoarse: boolean;
}

function readReadings(value: Record<string, unknown>, sinks: FaultSinks & SensorsAsk): ReadReadings {
  const reading: Mutable<IncomingReading> = { timestampUs: sinks.timestampUs };
  const camera = readCamera(value["camera_rotation_matrix"], sinks);
  if (camera !== null) reading.cameraRotation = camera.matrix;
  const radar = readNumber(value, radarRule, sinks);
  if (radar !== null) reading.radarRangeBiasM = radar;
  const lidar = readNumber(value, lidarRule, sinks);
  if (lidar !== null) reading.lidarRegistrationErrorM = lidar;
  const confidence = readNumber(value, confidenceRule, sinks);
  if (confidence !== null) reading.lidarConfidence = confidence;
  return { reading, isCoarse: camera?.isCoarse === true };
}

/** In the order of canonical JSON, in which evidence lists them. */
function droppedIn(impossible: readonly BodyFault[]): readonly DroppedReading[] {
  return sensorMembers.flatMap((member) => {
    const fault = impossible.find(({ pointer }) => pointer.startsWith(pointerOf(member)));
    return fault === undefined ? [] : [{ member, detail: fault.detail }];
  });
}

function warningsOf(isCoarse: boolean, isPartial: boolean): readonly string[] {
  if (!isCoarse && !isPartial) return noWarnings;
  return [...(isCoarse ? [coarseRotation] : []), ...(isPartial ? [sensorDropped] : [])];
}

function isEmpty(reading: ReadSensors["reading"]): boolean {
  return (
    reading.cameraRotation === undefined &&
    reading.radarRangeBiasM === undefined &&
    reading.lidarRegistrationErrorM === undefined &&
    reading.lidarConfidence === undefined
  );
}

/** Where faults go: of the frame's shape, and of readings that a sensor cannot have; a strict caller has one list. */
interface FaultSinks {
  readonly isStrict: boolean;
  readonly faults: BodyFault[];
  readonly impossible: BodyFault[];
}

interface NumberRule extends ReadingRange {
  readonly name: string;
  readonly unit: string;
}
const radarRule: NumberRule = {
  name: "radar_range_bias_m",
  ...readingRanges.radar_range_bias_m,
  unit: " m",
};
const lidarRule: NumberRule = {
  name: "lidar_registration_error_m",
  ...readingRanges.lidar_registration_error_m,
  unit: " m",
};
const confidenceRule: NumberRule = { name: "lidar_confidence", ...readingRanges.lidar_confidence, unit: "" };

function readNumber(sensors: Record<string, unknown>, rule: NumberRule, sinks: FaultSinks): number | null {
  const value = sensors[rule.name];
  if (isSilent(value, sinks)) return null;
  const judgement = judgeNumber(value, rule);
  if (judgement === "taken") return value as number;
  sinkOf(judgement, sinks).push(numberFault(value, rule));
  return null;
}

function sinkOf(judgement: Judgement, { isStrict, faults, impossible }: FaultSinks): BodyFault[] {
  return judgement === "impossible" && !isStrict ? impossible : faults;
}

/** Whether a sensor reported nothing: null is that, too, unless the caller is strict. */
function isSilent(value: unknown, { isStrict }: FaultSinks): boolean {
  return value === undefined || (value === null && !isStrict);
}

function numberFault(value: unknown, { name, minimum, maximum, unit }: NumberRule): BodyFault {
  const pointer = `/sensors/${name}`;
  if (typeof value === "number") {
    const detail = `${name} is ${value}${unit}; it must be from ${minimum} to ${maximum}${unit}.`;
    return { pointer, code: "out_of_range", detail };
  }
  const detail = `${name} must be a number, not ${kindIn(value)}. Leave it out when the sensor did not report.`;
  return { pointer, code: "wrong_type", detail };
}

/** Of a text that stands for no number, the text itself: it says what happened to the sensor. */
function kindIn(value: unknown): string {
  return isNotANumber(value) ? `the string ${shown(String(value))}` : kindOf(value);
}

function readCamera(value: unknown, sinks: FaultSinks): ReadRotation | null {
  if (isSilent(value, sinks)) return null;
  const found: BodyFault[] = [];
  const camera = readRotation(value, "/sensors/camera_rotation_matrix", found);
  if (camera !== null) return camera;
  sinkOf(judgeRotation(value), sinks).push(...found);
  return null;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

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
  const entries = entriesOf(value);
  if (entries === null) {
    return fault("wrong_type", `camera_rotation_matrix must be an array of 9 numbers, not ${kindIn(value)}.`);
  }
  if (entries.length !== 9) {
    const detail = `camera_rotation_matrix has ${entries.length} elements; give 9 numbers, row by row.`;
    return fault("wrong_length", detail);
  }
  const wrongAt = entries.findIndex((entry) => typeof entry !== "number" || !Number.isFinite(entry));
  if (wrongAt >= 0) {
    const detail = `Element ${wrongAt} of camera_rotation_matrix must be a number, not ${kindIn(entries[wrongAt])}.`;
    return fault("wrong_type", detail, `${pointer}/${wrongAt}`);
  }
  const matrix = entries as readonly number[];
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
