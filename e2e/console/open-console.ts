import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { openWatchedPage, sharedBrowser, type WatchedPage } from "../open-browser.ts";
import { startServiceProcess } from "../service-process.ts";

export interface ConsoleView {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  /** False: as in a browser that has none. */
  readonly hasWebGl?: boolean;
}

export interface OpenedPage extends WatchedPage {
  /** What every page that was opened ends with: nothing went wrong that nobody saw. */
  readonly close: () => Promise<void>;
}

/** A service and a browser to look at it. */
export interface OpenedConsole {
  readonly url: string;
  readonly browser: Browser;
  readonly client: Plumbline;
  open(path: string, view?: ConsoleView): Promise<OpenedPage>;
  readonly close: () => Promise<void>;
}

/** The fleet that all files share which only look: nothing is sent to it and nothing in it is changed. */
export async function openSeededConsole(): Promise<OpenedConsole> {
  return consoleOf(inject("seededServiceUrl"));
}

/** A service of the file's own, with what `fill` sends it. */
export async function openConsole(fill: (client: Plumbline) => Promise<unknown>): Promise<OpenedConsole> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-console-"));
  const service = await startServiceProcess({ dataDir: join(folder, "data"), port: 0 });
  const opened = await consoleOf(service.url);
  await fill(opened.client);
  return {
    ...opened,
    async close() {
      await opened.close();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function consoleOf(url: string): Promise<OpenedConsole> {
  const browser = await sharedBrowser();
  const contexts: BrowserContext[] = [];
  return {
    url,
    browser,
    client: new Plumbline({ baseUrl: url, apiKey: developmentApiKey }),
    async open(path, { hasWebGl = true, ...view } = {}) {
      const watched = await openWatchedPage(browser, { origin: url, ...view });
      contexts.push(watched.context);
      if (!hasWebGl) await watched.context.addInitScript(takeWebGlAway);
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
    // What a test that failed left open.
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  };
}

/** On this browser, or with `everywhere` on all that are signed in with the key. */
export async function signOut(page: Page, where: "on this browser" | "everywhere" = "on this browser") {
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Sign out ${where}` })
    .click();
}

/** A service without a vehicle. */
export function leaveEmpty(): Promise<void> {
  return Promise.resolve();
}

function takeWebGlAway(): void {
  for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
    const given = Object.getOwnPropertyDescriptor(prototype, "getContext")!.value as (
      name: string,
    ) => unknown;
    Object.defineProperty(prototype, "getContext", {
      value(this: HTMLCanvasElement, name: string, ...words: readonly unknown[]) {
        return name.startsWith("webgl") ? null : Reflect.apply(given, this, [name, ...words]);
      },
    });
  }
}
