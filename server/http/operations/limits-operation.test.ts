import { expect, test } from "vitest";

import type { Limits } from "../../../core/contract/types.ts";
import { readConfig, settings } from "../../config.ts";
import { ApplicationForTests } from "../application-for-tests.ts";
import { RateLimits } from "../guard/rate-limits.ts";
import { StreamPlaces } from "../guard/stream-places.ts";
import { requestForTests } from "../request-for-tests.ts";
import { getLimits } from "./limits-operation.ts";

async function readLimits(environment: Readonly<Record<string, string>> = {}): Promise<Limits> {
  const { limits } = readConfig(environment);
  const rateLimits = new RateLimits(limits, () => 0);
  const request = requestForTests("getLimits");
  rateLimits.countFrames(request.caller, 7);
  const streamPlaces = new StreamPlaces(limits);
  streamPlaces.enter(request.caller);
  const application = new ApplicationForTests();
  const answer = await getLimits({ application, rateLimits, streamPlaces, limits })(request);
  return JSON.parse(String(answer.body));
}

test("every limit has one name", async () => {
  const names = (await readLimits()).data.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("what is in use and what is left add up to the limit, and nothing left is never less than nothing", async () => {
  const { data, organisation } = await readLimits();
  expect(organisation).toBe("org");
  const byName = new Map(data.map((limit) => [limit.name, limit]));
  expect(byName.get("vehicles")).toMatchObject({ limit: 100, used: 3, remaining: 97 });
  expect(byName.get("stored_bytes")).toMatchObject({
    limit: 1_000,
    used: 2_000,
    remaining: 0,
    full_on: "2026-04-01",
  });
  expect(byName.get("vehicles")).toMatchObject({ full_on: null });
  expect(byName.get("key_streams")).toMatchObject({ limit: 100, used: 1, remaining: 99 });
  expect(byName.get("key_frames")).toMatchObject({ used: 7, window_s: 60, holds_for: "key" });
});

test("of what one request or one address may do no use is reported", async () => {
  const { data } = await readLimits();
  const shared = data.filter(({ holds_for }) => ["request", "address", "service"].includes(holds_for));
  expect(shared.length).toBeGreaterThan(0);
  expect(shared.map(({ used, remaining }) => [used, remaining])).toEqual(shared.map(() => [null, null]));
});

/** Whose settings are the application's. */
const quotas = ["vehicles", "new_vehicles", "stored_bytes", "kept_answers", "evidence_requests"];

test("a limit is what the setting it names says", async () => {
  const { data: usual } = await readLimits();
  const named = usual.filter(({ setting }) => setting !== null);
  const known = new Set<string | null>(Object.values(settings).map(({ name }) => name));
  expect(named.filter(({ setting }) => !known.has(setting))).toEqual([]);
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(quotas));
  for (const { name, setting } of named.filter((one) => !quotas.includes(one.name))) {
    const { data } = await readLimits({ [setting!]: "7" });
    const changed = data.filter(({ limit }, at) => limit !== usual[at]!.limit);
    expect(changed.map((one) => [one.name, one.limit])).toEqual([[name, 7]]);
  }
});
