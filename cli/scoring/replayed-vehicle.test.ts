import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { readFrames } from "./read-frames.ts";
import {
  judgeByLabels,
  newVehicle,
  type ReplayedVehicle,
  stateSha256,
  takeFrame,
} from "./replayed-vehicle.ts";

const startMs = Date.UTC(2026, 0, 5, 8);
const minute = (at: number): string => new Date(startMs + at * 60_000).toISOString();
const day = 24 * 60;

/** The vehicle of a file with frames at these minutes; each reading is another one. */
async function vehicleOf(minutes: readonly number[]): Promise<ReplayedVehicle> {
  return taken(minutes.map((at) => [at, (at % 7) / 1000]));
}

async function taken(frames: readonly (readonly [at: number, radarM: number])[]): Promise<ReplayedVehicle> {
  const lines = frames.map(([at, radarM]) =>
    JSON.stringify({
      vehicle_id: "v",
      timestamp: minute(at),
      sensors: { radar_range_bias_m: radarM },
    }),
  );
  const vehicle = newVehicle("v");
  let line = 0;
  for await (const entry of readFrames(Readable.from([lines.join("\n")]))) {
    line += 1;
    if (entry.kind === "frame") {
      takeFrame(vehicle, { frame: entry.frame, file: "f", line }, defaultSettings);
    }
  }
  return vehicle;
}

test("frames in order are folded one by one, and the same one counts once", async () => {
  const vehicle = await vehicleOf([0, 1, 2, 1]);
  expect(vehicle.replay.frames).toBe(3);
  expect(vehicle.duplicates).toBe(1);
  expect(vehicle.timesUs).toEqual([0, 1, 2].map((at) => (startMs + at * 60_000) * 1000));
});

test("readings of one time are told apart by what they say, however many there are", async () => {
  const readings = [0.01, 0.02, 0.03].map((radarM) => [1, radarM] as const);
  const vehicle = await taken([[0, 0.01], ...readings, ...readings, [0, 0.01], [2, 0.01]]);
  expect([vehicle.replay.frames, vehicle.duplicates]).toEqual([5, 4]);
});

test("a frame far ahead counts, and its time is set aside when time goes on where it was", async () => {
  const vehicle = await vehicleOf([0, 1, 400 * day, 2, 3]);
  expect(vehicle.setAside.map(({ line }) => line)).toEqual([3]);
  expect([vehicle.replay.frames, vehicle.replay.lateFrames]).toEqual([5, 0]);
});

test("frames after a long pause go on from there", async () => {
  const vehicle = await vehicleOf([0, 1, 3 * day, 3 * day + 1, 1]);
  expect([vehicle.replay.frames, vehicle.duplicates, vehicle.setAside]).toEqual([4, 1, []]);
});

test("the state's digest is that of the same frames, and of no others", async () => {
  const digest = stateSha256(await vehicleOf([0, 1, 2]));
  expect(digest).toMatch(/^[0-9a-f]{64}$/u);
  expect(stateSha256(await vehicleOf([0, 1, 2]))).toBe(digest);
  expect(stateSha256(await vehicleOf([0, 1]))).not.toBe(digest);
});

test("breaches before the first fault are false, and the first after it has found it", async () => {
  const vehicle = await vehicleOf([0, 1, 2, 3, 4]);
  const breach = (seq: number) => ({ openedSeq: seq, openedUs: (startMs + (seq - 1) * 60_000) * 1000 });
  const judged = (seqs: readonly number[], labels: Parameters<typeof judgeByLabels>[1]) =>
    judgeByLabels({ ...vehicle, replay: { ...vehicle.replay, breaches: seqs.map(breach) as never } }, labels);
  const fault = { what: "step", atUs: (startMs + 90_000) * 1000 };
  // The first frame at or after the fault is the third, at minute 2; the breach opens with the fifth.
  expect(judged([1, 5], [fault])).toEqual({
    firstFault: fault,
    falseAlarms: 1,
    delay: { frames: 2, s: 150 },
  });
  expect(judged([1], [fault])).toEqual({ firstFault: fault, falseAlarms: 1, delay: null });
  expect(judged([1, 5], [])).toEqual({ firstFault: null, falseAlarms: 2, delay: null });
});
