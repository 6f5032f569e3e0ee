import { join } from "node:path";
import { expect, test } from "vitest";

import type { FleetHealthSummary, ResidualScore, VehicleList } from "../../core/contract/types.ts";
import { ageScoring } from "../../server/storage/sqlite/refold/aged-folder-for-tests.ts";
import { streamOf } from "../../server/storage/frames-for-tests.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { runPlumbline } from "../service-process.ts";
import { ServiceFolder } from "./service-folder.ts";

/*
 * A folder that other rules have scored is opened at once: the service answers and takes frames while it scores history
 * again, says how far that is, and goes on with it where a kill has stopped it.
 */
const folder = new ServiceFolder("rescoring");
const headers = { Authorization: "Bearer plumb_dev_local", "Content-Type": "application/json" };
// Too few to teach each other: then a journal holds its frames only.
const vehicles = 8;
const framesEach = 1_500;

async function get<Answer>(url: string, path: string): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, { headers });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

async function send(url: string, frames: readonly { readonly raw: string }[]): Promise<void> {
  const answer = await fetch(`${url}/v1/telemetry/ingest`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/x-ndjson" },
    body: frames.map(({ raw }) => raw).join("\n"),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

function streams(frames: number) {
  return Array.from({ length: vehicles }, (_, at) => streamOf(`van-${at}`, { frames, seed: at }));
}

async function progress(url: string): Promise<FleetHealthSummary["rescoring"]> {
  return (await get<FleetHealthSummary>(url, "/v1/fleet/health-summary")).rescoring;
}

test(
  "kills in the middle lose nothing, frames are taken meanwhile, and at the end all is by the present rules",
  { timeout: 900_000 },
  async () => {
    const longer = streams(framesEach + 1);
    const first = await folder.start();
    await send(
      first,
      longer.flatMap((stream) => stream.slice(0, framesEach)),
    );
    await folder.end();
    const database = openDatabase(join(folder.dataDir, "plumbline.db"));
    ageScoring(database);
    database.close();

    // Killed as soon as it has begun, and again later.
    let url = await folder.start();
    expect(await progress(url)).toMatchObject({ done: expect.any(Number) });
    const list = await get<VehicleList>(url, "/v1/vehicles?limit=50");
    expect(list.data.some(({ earlier_scoring: earlier }) => earlier === "0.9.0")).toBe(true);
    await folder.end("kill");
    url = await folder.start();
    const last = longer.at(-1)!.at(-1)!;
    const scored = await fetch(`${url}/v1/score/residual`, { method: "POST", headers, body: last.raw });
    expect(scored.status).toBe(200);
    expect(((await scored.json()) as ResidualScore).frame_seq).toBe(framesEach + 1);
    const shown = await get<Record<string, unknown>>(url, `/v1/vehicles/van-${vehicles - 1}`);
    expect(shown).not.toHaveProperty("earlier_scoring");
    await folder.end("kill");

    url = await folder.start();
    await expect.poll(() => progress(url), { timeout: 600_000, interval: 500 }).toBeUndefined();
    const all = await get<VehicleList>(url, "/v1/vehicles?limit=50");
    expect(all.data.filter((one) => "earlier_scoring" in one)).toEqual([]);
    await folder.end();
    const doctor = await runPlumbline(["doctor", "--rebuild", "--json", "--data-dir", folder.dataDir]);
    expect(JSON.parse(doctor.out)).toMatchObject({
      states: {
        vehicles,
        difference_count: 0,
        states_of_other_scoring: 0,
        vehicles_waiting_to_be_scored_again: 0,
      },
    });
  },
);
