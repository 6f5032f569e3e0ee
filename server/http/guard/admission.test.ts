import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";

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
      nowMs: () => 0,
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
    expect.objectContaining({ code: "overloaded", headers: { "Retry-After": "2" } }),
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

/** Frames in small bodies, each answered when its `answer` is called. */
function frameWrites(options: { random?: () => number } = {}) {
  const clock = { nowMs: 0 };
  const pressure = {
    queueAgeMs: () => 0,
    loopDelayMs: () => 0,
    whyClockIsUnusable: () => null,
    nowMs: () => clock.nowMs,
  };
  const admitted = new Admission(limits, pressure, options.random ?? (() => 0.5));
  const open: (() => void)[] = [];
  /** Null where it is let in, else when to come back, in seconds. */
  const send = (bytes = "100"): number | null => {
    const outgoing = new EventEmitter();
    try {
      admitted.admitFrames({
        headers: { "content-length": bytes },
        outgoing: outgoing as unknown as ServerResponse,
      });
    } catch (refusal) {
      return Number((refusal as { headers: Record<string, string> }).headers["Retry-After"]);
    }
    open.push(() => outgoing.emit("close"));
    return null;
  };
  /** The oldest are answered at this rate for a while, and as many come anew. */
  const goOn = (perMs: number, forMs: number) => {
    for (let ms = 0; ms < forMs; ms += 10) {
      clock.nowMs += 10;
      for (const answer of open.splice(0, perMs * 10)) answer();
      for (let count = 0; count < perMs * 10; count += 1) send();
    }
  };
  return { send, goOn, open };
}

test("as many frames are let in as can be answered within twice the age a write may have", () => {
  const { send, goOn, open } = frameWrites();
  while (send() === null);
  expect(open, "before anything is known of the machine").toHaveLength(200);
  goOn(2, 5_000);
  while (send() === null);
  expect(open.length).toBeGreaterThan(700);
  expect(open.length).toBeLessThanOrEqual(800);
});

test("the more are turned away, the later they are asked to come back; large bodies are bounded by their bytes", () => {
  const { send, goOn } = frameWrites();
  while (send() === null);
  expect(send()).toBe(2);
  for (let count = 0; count < 10_000; count += 1) send();
  expect(send()).toBeGreaterThan(10);
  expect(send("100000")).toBeNull();
  goOn(1, 1_000);
  expect(send() ?? 0).toBeLessThanOrEqual(3);
});

test("bodies share one memory: what would go beyond it is refused, what is given back can be had again", () => {
  const admitted = admission();
  admitted.holdBody(1_000);
  expect(() => admitted.holdBody(1)).toThrow("Too many large bodies");
  admitted.releaseBody(1_000);
  admitted.holdBody(1_000);
});
