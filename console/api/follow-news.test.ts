import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paced, restAfter } from "./follow-news.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function counted(tookMs: number, mayRun = () => true) {
  let runs = 0;
  const pace = paced({
    mayRun,
    run: () => {
      runs += 1;
      return new Promise((resolve) => setTimeout(resolve, tookMs));
    },
  });
  return { ...pace, runs: () => runs };
}

test("a flood of pokes is one run, and one more for what came meanwhile", async () => {
  const { poke, runs } = counted(0);
  for (let at = 0; at < 1000; at += 1) poke();
  await vi.advanceTimersByTimeAsync(249);
  expect(runs()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs()).toBe(1);
  poke();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs()).toBe(2);
});

test("a run that takes long is neither doubled nor given up, and the rest after it is nine times as long", async () => {
  const { poke, runs } = counted(400);
  const everySoOften = setInterval(poke, 10);
  await vi.advanceTimersByTimeAsync(270 + 400 + 3_500);
  expect(runs()).toBe(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(runs()).toBe(2);
  clearInterval(everySoOften);
});

test("a service that fails does not stop it", async () => {
  let runs = 0;
  const run = () => Promise.reject(new Error(`lost ${(runs += 1)}`));
  const { poke } = paced({ run, mayRun: () => true });
  for (let at = 0; at < 3; at += 1) {
    poke();
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(runs).toBe(3);
});

test("what may not run waits for the next poke, and nothing runs after the stop", async () => {
  let may = false;
  const { poke, stop, runs } = counted(0, () => may);
  poke();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs()).toBe(0);
  may = true;
  poke();
  await vi.advanceTimersByTimeAsync(250);
  expect(runs()).toBe(1);
  poke();
  stop();
  poke();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs()).toBe(1);
});

test.each([
  [0, 250],
  [100, 900],
  [10_000, 5_000],
])("after %i ms it rests %i ms", (tookMs, restMs) => {
  expect(restAfter(tookMs)).toBeCloseTo(restMs, 6);
});
