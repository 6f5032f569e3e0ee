import { expect, test } from "vitest";

import { LoopDelay } from "./loop-delay.ts";

test("a beat that is overdue counts at once, one that is not due is no delay", () => {
  let nowMs = 1_000;
  const delay = new LoopDelay(() => nowMs);
  try {
    expect(delay.ms).toBe(0);
    nowMs += 50;
    expect(delay.ms).toBe(0);
    nowMs += 200;
    expect(delay.ms).toBe(200);
  } finally {
    delay.stop();
  }
});
