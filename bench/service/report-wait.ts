import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createBenchKey, ourRepository, startBenchService } from "./bench-service.ts";

/*
 * How long one organisation waits for its report while another has sixteen verifications of 14 MiB each under way:
 *
 *     node bench/service/report-wait.ts [--repository FOLDER] [--calls 16] [--mebibytes 14]
 *
 * `--repository` measures the service of another working copy, for a comparison.
 */
const { values } = parseArgs({
  options: {
    repository: { type: "string", default: ourRepository },
    calls: { type: "string", default: "16" },
    mebibytes: { type: "string", default: "14" },
  },
});
const repository = values.repository;
const folder = mkdtempSync(join(tmpdir(), "plumbline-held-up-"));
const dataDir = join(folder, "data");

const service = await startBenchService({ dataDir, repository });
try {
  const { url } = service;
  const keyOf = (org: string) => createBenchKey({ dataDir, repository }, { preset: "engineer", org });
  const [busy, other] = [keyOf("busy"), keyOf("other")];
  const evidence = await issuedFor(other, url);
  const report = () =>
    timed(`${url}/v1/evidence/${evidence.eventId}/report.pdf`, { headers: { authorization: other } });

  await report();
  const alone = [await report(), await report(), await report()].map(({ ms }) => ms);
  const body = JSON.stringify({ bundle: longBundle() });
  const verify = () =>
    timed(`${url}/v1/evidence/verify`, {
      method: "POST",
      headers: { authorization: busy, "content-type": "application/json" },
      body,
    });
  const beganMs = performance.now();
  const calls = Array.from({ length: Number(values.calls) }, verify);
  // One report after another for as long as any of them is under way; which meets the most of them is not ours to say.
  const over = new AbortController();
  const answered = Promise.all(calls).finally(() => over.abort());
  const meanwhile: Awaited<ReturnType<typeof report>>[] = [];
  while (!over.signal.aborted) meanwhile.push(await report());
  const answers = await answered;
  const longest = meanwhile.toSorted((one, other) => other.ms - one.ms)[0]!;
  const allMs = performance.now() - beganMs;

  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  process.stdout.write(
    [
      `| ${values.calls} verifications of ${values.mebibytes} MiB by one organisation | |`,
      "| --- | ---: |",
      `| report of the other, alone (median of 3) | ${seconds(alone.toSorted((a, b) => a - b)[1]!)} |`,
      `| report of the other, meanwhile: longest of ${meanwhile.length} (status ${longest.status}) | ${seconds(longest.ms)} |`,
      `| verifications answered 200 · 429 · 503 | ${count(200)} · ${count(429)} · ${count(503)} |`,
      `| until the last of them was answered | ${seconds(allMs)} |`,
      "",
    ].join("\n"),
  );
} finally {
  await service.end();
  rmSync(folder, { recursive: true, force: true });
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

async function timed(
  url: string,
  init: RequestInit,
): Promise<{ readonly status: number; readonly ms: number }> {
  const beganMs = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - beganMs };
}

function plumbline(...words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["cli/main.ts", ...words], {
    cwd: repository,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`plumbline ${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** One piece of evidence of this key's organisation. */
async function issuedFor(authorization: string, url: string) {
  const sent = join(folder, "frames.ndjson");
  const words = ["--vehicles", "1", "--hours", "2.5", "--scenario", "bumper_repair_radar", "--out", sent];
  plumbline("simulate", ...words);
  const apiKey = authorization.slice("Bearer ".length);
  spawnSync(process.execPath, ["cli/main.ts", "ingest", sent, "--url", url], {
    cwd: repository,
    env: { ...process.env, NADIR_API_KEY: apiKey },
  });
  const headers = { authorization };
  const list = (await (await fetch(`${url}/v1/evidence`, { headers })).json()) as {
    data: { event_id: string }[];
  };
  const eventId = list.data[0]!.event_id;
  const part = async (name: string) =>
    (await fetch(`${url}/v1/evidence/${eventId}/${name}`, { headers })).text();
  return { eventId, bundle: await part("bundle"), frames: await part("frames") };
}

/** As many values as a verifier reads before it says that this is no bundle: what costs it most for its size. */
function longBundle(): string {
  const count = 190_000;
  const value = "x".repeat(Math.floor((Number(values.mebibytes) * 1024 * 1024) / count) - 3);
  return JSON.stringify({ values: Array.from({ length: count }, () => value) });
}
