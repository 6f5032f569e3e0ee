import { expect, test } from "vitest";

import { EventBell } from "./event-bell.ts";

test("a burst is told at once and once more when it is over, and then no more", async () => {
  const bell = new EventBell();
  let received = 0;
  bell.onEvents(() => (received += 1));
  for (let times = 0; times < 100; times += 1) bell.ring();
  expect(received).toBe(0);
  await expect.poll(() => received).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(received).toBe(2);
  bell.ring();
  await expect.poll(() => received).toBe(3);
});

test("whoever stopped listening hears nothing, and the others still do", async () => {
  const bell = new EventBell();
  const received: string[] = [];
  const stop = bell.onEvents(() => received.push("one"));
  bell.onEvents(() => received.push("other"));
  stop();
  bell.ring();
  await expect.poll(() => received).toEqual(["other"]);
});
