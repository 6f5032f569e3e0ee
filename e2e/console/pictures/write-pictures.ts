import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { Plumbline } from "../../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../../core/contract/api-key.ts";
import { browserPath, openBrowser, whyNoPage } from "../../open-browser.ts";
import { startServiceProcess } from "../../service-process.ts";
import { sendSeededFleet } from "../seeded/send-seeded-fleet.ts";
import { type Darkroom, openDarkroom } from "./darkroom.ts";
import {
  playRecording,
  type RecordedAnswer,
  type Recording,
  readRecording,
  recordService,
  writeRecording,
} from "./recorded-service.ts";
import { type Scene, scenes, themes, widths } from "./scenes.ts";
import {
  clearLeftPictures,
  forgetPictures,
  leavePictures,
  recordings,
  storePrint,
  storeStamp,
  storeThumbnail,
} from "./stored-pictures.ts";
import { openScene } from "./take-picture.ts";

/**
 * `npm run console:pictures`: the pictures the console is held to, taken anew from the recorded answers;
 * `npm run console:pictures -- --record`: the answers, too, recorded anew of a service with the seeded fleet.
 * `npm run console:pictures -- fleet-map pose`: of these scenes alone; with --record, the recordings they are of.
 */
async function main(): Promise<void> {
  const reason = whyNoPage("index.html");
  if (reason !== null) throw new Error(reason);
  const words = process.argv.slice(2);
  const browser = await openBrowser(browserPath!);
  try {
    const named = words.filter((word) => word !== "--record");
    const names = named.length === 0 ? Object.keys(scenes) : named;
    if (words.includes("--record")) {
      for (const which of new Set(names.map((name) => scenes[name]!.recording)))
        await recordNew(browser, which);
    }
    await takeAll(browser, names);
  } finally {
    await browser.close();
  }
}

async function takeAll(browser: Browser, names: readonly string[]): Promise<void> {
  const darkroom = await openDarkroom(browser);
  forgetPictures(names);
  clearLeftPictures();
  for (const which of ["fleet", "empty"] as const) {
    const recording = readRecording(recordings[which]);
    const service = await playRecording(recording);
    for (const name of names.filter((one) => scenes[one]!.recording === which)) {
      const bytes = await takeScene(name, { browser, darkroom, recording, origin: service.url });
      process.stdout.write(`${name} (${Math.round(bytes / 1024)} KiB)\n`);
    }
    if (service.missing.length > 0) {
      throw new Error(`the recording lacks answers; run it with --record:\n${service.missing.join("\n")}`);
    }
    await service.close();
  }
  storeStamp(darkroom.camera);
}

interface Studio {
  readonly browser: Browser;
  readonly darkroom: Darkroom;
  readonly recording: Recording;
  readonly origin: string;
}

/** The other theme draws the same in other colours. */
const shownTheme = "light";

/** In every theme; gives the bytes people look at. */
async function takeScene(name: string, { browser, darkroom, recording, origin }: Studio): Promise<number> {
  let bytes = 0;
  for (const width of widths) {
    const opened = await openScene(browser, scenes[name]!, { origin, recording, width });
    for (const theme of themes) {
      const [shot, png] = [{ scene: name, theme, width }, await opened.take(theme)];
      storePrint(shot, await darkroom.print(png));
      leavePictures(shot, { taken: png });
      if (theme !== shownTheme) continue;
      const thumbnail = await darkroom.thumbnail(png);
      storeThumbnail(shot, thumbnail);
      bytes += thumbnail.length;
    }
    await opened.close();
  }
  return bytes;
}

async function recordNew(browser: Browser, which: Scene["recording"]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-recorded-"));
  const service = await startServiceProcess({ dataDir, port: 0 });
  try {
    const client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
    const addresses = which === "fleet" ? await fillFleet(client) : {};
    const recording = await record(browser, { which, origin: service.url, addresses });
    mkdirSync(new URL(".", recordings[which]), { recursive: true });
    writeRecording(recordings[which], recording);
    process.stdout.write(`\nrecorded ${which}: ${recording.answers.size} answers\n`);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Longer than a page waits before it asks again: what it asks then is to be known, too. */
const dwellMs = 6_000;

async function record(
  browser: Browser,
  {
    which,
    origin,
    addresses,
  }: {
    readonly which: Scene["recording"];
    readonly origin: string;
    readonly addresses: Recording["addresses"];
  },
): Promise<Recording> {
  const clock = new Date(Math.ceil(Date.now() / 60_000) * 60_000).toISOString();
  const answers = new Map<string, RecordedAnswer>();
  const recording: Recording = { clock, addresses, answers };
  const watched = await recordService(origin, answers);
  for (const scene of Object.values(scenes).filter((one) => one.recording === which)) {
    for (const width of widths) {
      const opened = await openScene(browser, scene, { origin: watched.url, recording, width });
      await sleep(dwellMs);
      await opened.close();
    }
    process.stdout.write(".");
  }
  await watched.close();
  return recording;
}

/** The fleet, and the ids of what the scenes show of it. */
async function fillFleet(client: Plumbline): Promise<Recording["addresses"]> {
  await sendSeededFleet(client);
  const queue = (await client.fleet.queue({ limit: 50 })).data;
  const worst = queue.find((item) => item.probable_fault_source === "camera")!;
  const [healthy] = (await client.vehicles.list({ tier: ["NOMINAL"], sort: "vehicle_id" })).data;
  const scenario = await client.risk.scenarioFeed({
    scenario_type: "post_collision",
    origin: "synthetic",
    seed: 42,
    map_center: [37.7749, -122.4194],
  });
  return {
    critical: worst.vehicle_id,
    healthy: healthy!.vehicle_id,
    evidence: worst.evidence_id!,
    scenario: scenario.scenario_id,
  };
}

await main();
