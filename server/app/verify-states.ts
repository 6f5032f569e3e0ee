import type { LearntNoise } from "../../core/scoring/fleet-prior.ts";
import { packScore } from "../../core/scoring/score-codec.ts";
import type { ScoringSettings } from "../../core/scoring/settings.ts";
import { packState } from "../../core/scoring/state.ts";
import {
  rebuildVehicle,
  type RefoldedEntry,
  type StoredEntry,
  type StoredVehicle,
} from "./rebuild-vehicle.ts";

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
  readonly what: "numbering" | "reading" | "score" | "state" | "summary" | "taught";
  readonly detail: string;
}

const differencesListed = 100;

/** Folds every journal from nothing and compares all that is stored with what comes out. Changes nothing. */
export function verifyStates({ audit, settings, scoring, onProgress }: VerificationNeeds): StatesReport {
  const tally = new Tally();
  const keys = audit.vehicleKeys();
  keys.forEach((vehicleKey, at) => {
    audit.readVehicle(vehicleKey, (vehicle) => verifyVehicle(vehicle, { settings, scoring, tally }));
    onProgress?.(at + 1, keys.length);
  });
  return { vehicles: keys.length, ...tally.counts(), differences: tally.differences };
}

function verifyVehicle(
  vehicle: StoredVehicle,
  { settings, scoring, tally }: Pick<VerificationNeeds, "settings" | "scoring"> & { readonly tally: Tally },
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
  const taught: LearntNoise[] = [];
  for (const refolded of rebuildVehicle(vehicle, settings)) {
    const { stored, state } = refolded;
    const { seq } = stored;
    tally.entries += 1;
    if (seq !== (last?.stored.seq ?? 0) + 1) differ(seq, "numbering", "an entry before this one is missing");
    if (stored.frame !== null) frames += 1;
    compareFrame(refolded, { tally, differ });
    const storedState = expected.get(seq);
    if (storedState !== undefined) {
      tally.statesCompared += 1;
      expected.delete(seq);
      if (!isSame(packState(state), storedState)) differ(seq, "state", "the stored state is another one");
    }
    taught.push(...refolded.taught);
    last = refolded;
  }
  for (const seq of expected.keys()) differ(seq, "state", "a state is stored for an entry that is not there");
  const { summary } = vehicle;
  const isComparable = vehicle.states.every((state) => state.scoring === scoring);
  if (isComparable && !teachesTheSame(vehicle, taught)) {
    differ(summary.entries, "taught", "what the vehicle taught its fleet is stored otherwise");
  }
  if (summary.entries !== (last?.stored.seq ?? 0))
    differ(summary.entries, "summary", "wrong number of entries");
  if (summary.frames !== frames) differ(summary.entries, "summary", "wrong number of frames");
  if (last !== null && summary.tier !== last.state.tier.tier) {
    differ(summary.entries, "summary", `tier ${summary.tier} is stored, ${last.state.tier.tier} comes out`);
  }
}

function teachesTheSame({ taught: stored }: StoredVehicle, taught: readonly LearntNoise[]): boolean {
  const textOf = (list: readonly LearntNoise[]) =>
    list
      .map((noise) => JSON.stringify(noise))
      .sort()
      .join("\n");
  return textOf(stored.map(({ noise }) => noise)) === textOf(taught);
}

function compareFrame(
  { stored, score }: RefoldedEntry,
  {
    tally,
    differ,
  }: {
    readonly tally: Tally;
    readonly differ: (seq: number, what: Difference["what"], detail: string) => void;
  },
): void {
  if (stored.frame === null) return;
  tally.scoresCompared += 1;
  if (score === null || !isSame(packScore(score), stored.frame.score)) {
    differ(stored.seq, "score", "the stored score is another one");
  }
  if (!saysTheSame(stored))
    differ(stored.seq, "reading", "the stored numbers are not those of the received text");
}

/** Whether the columns a frame is folded from say what its text says. */
function saysTheSame({ entry, frame }: StoredEntry): boolean {
  if (frame === null || entry.kind !== "frame") return frame === null;
  const sensors = sensorsIn(frame.raw);
  if (sensors === null) return false;
  const { reading } = entry;
  const rotation = sensors["camera_rotation_matrix"] as readonly number[] | undefined;
  return (
    reading.radarRangeBiasM === sensors["radar_range_bias_m"] &&
    reading.lidarRegistrationErrorM === sensors["lidar_registration_error_m"] &&
    reading.lidarConfidence === sensors["lidar_confidence"] &&
    reading.cameraRotation?.length === rotation?.length &&
    (rotation ?? []).every((number, at) => number === reading.cameraRotation?.[at])
  );
}

/** Null for a text that the disk has damaged. */
function sensorsIn(raw: string): Readonly<Record<string, unknown>> | null {
  try {
    return (JSON.parse(raw) as { readonly sensors: Readonly<Record<string, unknown>> }).sensors;
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
