import {
  canonicalMembers,
  type Member,
  type MemberName,
  members,
  type Reading,
  type SensorMembers,
} from "../sensors/sensor-lists.ts";
import { isRotation, rotationDefect } from "./rotation-rule.ts";

/** The least and the greatest value a sensor can have (api.md 1). */
interface ReadingRange {
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * What a reading is: `absent` when the sensor did not report, `impossible` when it reported what it cannot measure,
 * `misshapen` when the sender wrote something else than a reading.
 */
export type Judgement = "absent" | "taken" | "impossible" | "misshapen";

export function judgeMember(member: Member, value: unknown): Judgement {
  return member.shape === "rotation" ? judgeRotation(value) : judgeNumber(value, member);
}

function judgeNumber(value: unknown, { minimum, maximum }: ReadingRange): Judgement {
  if (typeof value === "number") {
    if (value >= minimum && value <= maximum) return "taken";
    return Number.isFinite(value) ? "impossible" : "misshapen";
  }
  if (value === undefined || value === null) return "absent";
  return isNotANumber(value) ? "impossible" : "misshapen";
}

function judgeRotation(value: unknown): Judgement {
  if (value === undefined || value === null) return "absent";
  if (isNotANumber(value)) return "impossible";
  const entries = entriesOf(value);
  if (entries?.length !== matrixEntries || !entries.every(isEntry)) return "misshapen";
  return entries.every(Number.isFinite) && isRotation(rotationDefect(entries as readonly number[]))
    ? "taken"
    : "impossible";
}

/** The entries of a matrix row by row, of nine in one array and of three rows of three; null for what is no array. */
export function entriesOf(value: unknown): readonly unknown[] | null {
  if (!Array.isArray(value)) return null;
  const isNested = value.length === rows && value.every((row) => Array.isArray(row) && row.length === rows);
  return isNested ? value.flat() : value;
}

const rows = 3;
const matrixEntries = 9;

/** JSON has no NaN: a writer that meets one leaves null in an array, or the word as a text. */
function isEntry(value: unknown): boolean {
  return Number.isFinite(value) || value === null || isNotANumber(value);
}

/** What printing a number that is none gives: NaN, Infinity, inf, with or without a sign. */
export function isNotANumber(value: unknown): boolean {
  return typeof value === "string" && value.length <= longestWord && notANumber.test(value);
}

const longestWord = "-Infinity".length;
const notANumber = /^[+-]?(?:nan|inf|infinity)$/i;

/** What a frame's sensors come to. */
export interface TakenSensors {
  /** `JSON.stringify` makes it canonical JSON (RFC 8785), for the members stand in order. */
  readonly sensors: SensorMembers;
  /** Impossible readings, which were left out; in the order of canonical JSON. */
  readonly dropped: readonly MemberName[];
  /** What no service takes: a frame with one of these is refused. */
  readonly misshapen: readonly MemberName[];
}

/**
 * The readings that count of a frame's `sensors` as they stand in its text. Ingest, the journal and the verifiers all
 * follow it, so that the received bytes alone say what was scored (docs/decisions/0047).
 */
export function takeSensors(received: Readonly<Record<string, unknown>>): TakenSensors {
  const sensors: Record<string, unknown> = {};
  const dropped: MemberName[] = [];
  const misshapen: MemberName[] = [];
  for (const member of canonicalMembers) {
    const { name } = member;
    const value = received[name];
    const judgement = judgeMember(member, value);
    if (judgement === "impossible") dropped.push(name);
    else if (judgement === "misshapen") misshapen.push(name);
    else if (judgement === "taken") sensors[name] = member.shape === "rotation" ? entriesOf(value) : value;
  }
  return { sensors, dropped, misshapen };
}

/** What was taken of a frame, under the scoring's names. */
export function readingOf(sensors: SensorMembers, timestampUs: number): Reading {
  const reading: { timestampUs: number } & Record<string, unknown> = { timestampUs };
  for (const { name, reading: field } of members) {
    const value = sensors[name];
    if (value !== undefined) reading[field] = value;
  }
  return reading;
}

/** The same under the names of the wire; `JSON.stringify` makes it canonical JSON (RFC 8785), for the members stand in order. */
export function sensorsOf(reading: Reading): SensorMembers {
  const sensors: Record<string, unknown> = {};
  for (const { name, reading: field } of canonicalMembers) {
    const value = reading[field];
    if (value !== undefined) sensors[name] = value;
  }
  return sensors;
}
