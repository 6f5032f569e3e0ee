import { expect, test } from "vitest";

import { callerForTests } from "../../ledger-for-tests.ts";
import { LongAnswers } from "./long-answers.ts";

/** A verb that takes so long, and counts how often it was carried out. */
function slowVerb(tookMs: number) {
  const clock = { nowUs: 1e15 };
  let found = 0;
  const answers = new LongAnswers({ nowUs: () => clock.nowUs });
  const ask = answers.of("slow", async (_caller, query: { readonly group?: string }) => {
    found += 1;
    clock.nowUs += tookMs * 1000;
    await Promise.resolve();
    return `${query.group} ${found}`;
  });
  return { clock, ask, found: () => found };
}

test("what took half a second is given again for fifty, then found anew", async () => {
  const { clock, ask } = slowVerb(500);
  expect(await ask(callerForTests, { group: "a" })).toBe("a 1");
  clock.nowUs += 49_000_000;
  expect(await ask(callerForTests, { group: "a" })).toBe("a 1");
  clock.nowUs += 2_000_000;
  expect(await ask(callerForTests, { group: "a" })).toBe("a 2");
});

test("nothing is given again for more than a minute", async () => {
  const { clock, ask } = slowVerb(20_000);
  await ask(callerForTests, {});
  clock.nowUs += 60_000_001;
  expect(await ask(callerForTests, {})).toBe("undefined 2");
});

test("what took less than a tenth of a second is found each time", async () => {
  const { ask } = slowVerb(99);
  await ask(callerForTests, {});
  expect(await ask(callerForTests, {})).toBe("undefined 2");
});

test("who asks the same while it is found waits for that, and no one else's answer is given", async () => {
  const { ask, found } = slowVerb(500);
  const other = { ...callerForTests, organisation: "globex" };
  const narrow = { ...callerForTests, fleets: ["vans"] };
  const [one, same] = await Promise.all([ask(callerForTests, {}), ask(callerForTests, {})]);
  expect([one, same]).toEqual(["undefined 1", "undefined 1"]);
  await Promise.all([ask(other, {}), ask(narrow, {}), ask(callerForTests, { group: "b" })]);
  expect(found()).toBe(4);
});

test("a clock that was set back keeps nothing", async () => {
  const { clock, ask } = slowVerb(500);
  await ask(callerForTests, {});
  clock.nowUs -= 3_600_000_000;
  expect(await ask(callerForTests, {})).toBe("undefined 2");
});

test("a refusal is not kept", async () => {
  let asked = 0;
  const clock = { nowUs: 1e15 };
  const ask = new LongAnswers({ nowUs: () => clock.nowUs }).of("refused", () => {
    asked += 1;
    clock.nowUs += 1e6;
    return Promise.reject(new Error("no"));
  });
  await expect(ask(callerForTests, {})).rejects.toThrow("no");
  await expect(ask(callerForTests, {})).rejects.toThrow("no");
  expect(asked).toBe(2);
});

test("of many questions the oldest answer goes first", async () => {
  const { ask, found } = slowVerb(500);
  for (let group = 0; group <= 64; group += 1) await ask(callerForTests, { group: String(group) });
  await ask(callerForTests, { group: "64" });
  expect(found()).toBe(65);
  await ask(callerForTests, { group: "0" });
  expect(found()).toBe(66);
});
