import canonicalize from "canonicalize";

import type { EstimatedNoise } from "../../../core/scoring/baseline/fleet-prior.ts";
import { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import { parseTime } from "../../../core/encoding/instant.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { ScoringSettings } from "../../../core/scoring/model/settings.ts";
import { type VehicleState } from "../../../core/scoring/model/state.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import {
  rebuildVehicle,
  type RefoldedEntry,
  type StoredEntry,
  type StoredVehicle,
} from "./rebuild-vehicle.ts";
import { sha256Hex } from "../sha256.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";

/** Lets an auditor see what is stored, one vehicle at a time. */
export interface JournalAudit {
  /** Keys of all vehicles of all organisations. */
  vehicleKeys(): readonly number[];
  /** Everything stored of one vehicle, at one moment however long `read` takes. */
  readVehicle<T>(vehicleKey: number, read: (vehicle: StoredVehicle) => T): T;
}

export interface VerificationNeeds {
  readonly audit: JournalAudit;
  readonly settings: ScoringSettings;
  readonly scoring: string;
  /** Told after each vehicle. */
  readonly onProgress?: (vehiclesDone: number, vehicles: number) => void;
}

export interface StatesReport {
  readonly vehicles: number;
  readonly entries: number;
  /** Stored states and scores compared bit for bit. */
  readonly statesCompared: number;
  readonly scoresCompared: number;
  /** Stored under another scoring or other settings, hence not comparable. */
  readonly statesOfOtherScoring: number;
  readonly differenceCount: number;
  /** The first hundred. */
  readonly differences: readonly Difference[];
}

/** Something stored that the journal does not lead to. */
export interface Difference {
  readonly organisation: string;
  readonly vehicleId: string;
  readonly seq: number;
  readonly what: "damage" | "numbering" | "reading" | "score" | "state" | "summary" | "taught";
  readonly detail: string;
}

const differencesListed = 100;

/** Folds every journal from nothing and compares all that is stored with what comes out. Changes nothing. */
export function verifyStates({ audit, settings, scoring, onProgress }: VerificationNeeds): StatesReport {
  const tally = new Tally();
  const tester = new FrameTester();
  const keys = audit.vehicleKeys();
  keys.forEach((vehicleKey, at) => {
    verifyReadable(vehicleKey, { audit, settings, scoring, tally, tester });
    onProgress?.(at + 1, keys.length);
  });
  return { vehicles: keys.length, ...tally.counts(), differences: tally.differences };
}

/** What the disk has damaged may not even be read: that is told of the vehicle, and the next one is looked at. */
function verifyReadable(
  vehicleKey: number,
  {
    audit,
    ...given
  }: Omit<VerificationNeeds, "onProgress"> & { readonly tally: Tally; readonly tester: FrameTester },
): void {
  let vehicle: StoredVehicle | null = null;
  const place = { seq: 0 };
  try {
    audit.readVehicle(vehicleKey, (found) => {
      vehicle = found;
      verifyVehicle(found, { ...given, place });
    });
  } catch (fault) {
    const { organisation, vehicleId } = (vehicle as StoredVehicle | null)?.summary ?? nobody(vehicleKey);
    const detail = `cannot be read or folded: ${(fault as Error).message}`;
    given.tally.add({ organisation, vehicleId, seq: place.seq + 1, what: "damage", detail });
  }
}

function nobody(vehicleKey: number): { readonly organisation: string; readonly vehicleId: string } {
  return { organisation: "?", vehicleId: `number ${vehicleKey} of table vehicle` };
}

