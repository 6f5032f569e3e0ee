import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { runRecorded } from "../run-recorded-for-tests.ts";
import { writeDemoHistory } from "./demo-history.ts";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["npm start", "start", "npm start -- "],
  ["the packed program, which has no such script", "npx", "npx plumbline demo "],
])("what to type next is typed as %s was", async (_, script, command) => {
  vi.stubEnv("npm_lifecycle_event", script);
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-demo-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await writeDemoHistory(dataDir, { seed: 1, vehicles: 40, periodS: 60, startUs: 0, playedUntilUs: 0 });
  const run = await runRecorded(["demo", "--vehicles", "5", "--data-dir", dataDir]);
  expect(run.exitCode).toBe(2);
  expect(run.err).toContain(`next: ${command}--data-dir .plumbline/demo-5-1 --vehicles 5 (or remove`);
});
