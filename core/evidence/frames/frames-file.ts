import { Type, type Static } from "typebox";

import { textToBase64Url } from "../../encoding/base64.ts";
import {
  instantSchema,
  memberSchemas,
  microsecondsSchema,
  rotationMatrixSchema,
  seqSchema,
  strict,
  vehicleIdSchema,
} from "../../encoding/field-schemas.ts";
import { toHex, utf8 } from "../../encoding/bytes.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import { formatInstant } from "../../encoding/instant.ts";
import { leafHash, merkleRoot } from "../log/merkle.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { sensorsOf } from "../../encoding/take-sensors.ts";
import {
  canonicalMembers,
  type MemberName,
  type NoiseName,
  noises,
  poseMembers,
  type Poses,
  type Reading,
  type StatedPoses,
  statedPoses,
} from "../../sensors/sensor-lists.ts";

/** An entry of a vehicle's journal, structurally the scoring's own. */
export type RecordedEntry =
  | { readonly kind: "frame"; readonly reading: Reading }
  | { readonly kind: "baseline"; readonly action: "learn" | "freeze" | "unfreeze"; readonly atUs: number }
  | ({ readonly kind: "reference"; readonly validFromUs: number } & Poses)
  | RecordedPrior;

/** What was estimated from the fleet of this vehicle's noise before its first frame, sensor by sensor; null: nothing. */
export interface RecordedPrior {
  readonly kind: "prior";
  readonly sensors: Readonly<Record<NoiseName, RecordedNoise | null>>;
  readonly atUs: number;
}

interface RecordedNoise {
  readonly sd: number;
  readonly vehicles: number;
}

/** One line to be: a journal entry as the server holds it. */
export interface JournalLine {
  readonly seq: number;
  readonly receivedAtUs: number;
  /** The same as `formatInstant` writes it, where it is at hand. */
  readonly receivedAt?: string;
  /** Capture time in UTC, and the frame's JSON text as received; null for entries that are not frames. */
  readonly timestamp: string | null;
  readonly raw: string | null;
  /** Canonical JSON of a frame's sensors, where it is at hand: numbers take longest to write. */
  readonly sensors?: string;
  /** Readings of a frame that were left out, in the order of canonical JSON; left out where there are none. */
  readonly dropped?: readonly MemberName[];
  readonly entry: RecordedEntry;
}

const lineMembers = {
  seq: seqSchema,
  vehicle_id: vehicleIdSchema,
  received_at: instantSchema,
  /** 16 bytes, base64url: a withheld line cannot be guessed from its hash. */
  salt: Type.String({ pattern: "^[A-Za-z0-9_-]{22}$" }),
};

const frameLineSchema = Type.Object(
  {
    kind: Type.Literal("frame"),
    ...lineMembers,
    captured_at: Type.String({ maxLength: 40 }),
    /** Readings in `raw` that their sensors cannot have: not scored. Since a frame may lose one and count all the same. */
    dropped: Type.Optional(
      Type.Array(
        Type.Unsafe<MemberName>({ type: "string", enum: canonicalMembers.map(({ name }) => name) }),
        { minItems: 1, maxItems: canonicalMembers.length },
      ),
    ),
    reading: Type.Object(
      {
        captured_at_us: microsecondsSchema,
        ...memberSchemas(({ shape }) => (shape === "rotation" ? rotationMatrixSchema : Type.Number())),
      },
      strict,
    ),
    raw: Type.String(),
  },
  strict,
);
export type FrameLine = Static<typeof frameLineSchema>;

const sensorNoiseSchema = Type.Union([
  Type.Object(
    {
      sd: Type.Number({ exclusiveMinimum: 0 }),
      vehicles: Type.Integer({ minimum: 1 }),
    },
    strict,
  ),
  Type.Null(),
]);

/** Null withdraws it. */
const poseSchema = Type.Union([rotationMatrixSchema, Type.Null()]);

/** In the order of canonical JSON. */
const noiseNames: readonly NoiseName[] = noises.map(({ name }) => name).toSorted();

export const lineSchema = Type.Union([
  frameLineSchema,
  Type.Object(
    {
      kind: Type.Literal("baseline"),
      ...lineMembers,
      action: Type.Union([Type.Literal("learn"), Type.Literal("freeze"), Type.Literal("unfreeze")]),
      at_us: microsecondsSchema,
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal("reference"),
      ...lineMembers,
      ...(Object.fromEntries(poseMembers.map(({ name }) => [name, poseSchema])) as Record<
        keyof StatedPoses,
        typeof poseSchema
      >),
      valid_from_us: microsecondsSchema,
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal("prior"),
      ...lineMembers,
      at_us: microsecondsSchema,
      sensors: Type.Object(
        Object.fromEntries(noiseNames.map((name) => [name, sensorNoiseSchema])) as Record<
          NoiseName,
          typeof sensorNoiseSchema
        >,
        strict,
      ),
    },
    strict,
  ),
]);
export type JournalLineRecord = Static<typeof lineSchema>;

