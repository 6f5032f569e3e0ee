import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { spawnPlumbline } from "./service-process.ts";

const folder = await mkdtemp(join(tmpdir(), "plumbline-demo-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = promisify(execFile);
const hasCurl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);

/** The demo until it invites to try it, tried, and stopped by Ctrl-C; gives everything it said. */
async function demoUntilStopped(tryIt: (said: string) => Promise<void>): Promise<string> {
  const words = ["demo", "--port", "0", "--vehicles", "16", "--data-dir", join(folder, "demo")];
  const demo = spawnPlumbline(words);
  let said = "";
  demo.stderr!.on("data", (chunk) => (said += String(chunk)));
  await new Promise<void>((resolve, reject) => {
    demo.stdout!.on("data", (chunk) => {
      said += String(chunk);
      if (said.includes("(Ctrl-C stops)")) resolve();
    });
    demo.once("exit", () => reject(new Error(said)));
  });
  demo.removeAllListeners("exit");
  try {
    await tryIt(said);
  } finally {
    demo.kill("SIGINT");
    expect(await once(demo, "close")).toEqual([0, null]);
  }
  return said;
}

test("the demo has evidence within seconds, its lines work as printed, and it goes on where it stopped", async () => {
  const first = await demoUntilStopped(async (said) => {
    expect(said).toMatch(/16 simulated vehicles since .* UTC, at 60 times real time until the present/u);
    expect(said).toMatch(/# fetch signed evidence\ncurl .*\/v1\/evidence\/EVB-\d{8}-[0-9A-Z]{12}\/bundle/u);
    const calls = said.split("\n").filter((line) => line.startsWith("curl "));
    expect(calls).toHaveLength(6);
    if (!hasCurl) return console.warn("curl is not installed: the demo's calls were not tried");
    for (const call of calls) {
      const { stdout } = await run("sh", ["-c", `${call} -w '\\n%{http_code}'`]);
      expect(stdout, call).toMatch(/\n200$/u);
    }
  });
  expect(first).toContain("goes on from there");

  const kept = JSON.parse(await readFile(join(folder, "demo", "simulation.json"), "utf8"));
  const second = await demoUntilStopped(async () => {});
  const from = kept.played_until.slice(0, 16).replace("T", " ");
  expect(second).toContain(`16 simulated vehicles going on from ${from} UTC`);
  const keptAgain = JSON.parse(await readFile(join(folder, "demo", "simulation.json"), "utf8"));
  expect(keptAgain).toMatchObject({ start: kept.start, seed: 1 });
  expect(Date.parse(keptAgain.played_until)).toBeGreaterThanOrEqual(Date.parse(kept.played_until));
}, 90_000);
