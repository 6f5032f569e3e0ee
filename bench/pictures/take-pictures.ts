import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { browserPath, openBrowser, openWatchedPage, whyNoPage } from "../../e2e/open-browser.ts";
import { type ServiceProcess, startServiceProcess } from "../../e2e/service-process.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { type Shown, views } from "./views.ts";

/**
 * `npm run docs:pictures`: the pictures of the documentation, taken of a service with the seeded demo fleet. Times and
 * ids differ from run to run, what happens does not.
 */
const folder = new URL("../../docs/pictures/", import.meta.url);
const vehicles = 40;
const minutes = 360;
const framesAtOnce = 4_000;

async function main(): Promise<void> {
  const reason = whyNoPage("index.html");
  if (reason !== null) throw new Error(reason);
  mkdirSync(folder, { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-pictures-"));
  const [service, browser] = await Promise.all([
    startServiceProcess({ dataDir, port: 0 }),
    openBrowser(browserPath!),
  ]);
  try {
    await takeAll(service, browser);
  } finally {
    await browser.close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeAll(service: ServiceProcess, browser: Browser): Promise<void> {
  const client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
  await playFleet(client);
  const worst = (await client.fleet.queue({ limit: 1 })).data[0]!;
  const shown = { client, service, browser, critical: worst.vehicle_id, evidence: worst.evidence_id! };
  for (const name of Object.keys(views)) await take(name, shown);
}

interface Taking extends Shown {
  readonly service: ServiceProcess;
  readonly browser: Browser;
}

async function take(name: string, taking: Taking): Promise<void> {
  const { open, theme = "light", width = 1320, height = 900 } = views[name]!;
  const { page, context } = await openWatchedPage(taking.browser, {
    origin: taking.service.url,
    theme,
    width,
  });
  await page.setViewportSize({ width, height });
  await open(page, taking);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: "disabled" });
  writeFileSync(new URL(`${name}.webp`, folder), await compressed(taking.browser, png));
  await context.close();
  process.stdout.write(`docs/pictures/${name}.webp\n`);
}

/** The browser writes WebP itself; on an empty page, because the console's own forbids pictures from elsewhere. */
async function compressed(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const address = await page.evaluate(
    async (source) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [picture.width, picture.height];
      canvas.getContext("2d")!.drawImage(picture, 0, 0);
      return canvas.toDataURL("image/webp", 0.3);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  await page.close();
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

/** The newest frame is from a moment ago, so that nobody is silent. */
async function playFleet(client: Plumbline): Promise<void> {
  const startUs = (Math.floor(Date.now() / 60_000) - minutes) * 60e6;
  const fleet = generateFleet({
    seed: 1,
    vehicles,
    startUs,
    periodS: 60,
    scenario: "mixed",
    onsetsWithinS: [90 * 60, 240 * 60],
    isDescribed: true,
  });
  const frames = [...fleetFrames(fleet, 0, minutes)];
  for (let from = 0; from < frames.length; from += framesAtOnce) {
    await client.telemetry.ingestBatch(frames.slice(from, from + framesAtOnce));
  }
}

await main();
