import { expect, test } from "vitest";

import type { Answer } from "../answer/answer.ts";
import { ClientGone } from "../body/read-body.ts";
import { exchangeForTests } from "../request-for-tests.ts";
import { ReadTurns } from "./read-turns.ts";

const answerOf = (bytes: number): Answer => ({
  status: 200,
  contentType: "text/plain",
  body: "x".repeat(bytes),
});
const settle = async () => {
  for (const _turn of [1, 2]) await new Promise<void>((resolve) => setImmediate(resolve));
};

test("the next read is of whoever used the least time, and one organisation never has every lane", async () => {
  let nowMs = 0;
  const turns = new ReadTurns(() => nowMs);
  const running: { readonly whose: string; readonly end: () => void }[] = [];
  const ask = (whose: string) =>
    turns.answer(whose, exchangeForTests(), async () => {
      await new Promise<void>((end) => running.push({ whose, end }));
      nowMs += whose === "busy" ? 200 : 5;
      return answerOf(1);
    });
  const all = [...Array.from({ length: 32 }, () => ask("busy")), ask("other"), ask("other")];
  await settle();
  expect(running.map(({ whose }) => whose)).toEqual(["busy", "busy", "other"]);
  running.shift()!.end();
  await settle();
  expect(running.at(-1)!.whose, "not one of the 30 that came before it").toBe("other");
  while (running.length > 0) {
    running.shift()!.end();
    await settle();
  }
  await Promise.all(all);
});

test("answers that are not taken keep their organisation from reading more, and nobody else", async () => {
  const turns = new ReadTurns(() => 0);
  const slow = exchangeForTests();
  await turns.answer("slow", slow, async () => answerOf(25 * 1_024 * 1_024));
  let isRead = false;
  const next = turns.answer("slow", exchangeForTests(), async () => {
    isRead = true;
    return answerOf(1);
  });
  await turns.answer("other", exchangeForTests(), async () => answerOf(1));
  expect(isRead).toBe(false);
  slow.outgoing.emit("close");
  await next;
  expect(isRead).toBe(true);
});

test("what nobody waits for any more is not read", async () => {
  const turns = new ReadTurns(() => 0);
  const left = exchangeForTests();
  left.outgoing.destroy();
  await expect(turns.answer("one", left, async () => answerOf(1))).rejects.toThrow(ClientGone);
});
