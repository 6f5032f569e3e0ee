import type { JournalEntry, SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import { journalOf, testStartUs } from "../../../core/scoring/vehicle-journal.ts";

/** Before the journals, which are made as the module loads. */
const dayMinutes = 1440;

/** Short journals, which between them come through what is rare in a fold. */
export const foldJournals: Readonly<Record<string, readonly JournalEntry[]>> = {
  "radar-step": journalOf({
    frames: 90,
    seed: 11,
    displacement: (frame) => (frame >= 60 ? { radarM: 0.6 } : {}),
  }),
  interrupted: interruptedJournal(),
  "fast-camera": journalOf({ frames: 160, seed: 13, sensors: ["camera"], correlation: 0.9, periodS: 0.1 }),
  "fleet-prior": [fleetPrior(), ...quietJournal()],
  "late-camera": lateCameraJournal(),
  "clocks-apart": clocksApartJournal(),
  // Two bad frames in all sensors, and later a radar that moves for good.
  "bad-frames": journalOf({
    frames: 120,
    seed: 16,
    displacement: (frame) =>
      frame === 60 || frame === 61
        ? { cameraDeg: [20, 0, 5], radarM: 10, lidarM: 5 }
        : { radarM: frame >= 95 ? 0.5 : 0 },
  }),
  "defaults-and-repeats": defaultsAndRepeats(),
  // The confidence falls, comes back to within its zone, and its alarm ends.
  "confidence-returns": journalOf({
    frames: 220,
    seed: 17,
    sensors: ["lidar", "confidence"],
    displacement: (frame) => ({ confidence: frame < 60 ? 0 : frame < 90 ? -0.3 : -0.025 }),
  }),
};

/** Defaults until the fourteenth frame, and from the 70th to the 90th the same frame again. */
function defaultsAndRepeats(): readonly JournalEntry[] {
  const entries = journalOf({ frames: 120, seed: 18 });
  return entries.map((entry, at): JournalEntry => {
    if (entry.kind !== "frame") return entry;
    const latest = entries[at >= 70 && at < 90 ? 70 : at]!;
    const reading = latest.kind === "frame" ? latest.reading : entry.reading;
    const { timestampUs } = entry.reading;
    const radarRangeBiasM = at < 14 ? 0 : reading.radarRangeBiasM!;
    return { kind: "frame", reading: { ...reading, timestampUs, radarRangeBiasM } };
  });
}

/** The camera is first heard after a freeze, and moves once it has a baseline. */
function lateCameraJournal(): readonly JournalEntry[] {
  const entries = journalOf({
    frames: 95,
    seed: 15,
    displacement: (frame) => (frame >= 75 ? { cameraDeg: [0, 1, 0] } : {}),
  }).map((entry, at): JournalEntry => {
    if (entry.kind !== "frame" || at >= 40) return entry;
    const { cameraRotation: _, ...reading } = entry.reading;
    return { kind: "frame", reading };
  });
  entries.splice(30, 0, { kind: "baseline", action: "freeze", atUs: testStartUs + 30 * 60e6 });
  return entries;
}

/**
 * The camera's frames first and the other sensors' of the same hours after them; then whole frames: one a month ahead, the camera's
 * clock a day back for a time, all clocks 1,024 weeks back, and at the end a buffer newest first.
 */
function clocksApartJournal(): readonly JournalEntry[] {
  const frames = journalOf({ frames: 330, seed: 18, sensors: ["camera", "radar", "lidar", "confidence"] });
  return frames.flatMap((entry, at) => (entry.kind === "frame" ? apart(entry.reading, at) : [entry]));
}

function apart(reading: SensorReading, at: number): readonly JournalEntry[] {
  const { cameraRotation = [], ...others } = reading;
  const camera = { timestampUs: reading.timestampUs, cameraRotation };
  if (at < 60) return [movedBy(camera, 0)];
  if (at < 120) return [movedBy(others, -60)];
  if (at >= 150 && at < 175) return [movedBy(camera, -dayMinutes), movedBy(others, 0)];
  return [movedBy(reading, minutesApart(at))];
}

function minutesApart(at: number): number {
  if (at === 130) return 30 * dayMinutes;
  if (at >= 200 && at < 300) return -1024 * 7 * dayMinutes;
  return at < 310 ? 0 : -20 * (at - 300);
}

function movedBy(reading: SensorReading, minutes: number): JournalEntry {
  return { kind: "frame", reading: { ...reading, timestampUs: reading.timestampUs + minutes * 60e6 } };
}

/** Sensors that come and go, a late frame, registered extrinsics, a repair, a lidar that loses confidence. */
function interruptedJournal(): readonly JournalEntry[] {
  const frames = journalOf({
    frames: 120,
    seed: 12,
    sensors: ["camera", "radar", "lidar", "confidence"],
    displacement: (frame) => (frame >= 90 ? { confidence: -0.3 } : {}),
  });
  const entries = frames.map((entry, at): JournalEntry => {
    if (entry.kind !== "frame") return entry;
    const { cameraRotation, ...rest } = entry.reading;
    return at % 5 === 2 || cameraRotation === undefined ? { kind: "frame", reading: rest } : entry;
  });
  const first = entries[0]!;
  if (first.kind !== "frame") return entries;
  const { timestampUs, cameraRotation } = first.reading;
  entries.splice(70, 0, { kind: "baseline", action: "learn", atUs: timestampUs + 70 * 60e6 });
  entries.splice(45, 0, first);
  entries.splice(30, 0, {
    kind: "reference",
    cameraRotation: cameraRotation ?? null,
    validFromUs: timestampUs,
  });
  return entries;
}

/** A fleet that could not teach the lidar, and a vehicle of half the usual noise that moves early. */
function fleetPrior(): JournalEntry {
  return {
    kind: "prior",
    sensors: {
      camera: { sd: 0.03, vehicles: 31 },
      radar: { sd: 0.025, vehicles: 40 },
      lidar: null,
      confidence: null,
    },
    atUs: 1_767_225_600_000_000,
  };
}

function quietJournal(): readonly JournalEntry[] {
  const noise = { cameraDeg: 0.03, radarM: 0.025 };
  const displacement = (frame: number) => (frame >= 30 ? { radarM: 0.2 } : {});
  const entries = journalOf({ frames: 80, seed: 14, noise, displacement });
  // The lidar is received from the tenth frame on, and takes the weight of the prior down.
  return entries.map((entry, at) => {
    if (entry.kind !== "frame" || at >= 10) return entry;
    const { lidarRegistrationErrorM: _, ...reading } = entry.reading;
    return { kind: "frame", reading };
  });
}
