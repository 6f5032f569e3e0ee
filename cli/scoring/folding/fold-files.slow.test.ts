import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { fleetFrames, generateFleet } from "../../../simulator/generate-fleet.ts";
import { nowhere } from "../../run-recorded-for-tests.ts";
import { foldFiles } from "./fold-files.ts";
import { stateSha256 } from "../replayed-vehicle.ts";

let folder = "";
let files: string[] = [];
const frames = 60;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-fold-"));
  const fleet = generateFleet({
    seed: 3,
    vehicles: 9,
    startUs: 1_772_352_000_000_000,
    periodS: 1,
    scenario: "bumper_repair_radar",
    onsetsWithinS: [20, 40],
  });
  const lines = [...fleetFrames(fleet, 0, frames)].map((frame) => JSON.stringify(frame));
  // Blank lines, faults and repeats among them; the second file goes on where the first ends.
  lines.splice(100, 0, "", "{}", lines[3]!, "no JSON");
  lines.splice(400, 0, lines[399]!.replace("sim-", "sim\\u002d"), '{"vehicle_id":"x"}');
  const half = Math.floor(lines.length / 2);
  files = [join(folder, "one.ndjson"), join(folder, "two.ndjson")];
  await writeFile(files[0]!, `${lines.slice(0, half).join("\n")}\n`);
  await writeFile(files[1]!, lines.slice(half).join("\r\n"));
});
afterAll(() => rm(folder, { recursive: true }));

async function folded(more: { readonly threads: number; readonly worthThreads?: number }) {
  const { vehicles, skipped } = await foldFiles(
    files,
    { settings: defaultSettings, terminal: nowhere },
    more,
  );
  return {
    skipped,
    vehicles: [...vehicles.values()].map((vehicle) => {
      const { identities: _identities, replay, ...others } = vehicle;
      const { state: _state, ...told } = replay;
      return { ...others, replay: told, state: stateSha256(vehicle) };
    }),
  };
}

test("several threads come to what one does, in the same order", async () => {
  const one = await folded({ threads: 1 });
  expect(one.vehicles).toHaveLength(9);
  expect(one.vehicles.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(2);
  expect(one.skipped.map(({ file, line }) => `${file.slice(-10)}:${line}`)).toHaveLength(3);
  expect(await folded({ threads: 2, worthThreads: 0 })).toEqual(one);
  // A beginning is kept back until it is known whether threads are worth while.
  expect(await folded({ threads: 2, worthThreads: 20_000 })).toEqual(one);
  expect(await folded({ threads: 2 })).toEqual(one);
});

test("a file that cannot be read is a fault, with threads under way or without", async () => {
  const given = { settings: defaultSettings, terminal: nowhere };
  for (const worthThreads of [0, 1_000_000_000]) {
    const missing = [files[0]!, join(folder, "none")];
    await expect(foldFiles(missing, given, { threads: 2, worthThreads })).rejects.toThrow(/ENOENT/);
  }
});
