import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { CDPSession } from "playwright-core";

import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { type ScriptedEvents, startScriptedEvents } from "../../e2e/console/scripted-events.ts";
import { openBrowser, whyNoPage } from "../../e2e/open-browser.ts";
import { startServiceProcess } from "../../e2e/service-process.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { markdownTable } from "../markdown-table.ts";

const burstEveryMs = 100;
const vehicles = 100;

/** What the page's main thread worked, as shares of one core: processor time, which a busy machine leaves as it is. */
interface Share {
  readonly eventsPerSecond: number;
  readonly script: number;
  readonly tasks: number;
}

/**
 * What live updates cost the fleet page of the built console, a hundred vehicles in its list: no event, a thousand and ten
 * thousand a second, in ten bursts.
 */
export async function measureLive(executablePath: string, seconds: number): Promise<string> {
  const why = whyNoPage("index.html");
  if (why !== null) throw new Error(why);
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-bench-live-"));
  const service = await startServiceProcess({ dataDir, port: 0 });
  const events = await startScriptedEvents(service.url);
  const browser = await openBrowser(executablePath);
  try {
    await new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey }).telemetry.ingestBatch([
      ...fleetFrames(fleetOf(vehicles), 0, 10),
    ]);
    const page = await browser.newPage({ viewport: { width: 1320, height: 900 } });
    await page.goto(`${events.url}/fleet?view=list`);
    await page
      .locator(".vehicles tbody tr")
      .nth(vehicles - 1)
      .waitFor();
    while (!events.isFollowed()) await sleep(burstEveryMs);
    const debug = await page.context().newCDPSession(page);
    await debug.send("Performance.enable", { timeDomain: "threadTicks" });
    const shares: Share[] = [];
    for (const eventsPerSecond of [0, 1_000, 10_000])
      shares.push(await shareOf({ debug, events, seconds, eventsPerSecond }));
    return described(shares, seconds, browser.version());
  } finally {
    await browser.close();
    await events.close();
    await service.stop();
    rmSync(dataDir, { recursive: true });
  }
}

interface Round {
  readonly debug: CDPSession;
  readonly events: ScriptedEvents;
  readonly seconds: number;
  readonly eventsPerSecond: number;
}

async function shareOf({ debug, events, seconds, eventsPerSecond }: Round): Promise<Share> {
  const before = await worked(debug);
  const startedAt = performance.now();
  const burst = (eventsPerSecond * burstEveryMs) / 1000;
  for (let sent = 0; sent * burstEveryMs < seconds * 1000; sent += 1) {
    if (burst > 0) events.tell(burst);
    await sleep(Math.max(0, startedAt + (sent + 1) * burstEveryMs - performance.now()));
  }
  const after = await worked(debug);
  const tookS = (performance.now() - startedAt) / 1000;
  return {
    eventsPerSecond,
    script: (after.ScriptDuration - before.ScriptDuration) / tookS,
    tasks: (after.TaskDuration - before.TaskDuration) / tookS,
  };
}

async function worked(debug: CDPSession): Promise<{ ScriptDuration: number; TaskDuration: number }> {
  const { metrics } = await debug.send("Performance.getMetrics");
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return { ScriptDuration: valueOf("ScriptDuration"), TaskDuration: valueOf("TaskDuration") };
}

function fleetOf(size: number) {
  return generateFleet({
    seed: 1,
    vehicles: size,
    startUs: Date.UTC(2026, 2, 1) * 1000,
    periodS: 60,
    scenario: "mixed",
    onsetsWithinS: [80 * 60, 160 * 60],
  });
}

function described(shares: readonly Share[], seconds: number, version: string): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const rows = shares.map(({ eventsPerSecond, script, tasks }) => [
    String(eventsPerSecond),
    percent(script),
    percent(tasks),
  ]);
  return [
    `The fleet page with ${vehicles} vehicles in its list, ${seconds} s each, Chromium ${version}; shares of one core.`,
    "",
    ...markdownTable(["events a second", "script", "all of the main thread"], rows),
    "",
  ].join("\n");
}
