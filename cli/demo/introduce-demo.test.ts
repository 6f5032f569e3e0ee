import { expect, test } from "vitest";
import { operations } from "../../core/contract/openapi/operations.ts";
import { exampleCalls } from "./introduce-demo.ts";

const context = {
  url: "http://127.0.0.1:8000",
  key: "plumb_dev_local",
  timestamp: "2026-03-01T08:00:00.000Z",
  evidenceId: "EVB-20260301-7K3M9Q2XW4HJ",
};

test("every call goes to an operation of the contract", () => {
  const paths = Object.values(operations).map(({ path }) => path);
  for (const { curl } of exampleCalls(context)) {
    const path = /8000(\/[^ ]*)/u.exec(curl)?.[1]?.replace(context.evidenceId, "{eventId}");
    expect(paths.map((each) => each.replaceAll(/\{[^}]*\}/gu, "{eventId}"))).toContain(path);
  }
});

test("evidence is fetched only where there is some", () => {
  expect(exampleCalls(context)).toHaveLength(6);
  expect(exampleCalls({ ...context, evidenceId: null }).map(({ what }) => what)).not.toContain(
    "fetch signed evidence",
  );
});