/** The bytes as served, and what the core says of them. */
export interface FramesFile {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly sha256: string;
  readonly root: string;
}

/** NDJSON: one canonical record a line, each line ended by LF. `salt` gives the salt of an entry by its seq. */
export function writeFramesFile(
  vehicleId: string,
  lines: readonly JournalLine[],
  given: { readonly sha256: Sha256; salt(seq: number): string },
): FramesFile {
  const encoded = lines.map((line) => utf8(writeLine(vehicleId, line, given.salt(line.seq))));
  const bytes = joinLines(encoded);
  return {
    bytes,
    count: lines.length,
    sha256: toHex(given.sha256(bytes)),
    root: linesRoot(encoded, given.sha256),
  };
}

/** Root of the Merkle tree whose leaves are the lines without their LF, lowercase hex. */
function linesRoot(lines: readonly Uint8Array[], sha256: Sha256): string {
  return toHex(
    merkleRoot(
      lines.map((line) => leafHash(line, sha256)),
      sha256,
    ),
  );
}

/**
 * A journal entry as a frames file has it, without LF. Canonical by construction: the members stand in their order, and JSON.stringify writes numbers and well-formed
 * strings as RFC 8785 asks. Written out because issuing runs inside a commit and a general writer takes ten times as long.
 */
export function writeLine(vehicleId: string, line: JournalLine, salt: string): string {
  const { entry } = line;
  const receivedAt = line.receivedAt ?? formatInstant(line.receivedAtUs);
  const received = `"received_at":"${receivedAt}","salt":"${salt}"`;
  const middle = `${received},"seq":${line.seq}`;
  const vehicle = `"vehicle_id":${JSON.stringify(vehicleId)}`;
  switch (entry.kind) {
    case "frame":
      return frameText({ line, reading: entry.reading, middle, vehicle });
    case "baseline":
      return `{"action":"${entry.action}","at_us":${entry.atUs},"kind":"baseline",${middle},${vehicle}}`;
    case "prior": {
      const { atUs, sensors } = entry;
      return `{"at_us":${atUs},"kind":"prior",${received},"sensors":${sensorsText(sensors)},"seq":${line.seq},${vehicle}}`;
    }
    case "reference": {
      const { kind, validFromUs } = entry;
      const ofAll = { vehicle_id: vehicleId, received_at: receivedAt, salt, seq: line.seq };
      return canonicalText({ ...ofAll, ...statedPoses(entry), kind, valid_from_us: validFromUs });
    }
  }
}

function sensorsText(sensors: RecordedPrior["sensors"]): string {
  return `{${noiseNames.map((name) => `"${name}":${noiseText(sensors[name])}`).join(",")}}`;
}

function noiseText(noise: RecordedNoise | null): string {
  if (noise === null) return "null";
  return `{"sd":${JSON.stringify(noise.sd)},"vehicles":${noise.vehicles}}`;
}

function frameText(given: {
  readonly line: JournalLine;
  readonly reading: Reading;
  readonly middle: string;
  readonly vehicle: string;
}): string {
  const { line, reading, middle, vehicle } = given;
  if (line.timestamp === null || line.raw === null) {
    throw new TypeError(`frame ${line.seq} has lost its timestamp or its raw text`);
  }
  const raw = textToBase64Url(line.raw);
  const captured = JSON.stringify(line.timestamp);
  const { dropped = [] } = line;
  const without = dropped.length === 0 ? "" : `"dropped":${JSON.stringify(dropped)},`;
  return `{"captured_at":${captured},${without}"kind":"frame","raw":"${raw}","reading":${readingText(reading, line.sensors ?? JSON.stringify(sensorsOf(reading)))},${middle},${vehicle}}`;
}

/** A reading is the canonical JSON of the frame's sensors with the capture time among its members, where its name puts it. */
function readingText(reading: Reading, sensors: string): string {
  const time = `"captured_at_us":${reading.timestampUs}`;
  const next = membersAfterTime.find(({ reading: field }) => reading[field] !== undefined);
  if (next === undefined) return sensors === "{}" ? `{${time}}` : `${sensors.slice(0, -1)},${time}}`;
  const at = sensors.indexOf(`"${next.name}":`);
  return `${sensors.slice(0, at)}${time},${sensors.slice(at)}`;
}

const membersAfterTime = canonicalMembers.filter(({ name }) => name > "captured_at_us");

const lineFeed = 0x0a;

function joinLines(lines: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(lines.reduce((length, line) => length + line.length + 1, 0));
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.length + 1;
    bytes[at - 1] = lineFeed;
  }
  return bytes;
}
