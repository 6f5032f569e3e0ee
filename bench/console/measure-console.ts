import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import type { Browser, Page } from "playwright-core";
import { build, preview } from "vite";

import { browserPath, openBrowser } from "../../e2e/open-browser.ts";
import { markdownTable } from "../markdown-table.ts";
import { runStamp } from "../run-stamp.ts";
import { measureLive } from "./measure-live.ts";
import type { TaskAsk, TaskResults } from "./page/task.ts";

/*
 * How fast the console draws, in Debian's Chromium with its software renderer: 10,000 and 100,000 moving vehicles, and
 * charts of 2 × 10,000 and 2 × 100,000 points.
 *
 *     npm run bench:console [-- --seconds 6 --rounds 3]
 *
 * What live updates cost is measured apart, and printed:
 *
 *     npm run build && npm run bench:console -- --live [--seconds 8]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "3" },
    live: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const sizes = [10_000, 100_000];

if (browserPath === null) throw new Error("no Chromium on this machine (apt-get install chromium)");
if (values.live) process.stdout.write(await measureLive(browserPath, seconds));
else await measurePictures(browserPath);

async function measurePictures(executablePath: string): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), "plumbline-bench-console-"));
  const root = join(import.meta.dirname, "page");
  try {
    await build({ root, configFile: false, logLevel: "warn", build: { outDir, emptyOutDir: true } });
    const server = await preview({
      root,
      configFile: false,
      logLevel: "warn",
      build: { outDir },
      preview: { port: 0 },
    });
    const browser = await openBrowser(executablePath);
    try {
      await report(browser, server.resolvedUrls!.local[0]!);
    } finally {
      await browser.close();
      await server.close();
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

async function report(browser: Browser, url: string): Promise<void> {
  const version = browser.version();
  const measured = {
    marks: await eachSize(browser, url, "marks"),
    map: await eachSize(browser, url, "map"),
    chart: await eachSize(browser, url, "chart"),
  };
  const results = { ...runStamp(), chromium: version, seconds, rounds, measured };
  const folder = join(import.meta.dirname, "..", "results");
  writeFileSync(join(folder, "console.json"), `${JSON.stringify(results, null, 2)}\n`);
  const text = described(results);
  writeFileSync(join(folder, "console.md"), text);
  process.stdout.write(text);
}

interface Measured<Name extends keyof TaskResults> {
  readonly size: number;
  readonly best: TaskResults[Name];
}

async function eachSize<Name extends keyof TaskResults>(
  browser: Browser,
  url: string,
  name: Name,
): Promise<readonly Measured<Name>[]> {
  const found: Measured<Name>[] = [];
  for (const size of sizes) found.push({ size, best: await best(browser, url, { name, size, seconds }) });
  return found;
}

/** The fastest round: what else the machine does only ever slows it down. Each in a page of its own. */
async function best<Name extends keyof TaskResults>(
  browser: Browser,
  url: string,
  ask: TaskAsk & { readonly name: Name },
): Promise<TaskResults[Name]> {
  const all: TaskResults[Name][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1320, height: 900 } });
    await page.goto(url);
    all.push(await measured<Name>(page, ask));
    await page.close();
  }
  return all.toSorted((one, other) => other.framesPerSecond - one.framesPerSecond)[0]!;
}

async function measured<Name extends keyof TaskResults>(
  page: Page,
  ask: TaskAsk,
): Promise<TaskResults[Name]> {
  await page.waitForFunction(() => "measure" in window);
  return page.evaluate(
    (asked) => (window as unknown as { measure(ask: TaskAsk): Promise<TaskResults[Name]> }).measure(asked),
    ask,
  );
}

function described(
  results: ReturnType<typeof runStamp> & {
    readonly chromium: string;
    readonly measured: { readonly [Name in keyof TaskResults]: readonly Measured<Name>[] };
  },
): string {
  const { marks, map, chart } = results.measured;
  const fps = (value: number): string => value.toFixed(1);
  const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  const rows = [
    ...marks.map(({ size, best }) => [
      `${size} moving marks, each drawn`,
      "–",
      fps(best.framesPerSecond),
      ms(best.scriptMs),
    ]),
    ...map.map(({ size, best }) => [
      `the map: ${size} moving vehicles, clusters counted in each picture, pan and zoom`,
      ms(best.firstMs),
      fps(best.framesPerSecond),
      // It draws in a turn of its own, later in the same picture.
      "–",
    ]),
    ...chart.map(({ size, best }) => [
      `chart of 2 × ${size} points, all replaced in each picture`,
      ms(best.firstMs),
      fps(best.framesPerSecond),
      "–",
    ]),
  ];
  return [
    "# How fast the console draws",
    "",
    `Written by \`npm run bench:console\`: ${results.date}, commit ${results.commit}, ${results.machine}, Chromium ${results.chromium} without a graphics processor (SwiftShader). The fastest of ${rounds} rounds of ${seconds} s.`,
    "",
    ...markdownTable(["", "first picture", "pictures a second", "script of one, median"], rows),
    "",
  ].join("\n");
}
