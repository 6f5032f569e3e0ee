import { createHash } from "node:crypto";
import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { emptyReplay, replayEntry } from "../../core/scoring/replay.ts";
import type { Replay } from "../../core/scoring/replay.ts";
import type { ScoringSettings } from "../../core/scoring/settings/settings.ts";
import type { Label } from "./read-labels.ts";
import { sensorsIn } from "../../core/scoring/model/rows.ts";
import { packState } from "../../core/scoring/model/codec/state-codec.ts";

/** One vehicle of the replayed files, folded so far. */
export interface ReplayedVehicle {
  readonly vehicleId: string;
  replay: Replay;
  /** Frames that had been counted before and moved nothing. */
  duplicates: number;
  /** Capture times of the folded frames, in the order they were folded. */
  readonly timesUs: number[];
  readonly identities: Set<string>;
  /** The frame with the newest time so far, and the one that the last late frame was late behind. */
  newest: PlacedFrame | null;
  lateBehind: PlacedFrame | null;
  /** The frame that was read last. */
  lastRead: PlacedFrame | null;
  /** Frames more than a day ahead, whose time no later one bore out: no clock followed them. */
  readonly setAside: PlacedFrame[];
}

/** A frame and where it was read. */
export interface PlacedFrame {
  readonly frame: IncomingFrame;
  readonly file: string;
  readonly line: number;
}

export function newVehicle(vehicleId: string): ReplayedVehicle {
  return {
    vehicleId,
    replay: emptyReplay(),
    duplicates: 0,
    timesUs: [],
    identities: new Set(),
    newest: null,
    lateBehind: null,
    lastRead: null,
    setAside: [],
  };
}

/** Folds a frame as the service would: which come too late is the scoring's rule, the same at all doors. */
export function takeFrame(vehicle: ReplayedVehicle, placed: PlacedFrame, settings: ScoringSettings): void {
  const { frame } = placed;
  const identity = `${frame.timestampUs} ${frame.sensorsSha256}`;
  if (vehicle.identities.has(identity)) {
    vehicle.duplicates += 1;
    return;
  }
  vehicle.identities.add(identity);
  const { newest } = vehicle;
  const isAlone = newest !== null && !isBorneOut(vehicle, newest);
  vehicle.replay = replayEntry(vehicle.replay, { kind: "frame", reading: frame.reading }, settings);
  vehicle.timesUs.push(frame.timestampUs);
  if (vehicle.replay.lastScore?.late === true) {
    vehicle.lateBehind = newest;
    return;
  }
  const aheadUs = newest === null ? -Infinity : newest.frame.timestampUs - frame.timestampUs;
  if (aheadUs > farAheadUs && isAlone) vehicle.setAside.push(newest);
  if (aheadUs < 0 || aheadUs > farAheadUs) vehicle.newest = placed;
}

/** Once all is read: the newest, where it is alone and what was read after it is far behind. */
export function setLastAside(vehicle: ReplayedVehicle): void {
  const { newest, lastRead } = vehicle;
  if (newest === null || lastRead === null || isBorneOut(vehicle, newest)) return;
  if (newest.frame.timestampUs > lastRead.frame.timestampUs + farAheadUs) vehicle.setAside.push(newest);
}

const farAheadUs = 86_400_000_000;

/** Whether the clock of some sensor has come as far as a frame. */
function isBorneOut({ replay }: ReplayedVehicle, { frame }: PlacedFrame): boolean {
  return sensorsIn(replay.state.rows).some(
    (sensor) => sensor.of("confirmedTime") * 1e6 >= frame.timestampUs - 1,
  );
}

/** The vehicle's whole state as one number: equal states have equal digests, whatever computed them. */
export function stateSha256({ replay }: ReplayedVehicle): string {
  return createHash("sha256").update(packState(replay.state)).digest("hex");
}

/** What the labels say about the breaches: those before any known fault are false. */
export interface LabelVerdict {
  readonly firstFault: Label | null;
  readonly falseAlarms: number;
  /** From the first frame at or after the first fault to the frame of the first breach after it; null without one. */
  readonly delay: { readonly frames: number; readonly s: number } | null;
}

export function judgeByLabels(vehicle: ReplayedVehicle, labels: readonly Label[]): LabelVerdict {
  const { breaches } = vehicle.replay;
  const firstFault = labels[0] ?? null;
  if (firstFault === null) {
    return { firstFault, falseAlarms: breaches.length, delay: null };
  }
  const found = breaches.find((breach) => breach.openedUs >= firstFault.atUs);
  const firstAffected = vehicle.timesUs.findIndex((timeUs) => timeUs >= firstFault.atUs);
  return {
    firstFault,
    falseAlarms: breaches.filter((breach) => breach.openedUs < firstFault.atUs).length,
    delay:
      found === undefined
        ? null
        : { frames: found.openedSeq - 1 - firstAffected, s: (found.openedUs - firstFault.atUs) / 1e6 },
  };
}
