import { expect, test } from "vitest";

import type { WriteContext } from "../../app/application.ts";
import { exchangeForTests } from "../request-for-tests.ts";
import { answerWrite } from "./answer-write.ts";

const exchange = exchangeForTests({ headers: { "x-request-id": "mine" } });
const slot = { space: "s", organisation: "org", fingerprint: "f" };

async function writtenWith(given: typeof slot | null) {
  const contexts: WriteContext[] = [];
  const ran = await answerWrite(exchange, given, async (context) => {
    contexts.push(context);
    return { value: { kept: true }, body: '{"kept":true }' };
  });
  return { ran, contexts };
}

test("without a slot the answer goes out as the application wrote it, and is kept nowhere", async () => {
  const { ran, contexts } = await writtenWith(null);
  expect([ran.isKept, ran.answer.status, ran.answer.body]).toEqual([false, 200, '{"kept":true }']);
  expect(contexts).toEqual([{ requestId: "mine", receivedAtUs: exchange.receivedAtUs }]);
});

test("with a slot the application keeps the answer together with its effect", async () => {
  const { ran, contexts } = await writtenWith(slot);
  expect(ran.isKept).toBe(true);
  expect(contexts).toMatchObject([{ keep: { ...slot, status: 200 } }]);
});
