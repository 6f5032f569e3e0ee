import { expect, test } from "vitest";

import { TokenBuckets, namesLimit } from "./token-buckets.ts";

test("a bucket holds a minute's quota and refills evenly", () => {
  const buckets = new TokenBuckets({ perMinute: 60 });
  expect(buckets.take("a", 60, 0)).toEqual({ remaining: 0, waitS: 1 });
  expect(buckets.look("a", 999).remaining).toBe(0);
  expect(buckets.look("a", 1_000)).toEqual({ remaining: 1, waitS: 0 });
  expect(buckets.look("a", 60_000).remaining).toBe(60);
  expect(buckets.look("a", 3_600_000).remaining).toBe(60);
});

test("a large take leaves a debt that later ones wait for", () => {
  const buckets = new TokenBuckets({ perMinute: 60 });
  expect(buckets.take("a", 180, 0)).toEqual({ remaining: 0, waitS: 121 });
  expect(buckets.look("a", 120_000).remaining).toBe(0);
  expect(buckets.look("a", 121_000).remaining).toBe(1);
});

test("each name has a bucket of its own, and a clock that goes back takes nothing away", () => {
  const buckets = new TokenBuckets({ perMinute: 10 });
  buckets.take("a", 10, 5_000);
  expect(buckets.look("b", 5_000).remaining).toBe(10);
  expect(buckets.look("a", 0).remaining).toBe(0);
});

test("names are bounded: the one unused for longest is forgotten", () => {
  const buckets = new TokenBuckets({ perMinute: 10 });
  for (let name = 0; name <= namesLimit; name += 1) buckets.take(String(name), 10, 0);
  expect(buckets.look("0", 0).remaining).toBe(10);
  expect(buckets.look("1", 0).remaining).toBe(0);
});
