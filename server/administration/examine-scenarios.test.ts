import { deflateRawSync, inflateRawSync } from "node:zlib";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { ScenarioFeed } from "../../core/contract/types.ts";
import { callerOf, openFleetForTests, type FleetForTests } from "../fleet-for-tests.ts";
import { dataFolder } from "../storage/data-folder.ts";
import { examineScenarios } from "./examine-scenarios.ts";

const acme = callerOf("acme");
const ask = { requestId: "req_test", receivedAtUs: 1_700_000_000_000_000 };
let fleet: FleetForTests;
let database: DatabaseSync;
let ids: readonly string[];

beforeEach(async () => {
  fleet = await openFleetForTests();
  const make = (request: Parameters<typeof fleet.application.feedScenario>[1]) =>
    fleet.application.feedScenario(acme, request, ask);
  const logical = await make({
    scenario_type: "curb_strike",
    level: "logical",
    duration_s: 5,
    exports: ["opendrive/1.7"],
  });
  const drawn = await make({
    sampled_from: logical.scenario_id,
    seed: 3,
    exports: ["csv", "openscenario-xml/1.3"],
  });
  ids = [logical.scenario_id, drawn.scenario_id];
  database = new DatabaseSync(dataFolder(fleet.dataDir).database);
});
afterEach(async () => {
  database.close();
  await fleet.close();
});

/** The feed of the drawn scenario, changed, in its place. */
function rewrite(change: (feed: ScenarioFeed) => void): void {
  const { feed } = database.prepare("SELECT feed FROM scenario WHERE scenario_id = ?").get(ids[1]!) as {
    feed: Uint8Array;
  };
  const changed = JSON.parse(inflateRawSync(feed).toString("utf8")) as ScenarioFeed;
  change(changed);
  const bytes = deflateRawSync(JSON.stringify(changed));
  database
    .prepare("UPDATE scenario SET feed = ?, bytes = ? WHERE scenario_id = ?")
    .run(bytes, bytes.length, ids[1]!);
}

test("what was kept, drawn and exported is sound, and so is nothing", async () => {
  expect(await examineScenarios(database)).toEqual([
    {
      what: "scenarios",
      status: "ok",
      detail: "2 kept scenarios agree with their ids, and 3 files with their digests",
    },
  ]);
  database.exec("DELETE FROM scenario");
  expect(await examineScenarios(database)).toMatchObject([
    { status: "ok", detail: expect.stringMatching(/^0 kept/) },
  ]);
});

test.each([
  [
    "bytes that do not inflate",
    () => database.exec("UPDATE scenario SET feed = x'ff00ff', bytes = 3"),
    "cannot be read",
  ],
  ["another length", () => database.exec("UPDATE scenario SET bytes = bytes + 1"), "another length"],
  [
    "another seed in the list",
    () => database.exec("UPDATE scenario SET seed = seed + 1"),
    "listed as something else",
  ],
  [
    "a sample moved by a nanodegree",
    () => rewrite((feed) => (feed.parameters.trajectory.drift_deg[0]! += 1e-9)),
    "holds what has the id scn_",
  ],
  ["another seed in the feed", () => rewrite((feed) => (feed.seed += 1)), "holds what has the id scn_"],
  [
    "a member that is gone",
    () => rewrite((feed) => delete (feed as Partial<ScenarioFeed>).provenance),
    "is no feed: ",
  ],
])("%s is named, with what to do", async (_, damage, words) => {
  damage();
  const [finding] = await examineScenarios(database);
  expect(finding).toMatchObject({ status: "failed", detail: expect.stringContaining(words) });
  expect(finding!.detail).toContain("acme scn_");
  expect(finding!.detail).toContain("delete it (plumbline scenario delete) and create it again");
});

test("a file that this version writes otherwise is a warning: the scenario itself is whole", async () => {
  rewrite((feed) => (feed.exports[0]!.sha256 = "0".repeat(64)));
  expect(await examineScenarios(database)).toMatchObject([
    { status: "warning", detail: expect.stringContaining(`acme ${ids[1]!} csv`) },
  ]);
});
