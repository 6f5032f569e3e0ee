import { createHash } from "node:crypto";
import type { IncomingFrame } from "../core/contract/parse-frame.ts";
import { emptyReplay, replayEntry } from "../core/scoring/replay.ts";
import type { Replay } from "../core/scoring/replay.ts";
import type { ScoringSettings } from "../core/scoring/settings.ts";
import { packState } from "../core/scoring/state.ts";
import type { Label } from "./read-labels.ts";

/** One vehicle of the replayed files, folded so far. */
export interface ReplayedVehicle {
  readonly vehicleId: string;
  replay: Replay;
  /** Frames that had been counted before and moved nothing. */
  duplicates: number;
  /** Capture times of the folded frames, in the order they were folded. */
  readonly timesUs: number[];
  readonly identities: Set<string>;
}

export function newVehicle(vehicleId: string): ReplayedVehicle {
  return { vehicleId, replay: emptyReplay(), duplicates: 0, timesUs: [], identities: new Set() };
}

/** Folds a frame as the service would: the same reading at the same time counts once. */
export function foldInto(vehicle: ReplayedVehicle, frame: IncomingFrame, settings: ScoringSettings): void {
  const identity = `${frame.timestampUs} ${frame.sensorsSha256}`;
  if (vehicle.identities.has(identity)) {
    vehicle.duplicates += 1;
    return;
  }
  vehicle.identities.add(identity);
  vehicle.replay = replayEntry(vehicle.replay, { kind: "frame", reading: frame.reading }, settings);
  vehicle.timesUs.push(frame.timestampUs);
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
  readonly delayFrames: number | null;
  readonly delayS: number | null;
}

export function judgeByLabels(vehicle: ReplayedVehicle, labels: readonly Label[]): LabelVerdict {
  const { breaches } = vehicle.replay;
  const firstFault = labels[0] ?? null;
  if (firstFault === null) {
    return { firstFault, falseAlarms: breaches.length, delayFrames: null, delayS: null };
  }
  const found = breaches.find((breach) => breach.openedUs >= firstFault.atUs);
  const firstAffected = vehicle.timesUs.findIndex((timeUs) => timeUs >= firstFault.atUs);
  return {
    firstFault,
    falseAlarms: breaches.filter((breach) => breach.openedUs < firstFault.atUs).length,
    delayFrames: found === undefined ? null : found.openedSeq - 1 - firstAffected,
    delayS: found === undefined ? null : (found.openedUs - firstFault.atUs) / 1e6,
  };
}
