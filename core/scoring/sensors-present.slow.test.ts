import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import { defaultSettings } from "./settings/settings.ts";
import type { Score } from "./model/score.ts";
import { journalOf, testStartUs } from "./vehicle-journal.ts";
import type { Displacement } from "./vehicle-journal.ts";
import { FrameTester } from "./frame/frame-tester.ts";
import { initialState } from "./model/initial-state.ts";

const tester = new FrameTester();

const members = {
  camera: "cameraRotation",
  radar: "radarRangeBiasM",
  lidar: "lidarRegistrationErrorM",
} as const;
type Sensor = keyof typeof members;

const frames = 1250;
const half = frames / 2;

test("a sensor that is first heard while the reference is frozen is watched from its baseline on", () => {
  const journal = journalOf({
    frames: 320,
    seed: 72,
    displacement: (frame) => (frame >= 260 ? { cameraDeg: [0, 2, 0] } : {}),
  }).map(without("camera", (frame) => frame < 150));
  journal.splice(120, 0, { kind: "baseline", action: "freeze", atUs: testStartUs + 120 * 60e6 });
  const { openings, last } = replay(journal);
  expect(openings).toEqual([expect.closeTo(270, -1)]);
  expect(last).toMatchObject({ tier: "CRITICAL", probableFaultSource: "camera" });
});

test("and so is one that joins during the breach of another, also once that is over", () => {
  const journal = journalOf({
    frames: 700,
    seed: 73,
    displacement: (frame) => ({
      ...(frame >= 100 && frame < 450 ? { radarM: 0.3 } : {}),
      ...(frame >= 250 ? { cameraDeg: [0, 2, 0] as const } : {}),
    }),
  }).map(without("camera", (frame) => frame < 150));
  expect(replay(journal).last).toMatchObject({ tier: "CRITICAL", probableFaultSource: "multi_modal" });
});

test.each<[string, (frame: number, sensor: Sensor) => boolean]>([
  ["the camera alone", (_, sensor) => sensor === "camera"],
  ["the radar alone", (_, sensor) => sensor === "radar"],
  ["the lidar alone", (_, sensor) => sensor === "lidar"],
  ["camera and radar", (_, sensor) => sensor !== "lidar"],
  ["camera and lidar", (_, sensor) => sensor !== "radar"],
  ["radar and lidar", (_, sensor) => sensor !== "camera"],
  ["a camera in every 50th frame", (frame, sensor) => sensor !== "camera" || frame % 50 === 0],
  ["a radar in every 50th frame", (frame, sensor) => sensor !== "radar" || frame % 50 === 0],
  ["a lidar in every 50th frame", (frame, sensor) => sensor !== "lidar" || frame % 50 === 0],
  [
    "a radar that joins later",
    (frame, sensor) => sensor === "camera" || (sensor === "radar" && frame >= half),
  ],
  ["a camera that leaves", (frame, sensor) => sensor === "radar" || (sensor === "camera" && frame < half)],
])("a vehicle without a fault that is heard by %s opens no breach in 1,250 frames", (_name, carries) => {
  expect(replay(heardBy(carries, 71)).openings).toEqual([]);
});

test.each<[Sensor, Displacement]>([
  ["camera", { cameraDeg: [0, 0.4, 0] }],
  ["radar", { radarM: 0.4 }],
  ["lidar", { lidarM: 0.2 }],
])(
  "a fault of the %s of a vehicle that has nothing else is told, and nothing else is named",
  (only, moved) => {
    const displacement = (frame: number) => (frame >= 150 ? moved : {});
    const { openings, named, present } = replay(
      heardBy((_, sensor) => sensor === only, 72, { frames: 220, displacement }),
    );

    expect(openings).toHaveLength(1);
    expect(openings[0]! - 150).toBeLessThanOrEqual(8);
    expect(named).toEqual(new Set([only]));
    expect(present).toEqual(new Set([only]));
  },
);

function without(sensor: Sensor, isSilent: (frame: number) => boolean) {
  return (entry: JournalEntry, frame: number): JournalEntry => {
    if (entry.kind !== "frame" || !isSilent(frame)) return entry;
    const { [members[sensor]]: _, ...reading } = entry.reading;
    return { kind: "frame", reading };
  };
}

function heardBy(
  carries: (frame: number, sensor: Sensor) => boolean,
  seed: number,
  vehicle: { readonly frames?: number; readonly displacement?: (frame: number) => Displacement } = {},
): readonly JournalEntry[] {
  return journalOf({ frames, seed, ...vehicle }).map((entry, frame) => {
    if (entry.kind !== "frame") return entry;
    const reading: Record<string, unknown> = { ...entry.reading };
    for (const sensor of Object.keys(members) as Sensor[]) {
      if (!carries(frame, sensor)) delete reading[members[sensor]];
    }
    return { kind: "frame", reading: reading as unknown as typeof entry.reading };
  });
}

/** Frames at which a breach opened, sensors named as its source or channel, and sensors with a posterior. */
function replay(journal: readonly JournalEntry[]) {
  let state = initialState();
  const openings: number[] = [];
  let last: Score | null = null;
  const named = new Set<string>();
  const present = new Set<string>();
  for (const entry of journal) {
    const { state: next, score } = fold(state, entry, defaultSettings, tester);
    state = next;
    if (score === null) continue;
    last = score;
    if (score.breachOpened) openings.push(score.seq);
    if (score.probableFaultSource !== "none") named.add(score.probableFaultSource);
    if (state.breach !== null) named.add(state.breach.channel.replace(/_.$/u, ""));
    (["camera", "radar", "lidar"] as const).forEach((sensor, at) => {
      if (score.sourcePosterior[at]! > 0) present.add(sensor);
    });
  }
  return { openings, named, present, last };
}
