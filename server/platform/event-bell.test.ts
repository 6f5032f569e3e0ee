import { expect, test } from "vitest";

import { EventBell } from "./event-bell.ts";

test("a burst is told at once and once more when it is over, and then no more", async () => {
  const bell = new EventBell();
  let heard = 0;
  bell.onEvents(() => (heard += 1));
  for (let times = 0; times < 100; times += 1) bell.ring();
  expect(heard).toBe(0);
  await expect.poll(() => heard).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(heard).toBe(2);
  bell.ring();
  await expect.poll(() => heard).toBe(3);
});

test("whoever stopped listening hears nothing, and the others still do", async () => {
  const bell = new EventBell();
  const heard: string[] = [];
  const stop = bell.onEvents(() => heard.push("one"));
  bell.onEvents(() => heard.push("other"));
  stop();
  bell.ring();
  await expect.poll(() => heard).toEqual(["other"]);
});
