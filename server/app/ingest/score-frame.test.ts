import { expect, test } from "vitest";

import { callerForTests, ledgerForTests } from "../../ledger-for-tests.ts";
import { radarFrame } from "../../storage/frames-for-tests.ts";
import { scoreFrame } from "./score-frame.ts";

test("a frame is scored under the caller's key, and its answer is kept where that was asked", async () => {
  const answer = { value: {} as never, body: '{"tier":"NOMINAL"}' };
  const needs = ledgerForTests(() => ({ kind: "score", answer }));
  const frame = radarFrame("van-1", 0);
  const keep = { space: "s", organisation: "acme", fingerprint: "f", status: 200 };
  expect(await scoreFrame(callerForTests, frame, { requestId: "req_1", receivedAtUs: 3, keep }, needs)).toBe(
    answer,
  );
  expect(needs.asked).toMatchObject([{ kind: "score", frame, receivedAtUs: 3, requestId: "req_1", keep }]);
});
