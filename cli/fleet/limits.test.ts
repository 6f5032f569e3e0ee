import { expect, test } from "vitest";
import type { Limit, Limits } from "../../clients/typescript/generated/contract.ts";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

async function limitsOf(data: readonly Limit[], ...more: readonly string[]): Promise<string> {
  const answer: Limits = { organisation: "acme", data: [...data], as_of: "2026-03-01T08:00:00.000Z" };
  const service = await answeringService({ "/v1/limits": answer });
  return (await runRecorded(["limits", "--url", service.url, ...more])).out;
}

const perHour: Limit = {
  name: "new_vehicles",
  holds_for: "organisation",
  unit: "vehicles",
  limit: 10_000,
  used: 12,
  remaining: 9_988,
  window_s: 3_600,
  code: "new_vehicle_limit_reached",
  setting: "PLUMBLINE_NEW_VEHICLES_PER_HOUR",
  full_on: null,
};
/** The longest of each member, and all of almost a petabyte used. */
const widest: Limit = {
  ...perHour,
  name: "connections_per_address",
  unit: "connections",
  limit: 1e15 - 1,
  used: 1e15 - 1,
  setting: "PLUMBLINE_REQUESTS_PER_MINUTE_PER_ORGANISATION",
};
const fixed: Limit = {
  ...perHour,
  name: "line_bytes",
  holds_for: "request",
  unit: "bytes",
  limit: 65_536,
  used: null,
  remaining: null,
  window_s: null,
  setting: null,
};

test("a limit has a line with its use, and one with whose it is and what sets it", async () => {
  expect(await limitsOf([perHour, fixed])).toBe(
    [
      "LIMIT         USED      OF  UNIT",
      "new_vehicles    12  10,000  vehicles",
      "  per organisation in 3,600 s, PLUMBLINE_NEW_VEHICLES_PER_HOUR",
      "line_bytes       –  65,536  bytes",
      "  per request, fixed",
      "",
    ].join("\n"),
  );
});

test("what fills up says when it is full", async () => {
  const filling: Limit = { ...perHour, name: "stored_bytes", window_s: null, full_on: "2026-04-01" };
  expect(await limitsOf([filling])).toContain("\n  full on 2026-04-01 at the pace of the last week\n");
});

test("no line is wider than 80 columns", async () => {
  const lines = (await limitsOf([widest, fixed])).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("--json is the answer", async () => {
  expect(JSON.parse(await limitsOf([perHour], "--json"))).toMatchObject({ data: [perHour] });
});
