import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { nowhere } from "../../cli/run-recorded-for-tests.ts";
import { foldFiles } from "../../cli/scoring/folding/fold-files.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder } from "./bench-ledger.ts";
import { loadFrames } from "./load-frames.ts";

/*
 * Frames a second that `plumbline replay` reads as NDJSON and folds, in one thread and in all:
 *
 *     npm run bench -- replay [--frames 300000]
 *
 * The frames of the other benches of the service, those of their warm-up among them.
 */
const { values } = parseArgs({ options: { frames: { type: "string", default: "300000" } } });
const scratch = mkdtempSync(join(cacheFolder(), "replay-"));
const file = join(scratch, "frames.ndjson");

try {
  const { warmUp, timed } = loadFrames(Number(values.frames));
  const frames = [...warmUp, ...timed];
  writeFileSync(file, frames.map((frame) => `${JSON.stringify(frame)}\n`).join(""));
  const results = [];
  for (const threads of [1, availableParallelism()]) results.push(await measure(frames.length, threads));
  const text = `${JSON.stringify({ ...runStamp(), loadAverage: loadavg()[0], results }, null, 2)}\n`;
  writeFileSync(join(import.meta.dirname, "..", "results", "replay-rate.json"), text);
  process.stdout.write(text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(frames: number, threads: number) {
  const cpu = process.cpuUsage();
  const beganMs = performance.now();
  const { skipped } = await foldFiles([file], { settings: defaultSettings, terminal: nowhere }, { threads });
  const seconds = (performance.now() - beganMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  if (skipped.length > 0) throw new Error(`${skipped.length} of the bench's own frames were skipped`);
  return {
    threads,
    frames,
    framesPerSecond: Math.round(frames / seconds),
    cpuUsPerFrame: (user + system) / frames,
  };
}