function verifyVehicle(
  vehicle: StoredVehicle,
  {
    settings,
    scoring,
    tally,
    place,
    tester,
  }: Pick<VerificationNeeds, "settings" | "scoring"> & {
    readonly tally: Tally;
    readonly place: { seq: number };
    readonly tester: FrameTester;
  },
): void {
  const { organisation, vehicleId } = vehicle.summary;
  const expected = new Map(
    vehicle.states.filter((state) => state.scoring === scoring).map((state) => [state.seq, state.state]),
  );
  tally.statesOfOtherScoring += vehicle.states.filter((state) => state.scoring !== scoring).length;
  const differ = (seq: number, what: Difference["what"], detail: string) =>
    tally.add({ organisation, vehicleId, seq, what, detail });

  let last: RefoldedEntry | null = null;
  let frames = 0;
  const estimated: EstimatedNoise[] = [];
  const course = new Course();
  for (const refolded of rebuildVehicle(vehicle, settings, tester)) {
    const { stored, state } = refolded;
    const { seq } = stored;
    place.seq = seq;
    tally.entries += 1;
    course.add(refolded);
    if (seq !== (last?.stored.seq ?? 0) + 1) differ(seq, "numbering", "an entry before this one is missing");
    if (stored.frame !== null) frames += 1;
    compareFrame(refolded, { tally, differ, vehicleId });
    const storedState = expected.get(seq);
    if (storedState !== undefined) {
      tally.statesCompared += 1;
      expected.delete(seq);
      if (!isSame(packState(state), storedState)) differ(seq, "state", "the stored state is another one");
    }
    estimated.push(...refolded.estimatedNoise);
    last = refolded;
  }
  for (const seq of expected.keys()) differ(seq, "state", "a state is stored for an entry that is not there");
  const { summary } = vehicle;
  const isComparable = vehicle.states.every((state) => state.scoring === scoring);
  if (isComparable && !estimatesTheSame(vehicle, estimated)) {
    differ(summary.entries, "taught", "what the vehicle taught its fleet is stored otherwise");
  }
  if (summary.entries !== (last?.stored.seq ?? 0))
    differ(summary.entries, "summary", "wrong number of entries");
  if (summary.frames !== frames) differ(summary.entries, "summary", "wrong number of frames");
  if (last !== null && summary.tier !== last.state.tier.tier) {
    differ(summary.entries, "summary", `tier ${summary.tier} is stored, ${last.state.tier.tier} comes out`);
  }
  if (last === null || !isComparable) return;
  for (const detail of course.contradictions(summary, last.state, settings))
    differ(summary.entries, "summary", detail);
}

/** What a vehicle's row repeats of its journal, gathered while the journal is folded. */
class Course {
  #firstReceivedUs: number | null = null;
  #lastReceivedUs = 0;
  #newestTimestampUs = -Infinity;
  #score: Score | null = null;

  add({ stored, score }: RefoldedEntry): void {
    if (stored.entry.kind !== "frame") return;
    this.#firstReceivedUs ??= stored.receivedAtUs;
    this.#lastReceivedUs = stored.receivedAtUs;
    this.#newestTimestampUs = Math.max(this.#newestTimestampUs, stored.entry.reading.timestampUs);
    if (score !== null && !score.late) this.#score = score;
  }

