import { expect, test, vi } from "vitest";
import type { WorkQueue } from "../clients/typescript/generated/contract.ts";
import { answeringService, problem } from "./answering-service-for-tests.ts";
import { runRecorded } from "./run-recorded-for-tests.ts";

const queue: WorkQueue = { data: [], false_discovery_rate: 0.1, as_of: "2026-03-01T08:00:00.000Z" };

test("without a key, the development key goes to this machine and nowhere else", async () => {
  const service = await answeringService({ "/v1/fleet/queue": queue });
  await runRecorded(["queue", "--url", service.url]);
  await runRecorded(["queue", "--url", service.url, "--key", "plumb_test_mine"]);
  expect(service.seen.map(({ authorization }) => authorization)).toEqual([
    "Bearer plumb_dev_local",
    "Bearer plumb_test_mine",
  ]);
});

test.each([
  [["--key", "plumb_live_abcdefghij_secret"], {}, /tried the key of --key, plumb_live_abcdefghij_…/u],
  [["--key", "mine"], {}, /tried the key of --key, which does not look like one/u],
  [[], { NADIR_API_KEY: "plumb_test_0123456789_secret" }, /tried the key in NADIR_API_KEY, plumb_test_0123/u],
  [[], {}, /tried the development key, plumb_dev_local, for neither --key nor NADIR_API_KEY is set/u],
] as const)("a key that is not taken is named: %j %j", async (args, environment, named) => {
  const refusal = problem(401, "api_key_invalid");
  const service = await answeringService({ "/v1/fleet/health-summary": refusal, "/v1/vehicles": refusal });
  vi.stubEnv("NADIR_API_KEY", "");
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const run = await runRecorded(["fleet", "--url", service.url, ...args]).finally(() => vi.unstubAllEnvs());
  expect(run).toMatchObject({ exitCode: 4, out: "" });
  expect(run.err).toMatch(named);
  expect(run.err).not.toContain("secret");
});
