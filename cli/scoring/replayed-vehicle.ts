import { createHash } from "node:crypto";
import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { emptyReplay, replayEntry } from "../../core/scoring/replay.ts";
import type { Replay } from "../../core/scoring/replay.ts";
import type { ScoringSettings } from "../../core/scoring/settings/settings.ts";
import type { Label } from "./read-labels.ts";
import { FrameTester } from "../../core/scoring/frame/frame-tester.ts";
import { packState } from "../../core/scoring/model/codec/state-codec.ts";

const tester = new FrameTester();

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
  /** Frames far ahead of all before them, until those that follow show whether time has gone on. */
  held: PlacedFrame[];
  /** Frames taken for misdated, and not folded. */
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
    held: [],
    setAside: [],
  };
}

/**
 * Folds a frame as the service would, as far as that can be without a clock. The service refuses a frame of the future;
 * here only the frames that follow can show it. One more than a day ahead of all before it is held, with those after it, until
 * 64 have followed: if a frame is back where time was, those held are set aside as misdated, for they would make every
 * later frame late for ever; otherwise they are folded in their order. The first frame may be misdated, too.
 */
export function takeFrame(vehicle: ReplayedVehicle, placed: PlacedFrame, settings: ScoringSettings): void {
  const atUs = placed.frame.timestampUs;
  if (isBack(vehicle, atUs)) vehicle.setAside.push(...vehicle.held.splice(0));
  // The first frames of all agreed with each other, and one is now ahead of them.
  if (vehicle.newest === null && vehicle.held.some(({ frame }) => atUs > frame.timestampUs + farAheadUs)) {
    foldHeld(vehicle, settings);
  }
  const newestUs = vehicle.newest?.frame.timestampUs ?? -Infinity;
  if (vehicle.held.length === 0 && atUs <= newestUs + farAheadUs) return foldInto(vehicle, placed, settings);
  vehicle.held.push(placed);
  if (vehicle.held.length > maxHeld) foldHeld(vehicle, settings);
}

/** Folds what is still held: nothing follows that could speak against it. */
export function foldHeld(vehicle: ReplayedVehicle, settings: ScoringSettings): void {
  for (const placed of vehicle.held.splice(0)) foldInto(vehicle, placed, settings);
}

const farAheadUs = 86_400_000_000;
const maxHeld = 64;

/** Frames are held, and this is nearer to the time before them than to theirs; a day behind, if there was none before. */
function isBack({ newest, held }: ReplayedVehicle, atUs: number): boolean {
  const first = held[0];
  if (first === undefined) return false;
  const aheadUs = first.frame.timestampUs;
  return newest === null ? atUs < aheadUs - farAheadUs : atUs < 0.5 * (newest.frame.timestampUs + aheadUs);
}

/** The same reading at the same time counts once. */
function foldInto(vehicle: ReplayedVehicle, placed: PlacedFrame, settings: ScoringSettings): void {
  const { frame } = placed;
  const identity = `${frame.timestampUs} ${frame.sensorsSha256}`;
  if (vehicle.identities.has(identity)) {
    vehicle.duplicates += 1;
    return;
  }
  vehicle.identities.add(identity);
  vehicle.replay = replayEntry(vehicle.replay, { kind: "frame", reading: frame.reading }, settings, tester);
  vehicle.timesUs.push(frame.timestampUs);
  if (vehicle.replay.lastScore?.late === true) vehicle.lateBehind = vehicle.newest;
  if (vehicle.newest === null || frame.timestampUs > vehicle.newest.frame.timestampUs)
    vehicle.newest = placed;
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
