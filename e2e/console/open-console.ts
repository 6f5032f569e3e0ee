import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { browserPath, openBrowser, openWatchedPage, type WatchedPage } from "../open-browser.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";

/** A service with a seeded fleet, and a browser to look at it. */
export interface OpenedConsole {
  readonly service: ServiceProcess;
  readonly client: Plumbline;
  open(
    path: string,
    view?: { readonly theme?: "light" | "dark"; readonly width?: number },
  ): Promise<WatchedPage>;
  close(): Promise<void>;
}

export async function openConsole(): Promise<OpenedConsole> {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-console-"));
  const [service, browser]: [ServiceProcess, Browser] = await Promise.all([
    startServiceProcess({ dataDir, port: 0 }),
    openBrowser(browserPath!),
  ]);
  const client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
  await sendSeededFleet(client);
  return {
    service,
    client,
    async open(path, view = {}) {
      const watched = await openWatchedPage(browser, { origin: service.url, ...view });
      await watched.page.goto(path);
      return watched;
    },
    async close() {
      await browser.close();
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Twelve vehicles, half of them healthy, a frame a minute, faults beginning after the baselines are learnt. */
export async function sendSeededFleet(client: Plumbline): Promise<void> {
  const fleet = generateFleet({
    seed: 1,
    vehicles: 12,
    startUs: Date.UTC(2026, 2, 1) * 1000,
    periodS: 60,
    scenario: "mixed",
    onsetsWithinS: [80 * 60, 160 * 60],
    isDescribed: true,
  });
  await client.telemetry.ingestBatch([...fleetFrames(fleet, 0, 260)]);
}

/** Words that end beyond the window. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return page
    .locator("main *:not(.unseen, .unseen *, thead *, .u-wrap *)")
    .evaluateAll((found) =>
      found
        .filter(
          (element) =>
            element.childElementCount === 0 && element.getBoundingClientRect().right > window.innerWidth,
        )
        .map((element) => element.textContent ?? ""),
    );
}
