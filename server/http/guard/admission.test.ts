import { expect, test } from "vitest";

import { readConfig } from "../../config.ts";
import { Admission } from "./admission.ts";

const limits = { ...readConfig({}).limits, requestsInFlight: 100, bodyBytesInFlight: 1_000 };

function admission(pressure: { queueAgeMs?: number; loopDelayMs?: number; clock?: string } = {}): Admission {
  return new Admission(
    limits,
    {
      queueAgeMs: () => pressure.queueAgeMs ?? 0,
      loopDelayMs: () => pressure.loopDelayMs ?? 0,
      whyClockIsUnusable: () => pressure.clock ?? null,
    },
    () => 0.5,
  );
}

test("requests are counted in once and out once", () => {
  const admitted = admission();
  const leave = admitted.enter();
  expect(admitted.requestsInFlight).toBe(1);
  leave();
  leave();
  expect(admitted.requestsInFlight).toBe(0);
});

test("the hundred and first request at once is refused, with a time to come again", () => {
  const admitted = admission();
  for (let request = 0; request < 100; request += 1) admitted.enter();
  admitted.admitRequest();
  admitted.enter();
  expect(() => admitted.admitRequest()).toThrow(
    expect.objectContaining({ code: "overloaded", headers: { "Retry-After": "2", Connection: "close" } }),
  );
});

test("a late event loop turns away a crowd, never a lone client", () => {
  const admitted = admission({ loopDelayMs: 60_000 });
  admitted.enter();
  admitted.admitRequest();
  for (let request = 0; request < 64; request += 1) admitted.enter();
  expect(() => admitted.admitRequest()).toThrow("late");
});

test("writes are refused while commits lag behind, and while nothing can be dated", () => {
  admission({ queueAgeMs: limits.queueAgeMs }).admitWrite();
  expect(() => admission({ queueAgeMs: limits.queueAgeMs + 1 }).admitWrite()).toThrow(
    "Commits cannot keep up",
  );
  expect(() => admission({ clock: "It is 1970." }).admitWrite()).toThrow(
    expect.objectContaining({ code: "clock_unusable", detail: "It is 1970." }),
  );
});

test("bodies share one memory: what would go beyond it is refused, what is given back can be had again", () => {
  const admitted = admission();
  admitted.holdBody(1_000);
  expect(() => admitted.holdBody(1)).toThrow("Too many large bodies");
  admitted.releaseBody(1_000);
  admitted.holdBody(1_000);
});
