import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { demoMinutes, demoPlan } from "../../console/pages/fleet/load-demo-fleet.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { browserPath, openBrowser, openWatchedPage, type WatchedPage } from "../open-browser.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";

export interface ConsoleView {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  /** Another than the one that is open, without WebGL for instance. */
  readonly browser?: Browser;
}

export interface OpenedPage extends WatchedPage {
  /** What every page that was opened ends with: nothing went wrong that nobody saw. */
  readonly close: () => Promise<void>;
}

/** A service with a seeded fleet, or with what `fill` gives it, and a browser to look at it. */
export interface OpenedConsole {
  readonly service: ServiceProcess;
  readonly browser: Browser;
  readonly client: Plumbline;
  /** Of this test alone, and gone at its end. */
  readonly folder: string;
  open(path: string, view?: ConsoleView): Promise<OpenedPage>;
  readonly close: () => Promise<void>;
}

export async function openConsole(
  fill: (client: Plumbline) => Promise<unknown> = (client) => sendSeededFleet(client),
): Promise<OpenedConsole> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-console-"));
  const [service, browser]: [ServiceProcess, Browser] = await Promise.all([
    startServiceProcess({ dataDir: join(folder, "data"), port: 0 }),
    openBrowser(browserPath!),
  ]);
  const client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
  await fill(client);
  return {
    service,
    browser,
    client,
    folder,
    async open(path, { browser: other = browser, ...view } = {}) {
      const watched = await openWatchedPage(other, { origin: service.url, ...view });
      await watched.page.goto(path);
      return {
        ...watched,
        close: async () => {
          expect(watched.complaints).toEqual([]);
          expect(watched.outsideRequests).toEqual([]);
          await watched.context.close();
        },
      };
    },
    async close() {
      await browser.close();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A service that has heard of nobody. */
export function leaveEmpty(): Promise<void> {
  return Promise.resolve();
}

/** The console's demo fleet, on the first of March. */
export async function sendSeededFleet(
  client: Plumbline,
  { isDescribed = true }: { readonly isDescribed?: boolean } = {},
): Promise<void> {
  const fleet = generateFleet({ ...demoPlan, startUs: Date.UTC(2026, 2, 1) * 1000, isDescribed });
  await client.telemetry.ingestBatch([...fleetFrames(fleet, 0, demoMinutes)]);
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
