import { expect, test } from "vitest";

import type { Caller } from "../../app/application.ts";
import { readConfig } from "../../config.ts";
import { RateLimits } from "./rate-limits.ts";
import { TokenBuckets, namesLimit } from "./token-buckets.ts";

const caller: Caller = { organisation: "org", keyId: "one", scopes: [], fleets: null };
const neighbour: Caller = { ...caller, organisation: "other", keyId: "two" };

function limitsAt(clock: { nowMs: number }, limits: object): RateLimits {
  return new RateLimits({ ...readConfig({}).limits, ...limits }, () => clock.nowMs);
}

test("a key gets its quota, then 429 with the time to wait, then one more when that has passed", () => {
  const clock = { nowMs: 0 };
  const rates = limitsAt(clock, { requestsPerMinutePerKey: 60 });
  for (let n = 0; n < 60; n += 1) rates.admitRequest(caller);
  expect(() => rates.admitRequest(caller)).toThrow(
    expect.objectContaining({ code: "rate_limited", headers: { "Retry-After": "1" } }),
  );
  clock.nowMs = 1_000;
  rates.admitRequest(caller);
  expect(() => rates.admitRequest(caller)).toThrow(expect.objectContaining({ code: "rate_limited" }));
});

test("ten times the quota over ten seconds passes the quota and what refilled meanwhile", () => {
  const clock = { nowMs: 0 };
  const rates = limitsAt(clock, { requestsPerMinutePerKey: 600 });
  let admitted = 0;
  for (let n = 0; n < 6_000; n += 1) {
    clock.nowMs = (n * 10_000) / 6_000;
    try {
      rates.admitRequest(caller);
      admitted += 1;
    } catch {
      continue;
    }
  }
  // 600 at once and 10 s of refilling at 10 a second.
  expect(admitted).toBeGreaterThan(690);
  expect(admitted).toBeLessThanOrEqual(700);
});

test("all keys of an organisation share its quota, and a neighbour does not notice", () => {
  const rates = limitsAt({ nowMs: 0 }, { requestsPerMinutePerOrganisation: 3 });
  rates.admitRequest(caller);
  rates.admitRequest({ ...caller, keyId: "three" });
  rates.admitRequest(caller);
  expect(() => rates.admitRequest({ ...caller, keyId: "four" })).toThrow(/organisation/);
  expect(() => rates.admitRequest(neighbour)).not.toThrow();
});

test("a batch larger than what is left leaves a debt that later batches wait for", () => {
  const clock = { nowMs: 0 };
  const rates = limitsAt(clock, { framesPerMinutePerKey: 600 });
  rates.admitFrames(caller);
  rates.countFrames(caller, 1_200);
  expect(() => rates.admitFrames(caller)).toThrow(expect.objectContaining({ code: "rate_limited" }));
  clock.nowMs = 60_000;
  expect(() => rates.admitFrames(caller)).toThrow(expect.objectContaining({ code: "rate_limited" }));
  clock.nowMs = 61_000;
  expect(() => rates.admitFrames(caller)).not.toThrow();
});

test("what is left is reported in the form of the draft", () => {
  const clock = { nowMs: 0 };
  const rates = limitsAt(clock, { requestsPerMinutePerKey: 2 });
  rates.admitRequest(caller);
  rates.admitRequest(caller);
  const headers = rates.headersFor(caller);
  expect(headers["RateLimit-Policy"]).toContain('"key-requests";q=2;w=60');
  expect(headers["RateLimit"]).toContain('"key-requests";r=0;t=30');
});

test("names are bounded: the one unused for longest is forgotten first", () => {
  const buckets = new TokenBuckets({ perMinute: 2 });
  buckets.take("first", 2, 0);
  buckets.take("second", 2, 0);
  for (let n = 0; n < namesLimit - 1; n += 1) buckets.take(`name-${n}`, 1, 0);
  expect(buckets.look("first", 0).remaining).toBe(2);
  expect(buckets.look("second", 0).remaining).toBe(0);
});
