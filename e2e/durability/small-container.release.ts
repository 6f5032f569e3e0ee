import { afterAll, expect, test } from "vitest";

import { slowStream } from "../../bench/ingest/frame-stream.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { memoryGroup } from "./limited-memory.ts";
import { ServiceFolder } from "./service-folder.ts";

/**
 * A process that grows beyond what its container is given is killed by the system, whatever it was doing. A thousand vehicles in a
 * small one, for long enough that caches and heaps are as large as they get.
 */
const mebibytes = 448;
const vehicles = 1_000;
const framesPerRequest = 500;
const requests = 260;
const atOnce = 4;

const group = memoryGroup(`plumbline-${process.pid}`, mebibytes);
if (group === null)
  console.warn("small-container.release.ts is skipped: no group of limited memory may be made here.");
afterAll(() => group?.remove());

const folder = new ServiceFolder("small");

test.skipIf(group === null)(
  `with ${mebibytes} MiB of memory every frame of ${vehicles} vehicles is taken, and the service goes on (needs a memory cgroup)`,
  { timeout: 600_000 },
  async () => {
    const url = await group!.startIn(() => folder.start({ env: { ...withoutLimits } }));
    const stream = slowStream(vehicles);
    const statuses = new Set<number>();
    let left = requests;
    const sender = async () => {
      while (left > 0) {
        left -= 1;
        const body = `[${stream.take(framesPerRequest).join(",")}]`;
        // oxlint-disable-next-line no-await-in-loop -- a sender has one request under way
        const answer = await fetch(`${url}/v1/telemetry/ingest`, { method: "POST", headers, body });
        statuses.add(answer.status);
        // oxlint-disable-next-line no-await-in-loop -- the same
        await answer.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    expect([...statuses]).toEqual([200]);
    const summary = await (await fetch(`${url}/v1/fleet/health-summary`, { headers })).json();
    expect(summary).toMatchObject({ total_vehicles: vehicles });
    expect(await folder.end()).toBe(0);
  },
);

const headers = { authorization: `Bearer ${developmentApiKey}`, "content-type": "application/json" };

const most = "1000000000";
const withoutLimits = {
  PLUMBLINE_REQUESTS_PER_MINUTE_PER_KEY: most,
  PLUMBLINE_FRAMES_PER_MINUTE_PER_KEY: most,
  PLUMBLINE_REQUESTS_PER_MINUTE_PER_ORGANISATION: most,
  PLUMBLINE_FRAMES_PER_MINUTE_PER_ORGANISATION: most,
};
