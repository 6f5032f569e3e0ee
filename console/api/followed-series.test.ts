import { expect, test } from "vitest";
import { seriesLike } from "../charts/series-like-for-tests.ts";
import { FollowedSeries } from "./followed-series.ts";

const whole = (frames: number) => seriesLike(frames, { next_cursor: `at ${frames}` });
const more = (frames: number) => seriesLike(frames, { continues: true, next_cursor: "later" });

test("after the whole only what is new is asked for, and stands behind it", async () => {
  const followed = new FollowedSeries(10);
  const asked: (string | null)[] = [];
  const read = (answer: ReturnType<typeof whole>) => (cursor: string | null) => {
    asked.push(cursor);
    return Promise.resolve(answer);
  };
  await followed.read("van-1", read(whole(5)));
  expect((await followed.read("van-1", read(more(2)))).frames).toBe(7);
  expect((await followed.read("van-1", read(whole(9)))).frames).toBe(9);
  expect((await followed.read("van-2", read(whole(3)))).frames).toBe(3);
  expect(asked).toEqual([null, "at 5", "later", null]);
});

test("a crowded chart is read anew, and a fault loses nothing", async () => {
  const followed = new FollowedSeries(2);
  await followed.read("van-1", async () => whole(4));
  await expect(followed.read("van-1", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect((await followed.read("van-1", async () => more(1))).frames).toBe(5);
  const asked: (string | null)[] = [];
  await followed.read("van-1", async (cursor) => {
    asked.push(cursor);
    return whole(2);
  });
  expect(asked).toEqual([null]);
});
