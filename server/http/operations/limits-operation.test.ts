import { expect, test } from "vitest";

import type { Limits } from "../../../core/contract/types.ts";
import { readConfig, settings } from "../../config.ts";
import { engineerKey, startServer } from "../server-for-tests.ts";

/** Limits that are not the application's: their settings reach the server as its own. */
const ofTheServer = new Set([
  "webhooks",
  "paper_jobs",
  "key_requests",
  "key_frames",
  "organisation_requests",
  "organisation_frames",
  "key_streams",
  "organisation_streams",
  "connections",
  "connections_per_address",
  "requests_in_flight",
  "failed_keys",
]);

test("a limit is what the setting it names says", async () => {
  const names = new Set<string>(Object.values(settings).map(({ name }) => name));
  const before = await limitsWith({});

  const named = before.filter(({ setting }) => setting !== null);
  expect(named.map(({ setting }) => setting).filter((name) => !names.has(name!))).toEqual([]);
  expect(named.filter(({ name }) => ofTheServer.has(name)).length).toBe(ofTheServer.size);
  for (const { name, setting } of named.filter((one) => ofTheServer.has(one.name))) {
    const after = await limitsWith({ [setting!]: "7" });
    const changed = after.filter(({ limit }, at) => limit !== before[at]!.limit);
    expect(changed.map((one) => [one.name, one.limit])).toEqual([[name, 7]]);
  }
});

async function limitsWith(environment: Readonly<Record<string, string>>): Promise<Limits["data"]> {
  const server = await startServer(readConfig(environment).limits);
  try {
    const answer = await fetch(`${server.url}/v1/limits`, {
      headers: { Authorization: `Bearer ${engineerKey}` },
    });
    const { data }: Limits = await answer.json();
    return data;
  } finally {
    await server.stop();
  }
}
