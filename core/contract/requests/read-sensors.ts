import {
  orthonormalityLimit,
  orthonormalityWarning,
  rotationDefect,
  isRotation,
} from "../../encoding/rotation-rule.ts";
import { type Judgement, entriesOf, isNotANumber, judgeMember } from "../../encoding/take-sensors.ts";
import {
  canonicalMembers,
  type Member,
  type MemberName,
  members,
  type Reading,
} from "../../sensors/sensor-lists.ts";
import type { ProblemCode } from "../problems.ts";
import type { BodyFault } from "../refusal.ts";
import { pointerTo, shown } from "./json-fault.ts";
import { noteUnknown } from "./note-unknown.ts";
import { isObject, kindOf } from "./value-kind.ts";

/** A matrix was taken that is further from a rotation than rounding explains. */
export const coarseRotation = "rotation_not_orthonormal";
/** A reading was left out, because its sensor cannot have it. */
export const sensorDropped = "sensor_dropped";

/** As documents list them. */
const listedNames: readonly string[] = members.map(({ name }) => name);

/** A reading that its sensor cannot have: left out, while the rest of its frame counts. */
export interface DroppedReading {
  readonly member: MemberName;
  /** What is wrong with it, for a person. */
  readonly detail: string;
}

export function pointerOf(member: MemberName): string {
  return pointers.get(member)!;
}

/** Made once: a rotation is read with its pointer in every frame. */
const pointers = new Map(members.map(({ name }) => [name, pointerTo(["sensors", name])]));

/** What the member `sensors` of a frame comes to. */
export interface ReadSensors {
  readonly reading: Reading;
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
    const detail = `sensors is missing; give an object with at least one of ${listedNames.join(", ")}.`;
    faults.push({ pointer, code: "member_missing", detail });
    return noSensors;
  }
  if (!isObject(value)) {
    faults.push({ pointer, code: "wrong_type", detail: `sensors must be an object, not ${kindOf(value)}.` });
    return noSensors;
  }
  const faultsBefore = faults.length;
  noteUnknown(value, { known: listedNames, at: ["sensors"], faults });
  const impossible: BodyFault[] = [];
  const { reading, isCoarse } = readReadings(value, { ...ask, impossible });
  if (isEmpty(reading) && faults.length === faultsBefore) noteNothingLeft(impossible, faults);
  // Most frames have nothing of the kind, and their lists are the same two.
  if (impossible.length === 0 && !isCoarse) return { reading, warnings: noWarnings, dropped: noneDropped };
  return { reading, warnings: warningsOf(isCoarse, impossible.length > 0), dropped: droppedIn(impossible) };
}

/** A frame of nothing but impossible readings is refused for each of them. */
function noteNothingLeft(impossible: readonly BodyFault[], faults: BodyFault[]): void {
  const detail = `sensors is empty; give at least one of ${listedNames.join(", ")}.`;
  if (impossible.length > 0) faults.push(...impossible);
  else faults.push({ pointer: "/sensors", code: "sensors_empty", detail });
}

interface ReadReadings {
  readonly reading: Reading;
  /** Whether a rotation is further from one than rounding explains. */
  readonly isCoarse: boolean;
}

function readReadings(value: Record<string, unknown>, sinks: FaultSinks & SensorsAsk): ReadReadings {
  const reading: { timestampUs: number } & Record<string, unknown> = { timestampUs: sinks.timestampUs };
  let isCoarse = false;
  for (const member of members) {
    const given = value[member.name];
    if (isSilent(given, sinks)) continue;
    if (member.shape === "number") {
      const number = readNumber(given, member, sinks);
      if (number !== null) reading[member.reading] = number;
      continue;
    }
    const matrix = readReportedRotation(given, member, sinks);
    if (matrix === null) continue;
    reading[member.reading] = matrix;
    isCoarse ||= isCoarseRotation(matrix);
  }
  return { reading, isCoarse };
}

/** In the order of canonical JSON, in which evidence lists them. */
function droppedIn(impossible: readonly BodyFault[]): readonly DroppedReading[] {
  return canonicalMembers.flatMap(({ name }) => {
    const fault = impossible.find(({ pointer }) => pointer.startsWith(pointerOf(name)));
    return fault === undefined ? [] : [{ member: name, detail: fault.detail }];
  });
}

function warningsOf(isCoarse: boolean, isPartial: boolean): readonly string[] {
  if (!isCoarse && !isPartial) return noWarnings;
  return [...(isCoarse ? [coarseRotation] : []), ...(isPartial ? [sensorDropped] : [])];
}

function isEmpty(reading: Reading): boolean {
  return members.every(({ reading: field }) => reading[field] === undefined);
}

/** Where faults go: of the frame's shape, and of readings that a sensor cannot have; a strict caller has one list. */
interface FaultSinks {
  readonly isStrict: boolean;
  readonly faults: BodyFault[];
  readonly impossible: BodyFault[];
}

type NumberMember = Extract<Member, { readonly shape: "number" }>;

function readNumber(value: unknown, member: NumberMember, sinks: FaultSinks): number | null {
  const judgement = judgeMember(member, value);
  if (judgement === "taken") return value as number;
  sinkOf(judgement, sinks).push(numberFault(value, member));
  return null;
}

function sinkOf(judgement: Judgement, { isStrict, faults, impossible }: FaultSinks): BodyFault[] {
  return judgement === "impossible" && !isStrict ? impossible : faults;
}

/** Whether a sensor reported nothing: null is that, too, unless the caller is strict. */
function isSilent(value: unknown, { isStrict }: FaultSinks): boolean {
  return value === undefined || (value === null && !isStrict);
}

function numberFault(value: unknown, { name, minimum, maximum, unit: symbol }: NumberMember): BodyFault {
  const pointer = pointerOf(name);
  const unit = symbol === "" ? "" : ` ${symbol}`;
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

function readReportedRotation(value: unknown, member: Member, sinks: FaultSinks): readonly number[] | null {
  const found: BodyFault[] = [];
  const matrix = readRotation(value, pointerOf(member.name), found);
  if (matrix !== null) return matrix;
  sinkOf(judgeMember(member, value), sinks).push(...found);
  return null;
}

/** A rotation matrix of a frame or of registered extrinsics; null when there is none or when it is at fault. */
export function readRotation(value: unknown, pointer: string, faults: BodyFault[]): readonly number[] | null {
  if (value === undefined) return null;
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const fault = (code: ProblemCode, detail: string, at = pointer): null => {
    faults.push({ pointer: at, code, detail });
    return null;
  };
  const entries = entriesOf(value);
  if (entries === null) {
    return fault("wrong_type", `${name} must be an array of 9 numbers, not ${kindIn(value)}.`);
  }
  if (entries.length !== 9) {
    const detail = `${name} has ${entries.length} elements; give 9 numbers, row by row.`;
    return fault("wrong_length", detail);
  }
  const wrongAt = entries.findIndex((entry) => typeof entry !== "number" || !Number.isFinite(entry));
  if (wrongAt >= 0) {
    const detail = `Element ${wrongAt} of ${name} must be a number, not ${kindIn(entries[wrongAt])}.`;
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
  return matrix;
}

/** Taken, but further from a rotation than rounding explains. */
export function isCoarseRotation(matrix: readonly number[]): boolean {
  return rotationDefect(matrix).orthonormality > orthonormalityWarning;
}

function brief(number: number): string {
  return number.toPrecision(3);
}
