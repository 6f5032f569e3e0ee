import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDemoHistory, writeDemoHistory } from "./demo-history.ts";
import type { DemoHistory } from "./demo-history.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

const history: DemoHistory = {
  seed: 1,
  vehicles: 40,
  periodS: 60,
  startUs: Date.UTC(2026, 0, 5) * 1000,
  playedUntilUs: Date.UTC(2026, 0, 5, 6) * 1000,
};

const folder = () => mkdtemp(join(tmpdir(), "plumbline-history-"));

test("a history that was kept is read again, and nothing is left beside it", async () => {
  const dataDir = await folder();
  expect(await readDemoHistory(dataDir)).toBeNull();
  await writeDemoHistory(dataDir, history);
  await writeDemoHistory(dataDir, { ...history, playedUntilUs: history.playedUntilUs + 60e6 });
  expect(await readDemoHistory(dataDir)).toEqual({ ...history, playedUntilUs: history.playedUntilUs + 60e6 });
  expect(await readdir(dataDir)).toEqual(["simulation.json"]);
});

test.each(["{", "{}", '{"version":2}', '{"version":1,"seed":1,"vehicles":4,"period_s":60,"start":"x"}'])(
  "a file that holds %s is refused with what to do",
  async (text) => {
    const dataDir = await folder();
    await writeFile(join(dataDir, "simulation.json"), text);
    const run = await runRecorded(["demo", "--data-dir", dataDir, "--port", "0"]);
    expect(run).toMatchObject({ exitCode: 1, out: "" });
    expect(run.err).toContain("is not the history of a demo");
    expect(run.err).toContain("--data-dir");
  },
);

test("a demo of another fleet is not mixed into this one", async () => {
  const dataDir = await folder();
  await writeDemoHistory(dataDir, history);
  const run = await runRecorded(["demo", "--data-dir", dataDir, "--vehicles", "7", "--port", "0"]);
  expect(run.exitCode).toBe(2);
  expect(run.err).toContain("holds a demo of 40 vehicles with seed 1");
});
