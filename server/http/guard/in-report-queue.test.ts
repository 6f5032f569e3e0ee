import { expect, test } from "vitest";

import { Refusal } from "../../../core/contract/refusal.ts";
import { jsonAnswer } from "../answer/answer.ts";
import { ApplicationForTests } from "../application-for-tests.ts";
import { requestForTests } from "../request-for-tests.ts";
import { inReportQueue } from "./in-report-queue.ts";

const request = requestForTests("getEvidenceArchive");

test("the place is held while the operation runs, and given back also when it fails", async () => {
  const application = new ApplicationForTests();
  const handle = inReportQueue(application, async () => {
    expect(application.reportPlaces).toBe(1);
    throw new Error("the thread has ended");
  });
  expect(handle.hasOwnQueue, "it takes no turn among the reads").toBe(true);
  await expect(handle(request)).rejects.toThrow("the thread has ended");
  expect(application.reportPlaces).toBe(0);
});

test("without a place nothing runs, and the refusal says when to come again", async () => {
  const application = new ApplicationForTests();
  application.reportRefusal = new Refusal("paper_queue_full", "Its share is used up.");
  let hasRun = false;
  const handle = inReportQueue(application, async () => {
    hasRun = true;
    return jsonAnswer({});
  });
  await expect(handle(request)).rejects.toMatchObject({
    code: "paper_queue_full",
    detail: "Its share is used up.",
    headers: { "Retry-After": "2" },
  });
  expect(hasRun).toBe(false);
});
