import { expect, test } from "vitest";
import { componentSchemas } from "../../core/contract/schemas/schema-documents.ts";
import { workCommandValues } from "../../core/contract/schemas/vehicles/vehicle-work.ts";
import { parseWorkCommand } from "../../core/contract/requests/parse-work-command.ts";
import { answeringService, problem } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

const schemas = componentSchemas();
const exampleOf = (name: string) => (schemas[name]!["examples"] as readonly [object])[0];
const result = exampleOf("WorkResult");
const work = exampleOf("VehicleWork");
const queue = exampleOf("WorkQueue");
const path = "/v1/vehicles/veh-0042/work";

test.each([
  [["acknowledge"], { action: "acknowledge" }],
  [["acknowledge", "-m", "seen"], { action: "acknowledge", comment: "seen" }],
  [["assign", "workshop north"], { action: "assign", assignee: "workshop north" }],
  [["assign"], { action: "assign", assignee: null }],
  [["snooze", "--until", "2026-03-03T06:00:00Z"], { action: "snooze", until: "2026-03-03T06:00:00.000Z" }],
  [["comment", "called the driver"], { action: "comment", comment: "called the driver" }],
  [["repaired", "bracket replaced"], { action: "repaired", comment: "bracket replaced" }],
  [["reopen", "-m", "still off"], { action: "reopen", comment: "still off" }],
  [["close"], { action: "close" }],
  [["undo", "3"], { action: "undo", entry: 3 }],
] as const)("work %j sends what the service takes", async ([verb, ...rest], body) => {
  const service = await answeringService({ [path]: result });
  const run = await runRecorded(["work", verb, "veh-0042", ...rest, "--url", service.url]);
  expect(run.out).toContain("veh-0042: acknowledged, version 1");
  expect(service.seen).toMatchObject([{ method: "POST", url: path }]);
  const sent: unknown = JSON.parse(service.seen[0]!.body);
  expect(sent).toEqual(body);
  parseWorkCommand(sent);
});

test("there is a verb for every command of the contract", async () => {
  const { out } = await runRecorded(["work", "--help"]);
  for (const command of workCommandValues) expect(out).toMatch(new RegExp(`^  ${command} `, "mu"));
});

test("a snooze may be a length of time, counted from now", async () => {
  const service = await answeringService({ [path]: result });
  const before = Date.now();
  await runRecorded(["work", "snooze", "veh-0042", "--until", "3d", "--url", service.url]);
  const { until } = JSON.parse(service.seen[0]!.body) as { until: string };
  expect(Date.parse(until) - before).toBeGreaterThanOrEqual(3 * 86_400_000);
});

test.each([
  ["snooze", "--until", "tomorrow"],
  ["snooze", "--until", "401d"],
  ["snooze"],
  ["undo", "first"],
  ["comment"],
])("work %s veh-0042 %s %s is a mistake of the command line", async (verb, ...rest) => {
  const run = await runRecorded(["work", verb, "veh-0042", ...rest, "--url", "http://127.0.0.1:9"]);
  expect(run.exitCode).toBe(2);
});

test("what was done is listed a line each, with who did it", async () => {
  const service = await answeringService({ [path]: work });
  const { out } = await runRecorded(["work", "show", "veh-0042", "--url", service.url]);
  expect(out).toContain("1  2025-03-01 08:00Z  workshop desk  acknowledge  van is at the depot tonight");
});

test("the list says who has what, asks for what is wanted, and counts what is snoozed", async () => {
  const service = await answeringService({ "/v1/fleet/queue": { ...queue, snoozed_count: 2 } });
  const args = ["work", "list", "--assignee", "me", "--state", "open", "acknowledged", "--url", service.url];
  const { out } = await runRecorded(args);
  expect(service.seen[0]!.url).toBe("/v1/fleet/queue?state=open&state=acknowledged&assignee=me&limit=20");
  expect(out).toContain("acknowledged");
  expect(out).toContain("2 snoozed");
});

test("a refusal is told with what to do, and is exit code 4", async () => {
  const service = await answeringService({ [path]: problem(412, "precondition_failed") });
  const run = await runRecorded(["work", "close", "veh-0042", "--if-version", "3", "--url", service.url]);
  expect(run.exitCode).toBe(4);
  expect(run.err).toContain("next:");
});
