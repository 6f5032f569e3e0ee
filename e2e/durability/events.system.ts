import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";

import { readEventStream } from "../../console/api/read-event-stream.ts";
import type { EventList } from "../../core/contract/types.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

/*
 * Followers of the events over SIGKILLs of the service: each gets every event once, in order, however often it has to
 * connect again. `KILLS=50 npm run test:system -- e2e/durability/events` for a longer run.
 */
const kills = Number(process.env["KILLS"] ?? 4);
const authorization = "Bearer plumb_dev_local";

let dataDir: string;
let service: ServiceProcess;
let over: AbortController;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-events-"));
  over = new AbortController();
});
afterEach(async () => {
  over.abort();
  await service.kill();
  rmSync(dataDir, { recursive: true });
});

const start = async () => {
  service = await startServiceProcess({ dataDir, port: 0, env: { PLUMBLINE_HEARTBEAT_MS: "200" } });
};

/** Follows until the test is over, from the first event on; connects again whenever it is cut off. */
async function follow(query: string, received: string[]): Promise<void> {
  const follower = { query, received, position: null };
  // A connection that broke, or was refused while nobody listened, is made again.
  while (!over.signal.aborted) await followOnce(follower).catch(() => sleep(50));
}

interface Follower {
  readonly query: string;
  readonly received: string[];
  position: string | null;
}

async function followOnce(follower: Follower): Promise<void> {
  const { query, received, position } = follower;
  const headers = { authorization, ...(position !== null && { "Last-Event-ID": position }) };
  const { signal } = over;
  const { body, ok } = await fetch(`${service.url}/v1/events?start=oldest${query}`, { headers, signal });
  if (body === null || !ok) throw new Error("the service refused");
  for await (const messages of readEventStream(body))
    for (const message of messages) {
      if (message === null) continue;
      if (message.data !== null) received.push(message.id ?? "none");
      follower.position = message.id ?? follower.position;
    }
}

/** Every event there is, page by page. */
async function listed(query: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const position: string = after === null ? "" : `&after=${after}`;
    const answer = await fetch(`${service.url}/v1/events?limit=100${query}${position}`, {
      headers: { authorization, accept: "application/json" },
    });
    const page = (await answer.json()) as EventList;
    ids.push(...page.data.map(({ id }) => id));
    if (!page.has_more) return ids;
    after = page.next_cursor;
  }
}

async function send(frames: readonly unknown[]): Promise<void> {
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify(frames);
  for (;;) {
    try {
      const answer = await fetch(`${service.url}/v1/telemetry/ingest`, { method: "POST", headers, body });
      if (answer.ok) return;
    } catch {
      // Killed in the middle: a frame counts once, so that sending again is safe.
    }
    await sleep(50);
  }
}

function fleetOf(vehicles: number, frames: number) {
  const plan = { seed: 7, vehicles, startUs: 1_772_352_000_000_000, periodS: 1 } as const;
  const fleet = generateFleet({ ...plan, scenario: "bumper_repair_radar", onsetsWithinS: [60, 90] });
  return [...fleetFrames(fleet, 0, frames)];
}

test(
  `over ${kills} kills no follower misses an event or gets one twice`,
  { timeout: 120_000 + kills * 30_000 },
  async () => {
    await start();
    const followers = ["", "", "&type=breach.opened&type=evidence.issued", "&tier=CRITICAL"].map((query) => ({
      query,
      received: [] as string[],
    }));
    const following = followers.map(({ query, received }) => follow(query, received));
    const frames = fleetOf(12, 160);
    const part = Math.ceil(frames.length / (kills * 4));
    const sending = (async () => {
      for (let at = 0; at < frames.length; at += part) await send(frames.slice(at, at + part));
    })();
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(300 + 150 * kill);
      await service.kill();
      await start();
    }
    await sending;
    expect((await listed("")).length).toBeGreaterThan(40);
    for (const { query, received } of followers) {
      const all = await listed(query);
      await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(all.length);
      expect(received).toEqual(all);
    }
    over.abort();
    await service.kill();
    await Promise.all(following);
  },
);

test(
  "a crowd of followers gets everything, and one that reads nothing holds nobody up",
  { timeout: 120_000 },
  async () => {
    await start();
    const idle = await fetch(`${service.url}/v1/events?start=oldest`, { headers: { authorization } });
    expect(idle.status).toBe(200);
    const crowd = Array.from({ length: 80 }, () => [] as string[]);
    const following = crowd.map((received) => follow("", received));
    await send(fleetOf(12, 160));
    const all = await listed("");
    expect(all.length).toBeGreaterThan(40);
    for (const received of crowd) {
      await expect.poll(() => received.length, { timeout: 30_000 }).toBe(all.length);
      expect(received).toEqual(all);
    }
    over.abort();
    expect(await service.stop()).toBe(0);
    await Promise.all(following);
  },
);
