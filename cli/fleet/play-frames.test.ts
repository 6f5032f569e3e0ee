import { expect, test } from "vitest";
import type { TelemetryFrame } from "../../clients/typescript/generated/contract.ts";
import { playFrames } from "./play-frames.ts";

const baseUs = Date.UTC(2026, 0, 5) * 1000;

function frameAt(second: number): TelemetryFrame {
  const timestamp = new Date(baseUs / 1000 + second * 1000).toISOString();
  return { vehicle_id: "v", timestamp, sensors: { radar_range_bias_m: 0 } };
}

/** Plays frames at the given seconds until the stop, on a clock that stands still unless the test moves it. */
async function play(given: {
  readonly seconds: readonly number[];
  readonly fromS: number;
  readonly nowS: () => number;
  readonly speed: number;
  readonly stopAfterTicks: number;
}) {
  const stop = new AbortController();
  const groups: number[][] = [];
  const caughtUp: number[] = [];
  await playFrames(given.seconds.map(frameAt), {
    speed: given.speed,
    fromUs: baseUs + given.fromS * 1e6,
    nowUs: () => baseUs + given.nowS() * 1e6,
    groupFrames: 2,
    stop: stop.signal,
    send: (frames) => {
      groups.push(frames.map(({ timestamp }) => (Date.parse(timestamp) * 1000 - baseUs) / 1e6));
      return Promise.resolve();
    },
    onCaughtUp: (simulatedUs) => {
      caughtUp.push((simulatedUs - baseUs) / 1e6);
      if (caughtUp.length > given.stopAfterTicks) stop.abort();
      return Promise.resolve();
    },
  });
  return { groups, caughtUp };
}

test("what lies before the beginning goes at once, in groups; the rest waits for its time", async () => {
  const played = await play({
    seconds: [0, 1, 2, 50],
    fromS: 10,
    nowS: () => 1000,
    speed: 60,
    stopAfterTicks: 0,
  });
  expect(played).toEqual({ groups: [[0, 1], [2]], caughtUp: [10] });
});

test("simulated time passes as fast as it was asked to", async () => {
  let nowS = 1000;
  const played = await play({
    seconds: [0, 15, 65, 75],
    fromS: 10,
    nowS: () => (nowS += 0.5),
    speed: 60,
    stopAfterTicks: 1,
  });
  // The clock moves half a second at each look: one look to begin, one more for the first frames, one after the wait.
  expect(played.caughtUp).toEqual([40, 70]);
  expect(played.groups).toEqual([[0, 15], [65]]);
});

test("however fast, no frame is sent before the present has reached it", async () => {
  const played = await play({ seconds: [5, 100], fromS: 50, nowS: () => 60, speed: 1e6, stopAfterTicks: 1 });
  expect(played.groups).toEqual([[5]]);
  expect(Math.max(...played.caughtUp)).toBeLessThanOrEqual(60);
});

test("without a speed everything goes at once, and the end is reported", async () => {
  const played = await play({
    seconds: [0, 1e6],
    fromS: 0,
    nowS: () => 0,
    speed: Infinity,
    stopAfterTicks: 9,
  });
  expect(played).toEqual({ groups: [[0, 1e6]], caughtUp: [Infinity] });
});