  /** The row was written with the newest score, or with a command after it: either may be what it says. */
  contradictions(summary: VehicleSummary, state: VehicleState, settings: ScoringSettings): readonly string[] {
    const view = describeState(state, settings);
    const score = this.#score;
    const radarDriftM = view.live.radarDriftM;
    const allowed: Readonly<Partial<Record<keyof VehicleSummary, readonly unknown[]>>> = {
      firstReceivedUs: [this.#firstReceivedUs],
      lastReceivedUs: [this.#lastReceivedUs],
      newestTimestampUs: [this.#newestTimestampUs],
      reason: [score?.reason, state.tier.reason],
      healthScore: [score?.healthScore, view.healthScore],
      cusumTriggered: [score?.cusumTriggered, view.breach !== null],
      probableFaultSource: [score?.probableFaultSource, view.probableFaultSource],
      recommendedAction: [score?.recommendedAction, view.recommendedAction],
      cameraDriftDeg: [score?.cameraDriftDeg, view.live.cameraDriftDeg],
      radarDriftMm: [score?.radarDriftMm, radarDriftM === null ? null : radarDriftM * 1000],
      baselineState: [score?.baseline.state, view.baseline.state],
      baselineFrames: [score?.baseline.frames, view.baseline.frames],
      baselineNeeded: [score?.baseline.needed, view.baseline.needed],
    };
    if (score === null) return [];
    return Object.entries(allowed).flatMap(([name, values]) => {
      const stored = summary[name as keyof VehicleSummary];
      if (values.includes(stored)) return [];
      return [`${name} ${JSON.stringify(stored)} is stored, ${JSON.stringify(values[0])} comes out`];
    });
  }
}

function estimatesTheSame(
  { estimatedNoise: stored }: StoredVehicle,
  estimated: readonly EstimatedNoise[],
): boolean {
  const textOf = (list: readonly EstimatedNoise[]) =>
    list
      .map((noise) => JSON.stringify(noise))
      .sort()
      .join("\n");
  return textOf(stored.map(({ noise }) => noise)) === textOf(estimated);
}

function compareFrame(
  { stored, score }: RefoldedEntry,
  {
    tally,
    differ,
    vehicleId,
  }: {
    readonly tally: Tally;
    readonly vehicleId: string;
    readonly differ: (seq: number, what: Difference["what"], detail: string) => void;
  },
): void {
  if (stored.frame === null) return;
  tally.scoresCompared += 1;
  if (score === null || !isSame(packScore(score), stored.frame.score)) {
    differ(stored.seq, "score", "the stored score is another one");
  } else if (score.tier !== stored.frame.tier) {
    differ(stored.seq, "score", `tier ${stored.frame.tier} is stored, ${score.tier} comes out`);
  }
  const contradiction = contradictionIn(stored, vehicleId);
  if (contradiction !== null) differ(stored.seq, "reading", contradiction);
}

/** Where the columns of a frame do not say what its text says; null where they do. */
function contradictionIn({ entry, frame }: StoredEntry, vehicleId: string): string | null {
  if (frame === null || entry.kind !== "frame") return null;
  const text = textOf(frame.raw);
  if (text === null) return "the received text (table frame, raw) is no JSON";
  const { sensors, timestamp } = text;
  const { reading } = entry;
  const time = parseTime(String(timestamp));
  const rotation = sensors["camera_rotation_matrix"] as readonly number[] | undefined;
  const isSaid =
    text.vehicle_id === vehicleId &&
    time.kind === "time" &&
    time.timestampUs === reading.timestampUs &&
    reading.radarRangeBiasM === sensors["radar_range_bias_m"] &&
    reading.lidarRegistrationErrorM === sensors["lidar_registration_error_m"] &&
    reading.lidarConfidence === sensors["lidar_confidence"] &&
    reading.cameraRotation?.length === rotation?.length &&
    (rotation ?? []).every((number, at) => number === reading.cameraRotation?.[at]);
  if (!isSaid) return "the stored numbers are not those of the received text";
  return sha256Hex(canonicalize(sensors)!) === frame.sensorsSha256
    ? null
    : "the stored sensors_sha256 is not that of the received text";
}

interface ReceivedText {
  readonly vehicle_id: unknown;
  readonly timestamp: unknown;
  readonly sensors: Readonly<Record<string, unknown>>;
}

/** Null for a text that the disk has damaged. */
function textOf(raw: string): ReceivedText | null {
  try {
    const text = JSON.parse(raw) as ReceivedText;
    return typeof text.sensors === "object" && text.sensors !== null ? text : null;
  } catch {
    return null;
  }
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

class Tally {
  entries = 0;
  statesCompared = 0;
  scoresCompared = 0;
  statesOfOtherScoring = 0;
  readonly differences: Difference[] = [];
  #differenceCount = 0;

  add(difference: Difference): void {
    this.#differenceCount += 1;
    if (this.differences.length < differencesListed) this.differences.push(difference);
  }

  counts() {
    const { entries, statesCompared, scoresCompared, statesOfOtherScoring } = this;
    return {
      entries,
      statesCompared,
      scoresCompared,
      statesOfOtherScoring,
      differenceCount: this.#differenceCount,
    };
  }
}
