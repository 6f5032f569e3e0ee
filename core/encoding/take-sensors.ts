import { isRotation, rotationDefect } from "./rotation-rule.ts";

/** The member `sensors` of a frame as the scoring takes it: numbers, and a list of nine numbers. */
export interface SensorMembers {
  readonly camera_rotation_matrix?: readonly number[] | undefined;
  readonly lidar_confidence?: number | undefined;
  readonly lidar_registration_error_m?: number | undefined;
  readonly radar_range_bias_m?: number | undefined;
}

export type SensorMember = keyof SensorMembers;

/** In the order of canonical JSON. */
export const sensorMembers = [
  "camera_rotation_matrix",
  "lidar_confidence",
  "lidar_registration_error_m",
  "radar_range_bias_m",
] as const satisfies readonly SensorMember[];

/** The least and the greatest value a sensor can have (api.md 1). */
export interface ReadingRange {
  readonly minimum: number;
  readonly maximum: number;
}

export const readingRanges = {
  lidar_confidence: { minimum: 0, maximum: 1 },
  lidar_registration_error_m: { minimum: 0, maximum: 1000 },
  radar_range_bias_m: { minimum: -1000, maximum: 1000 },
} as const satisfies Readonly<Record<Exclude<SensorMember, "camera_rotation_matrix">, ReadingRange>>;

/**
 * What a reading is: `absent` when the sensor did not report, `impossible` when it reported what it cannot measure,
 * `misshapen` when the sender wrote something else than a reading.
 */
export type Judgement = "absent" | "taken" | "impossible" | "misshapen";

export function judgeNumber(value: unknown, { minimum, maximum }: ReadingRange): Judgement {
  if (typeof value === "number") {
    if (value >= minimum && value <= maximum) return "taken";
    return Number.isFinite(value) ? "impossible" : "misshapen";
  }
  if (value === undefined || value === null) return "absent";
  return isNotANumber(value) ? "impossible" : "misshapen";
}

export function judgeRotation(value: unknown): Judgement {
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
  readonly sensors: SensorMembers;
  /** Impossible readings, which were left out; in the order of canonical JSON. */
  readonly dropped: readonly SensorMember[];
  /** What no service takes: a frame with one of these is refused. */
  readonly misshapen: readonly SensorMember[];
}

/**
 * The readings that count of a frame's `sensors` as they stand in its text. Ingest, the journal and the verifiers all
 * follow it, so that the received bytes alone say what was scored (docs/decisions/0047).
 */
export function takeSensors(received: Readonly<Record<string, unknown>>): TakenSensors {
  const sensors: { -readonly [Name in keyof SensorMembers]: SensorMembers[Name] } = {};
  const dropped: SensorMember[] = [];
  const misshapen: SensorMember[] = [];
  for (const name of sensorMembers) {
    const value = received[name];
    const judgement =
      name === "camera_rotation_matrix" ? judgeRotation(value) : judgeNumber(value, readingRanges[name]);
    if (judgement === "impossible") dropped.push(name);
    else if (judgement === "misshapen") misshapen.push(name);
    else if (judgement === "absent") continue;
    else if (name === "camera_rotation_matrix") sensors[name] = entriesOf(value) as readonly number[];
    else sensors[name] = value as number;
  }
  return { sensors, dropped, misshapen };
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
