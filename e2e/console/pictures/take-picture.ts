import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { addressOf, type Scene } from "./scenes.ts";
import type { Recording } from "./recorded-service.ts";

interface Taking {
  readonly origin: string;
  readonly recording: Recording;
  readonly width: number;
}

export interface OpenedScene {
  readonly page: Page;
  /** The whole page as a PNG, once nothing moves any more. */
  take(theme: "light" | "dark"): Promise<Buffer>;
  close(): Promise<void>;
}

/** A scene in a window of its own, by the clock of the recording. */
export async function openScene(browser: Browser, scene: Scene, taking: Taking): Promise<OpenedScene> {
  const { origin, recording, width } = taking;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: 900 },
    timezoneId: "UTC",
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.clock.setFixedTime(recording.clock);
  // How long something took is told on some pages.
  await page.addInitScript(() => {
    performance.now = () => 0;
  });
  await page.goto(addressOf(scene, recording));
  await isReady(page, scene);
  await scene.act?.(page, recording);
  return {
    page,
    async take(theme) {
      await page.emulateMedia({ colorScheme: theme });
      await isReady(page, scene);
      await page.evaluate(hidePort);
      return restingPicture(page);
    },
    close: () => context.close(),
  };
}

async function isReady(page: Page, { ready }: Scene): Promise<void> {
  // The verifier and the form that asks for a key are no pages of the frame that sets the mark.
  const isFramed = !page.url().endsWith("/verify");
  if (isFramed) await page.locator("main[data-ready]").waitFor();
  if (ready !== undefined) await page.locator(ready).first().waitFor();
  await page.evaluate(async (fonts) => {
    await Promise.all(fonts.map((font) => document.fonts.load(font)));
    await document.fonts.ready;
  }, pageFonts);
}

/** The page of an empty fleet names the service's own address in a command, and its port is another every time. */
function hidePort(): void {
  for (const code of document.querySelectorAll("pre")) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      text.nodeValue = text.nodeValue?.replaceAll(window.location.host, "127.0.0.1:8000") ?? null;
    }
  }
}

const pageFonts = [
  '400 14px "IBM Plex Sans"',
  '500 14px "IBM Plex Sans"',
  '600 14px "IBM Plex Sans"',
  '400 14px "IBM Plex Mono"',
];

const betweenMs = 400;
const mostPictures = 50;

/** Two pictures in a row that are the same: what is drawn over several frames has come to rest. */
async function restingPicture(page: Page): Promise<Buffer> {
  let before: Buffer = Buffer.alloc(0);
  for (let taken = 0; taken < mostPictures; taken += 1) {
    const now = await page.screenshot({ fullPage: true, animations: "disabled", caret: "hide" });
    if (now.equals(before)) return now;
    before = now;
    await sleep(betweenMs);
  }
  throw new Error(`${page.url()} does not come to rest: ${mostPictures} pictures, and each is another`);
}
