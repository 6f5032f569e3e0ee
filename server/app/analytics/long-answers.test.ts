import { expect, test } from "vitest";

import { callerForTests } from "../../ledger-for-tests.ts";
import { LongAnswers } from "./long-answers.ts";

/** A verb about so many vehicles that counts how often it was carried out. */
function verbAbout(vehicles: number) {
  const clock = { nowUs: 1e15 };
  let found = 0;
  const answers = new LongAnswers({ nowUs: () => clock.nowUs });
  const ask = answers.of(
    "verb",
    async (_caller, query: { readonly group?: string }) => {
      found += 1;
      await Promise.resolve();
      return { text: `${query.group} ${found}`, vehicles };
    },
    (answer) => answer.vehicles,
  );
  const textOf = async (query: { readonly group?: string }) => (await ask(callerForTests, query)).text;
  return { clock, ask, textOf, found: () => found };
}

test("an answer about 50,000 vehicles is given again for 25 seconds, then found anew", async () => {
  const { clock, textOf } = verbAbout(50_000);
  expect(await textOf({ group: "a" })).toBe("a 1");
  clock.nowUs += 24_999_999;
  expect(await textOf({ group: "a" })).toBe("a 1");
  clock.nowUs += 1;
  expect(await textOf({ group: "a" })).toBe("a 2");
});

test("nothing is given again for more than a minute", async () => {
  const { clock, textOf } = verbAbout(1_000_000);
  await textOf({});
  clock.nowUs += 60_000_000;
  expect(await textOf({})).toBe("undefined 2");
});

test("what is about few vehicles is found each time", async () => {
  const { textOf } = verbAbout(4_999);
  await textOf({});
  expect(await textOf({})).toBe("undefined 2");
});

test("who asks the same while it is found waits for that, and no one else's answer is given", async () => {
  const { ask, textOf, found } = verbAbout(5_000);
  const other = { ...callerForTests, organisation: "globex" };
  const narrow = { ...callerForTests, fleets: ["vans"] };
  expect(await Promise.all([textOf({}), textOf({})])).toEqual(["undefined 1", "undefined 1"]);
  await Promise.all([ask(other, {}), ask(narrow, {}), textOf({ group: "b" })]);
  expect(found()).toBe(4);
});

test("a clock that was set back keeps nothing", async () => {
  const { clock, textOf } = verbAbout(50_000);
  await textOf({});
  clock.nowUs -= 3_600_000_000;
  expect(await textOf({})).toBe("undefined 2");
});

test("a refusal is not kept", async () => {
  let asked = 0;
  const ask = new LongAnswers({ nowUs: () => 1e15 }).of(
    "refused",
    () => {
      asked += 1;
      return Promise.reject<{ readonly vehicles: number }>(new Error("no"));
    },
    ({ vehicles }) => vehicles,
  );
  await expect(ask(callerForTests, {})).rejects.toThrow("no");
  await expect(ask(callerForTests, {})).rejects.toThrow("no");
  expect(asked).toBe(2);
});

test("of many questions the oldest answer goes first", async () => {
  const { textOf, found } = verbAbout(50_000);
  for (let group = 0; group <= 64; group += 1) await textOf({ group: String(group) });
  await textOf({ group: "64" });
  expect(found()).toBe(65);
  await textOf({ group: "0" });
  expect(found()).toBe(66);
});
