import { expect, test } from "vitest";
import { advanced, faster, jumped, sought, startOfPlay, stepped, toggled } from "./play-clock.ts";

const durationS = 20;
const grid = { periodS: 0.1, durationS };
const playing = { ...startOfPlay, isPlaying: true };

test.each([
  [0.25, 1],
  [1, 4],
  [4, 16],
])("at %f× four seconds lead to %f s", (speed, tS) => {
  expect(advanced({ ...playing, speed }, 4, durationS).tS).toBe(tS);
});

test("what stands still stays, however long one waits", () => {
  expect(advanced(startOfPlay, 100, durationS)).toEqual(startOfPlay);
});

test("at the end it stops, or begins again, and Play from the end begins at the beginning", () => {
  const end = advanced({ ...playing, tS: 19 }, 3, durationS);
  expect(end).toMatchObject({ tS: 20, isPlaying: false });
  expect(advanced({ ...playing, tS: 19, isLooping: true }, 3, durationS)).toMatchObject({
    tS: 2,
    isPlaying: true,
  });
  expect(toggled(end, durationS)).toMatchObject({ tS: 0, isPlaying: true });
});

test("steps go from frame to frame, also from between two", () => {
  const from = (tS: number, by: 1 | -1) => stepped({ ...playing, tS }, by, grid);
  expect(from(5, 1).tS).toBeCloseTo(5.1, 9);
  expect(from(5, -1).tS).toBeCloseTo(4.9, 9);
  expect(from(5.04, 1).tS).toBeCloseTo(5.1, 9);
  expect(from(5.04, -1).tS).toBeCloseTo(5, 9);
  expect(from(0, -1).tS).toBe(0);
  expect(from(20, 1)).toMatchObject({ tS: 20, isPlaying: false });
});

test("jumps go to the moments in turn, and then to the ends", () => {
  const among = { momentsS: [5, 5.2, 12], durationS };
  const forth = [0, 1, 2, 3].reduce<number[]>(
    (path) => [...path, jumped({ ...startOfPlay, tS: path.at(-1)! }, 1, among).tS],
    [0],
  );
  expect(forth).toEqual([0, 5, 5.2, 12, 20]);
  expect(jumped({ ...startOfPlay, tS: 5 }, -1, among).tS).toBe(0);
  expect(jumped({ ...startOfPlay, tS: 6 }, -1, among).tS).toBe(5.2);
});

test("speeds end at the slowest and the fastest", () => {
  expect(faster({ ...startOfPlay, speed: 4 }, 1).speed).toBe(4);
  expect(faster({ ...startOfPlay, speed: 0.25 }, -1).speed).toBe(0.25);
  expect(faster(startOfPlay, 1).speed).toBe(2);
  expect(sought(playing, 99, durationS)).toMatchObject({ tS: 20, isPlaying: false });
});
