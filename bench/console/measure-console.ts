import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import type { Browser, Page } from "playwright-core";
import { build, preview } from "vite";

import { browserPath, openBrowser } from "../../e2e/open-browser.ts";
import { figuresOf } from "../ingest/process-figures.ts";
import { markdownTable } from "../markdown-table.ts";
import { runStamp } from "../run-stamp.ts";
import { measureLive } from "./measure-live.ts";
import type { Moving, TaskAsk, TaskResults } from "./page/task.ts";

/*
 * How fast the console draws, in Debian's Chromium on a machine without a graphics processor: a map of 10,000 and 100,000
 * vehicles that is dragged, the same with all of them moving, marks alone, and charts of 2 × 10,000 and 2 × 100,000 points.
 * Everything twice: as Chromium puts pages together by itself on such a machine, and with the renderer the tests pin, which
 * computes a graphics processor and sends every layer through it.
 *
 *     npm run bench -- console [-- --seconds 6 --rounds 3]
 *
 * What live updates cost is measured apart, and printed:
 *
 *     npm run build && npm run bench -- console --live [--seconds 8]
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
const renderers = {
  /** The last of two flags counts: what `openBrowser` pins is left to the browser again. */
  own: { name: "as it comes", flags: ["--use-angle=default"] },
  pinned: { name: "SwiftShader pinned", flags: [] },
} as const;
const tasks = (["marks", "pan", "map", "chart"] as const).flatMap((name) =>
  sizes.map((size) => ({ name, size })),
);

const whatIsDrawn: Readonly<Record<keyof TaskResults, (size: number) => string>> = {
  marks: (size) => `${size} moving marks, each drawn`,
  pan: (size) => `the map of ${size} vehicles, dragged and zoomed`,
  map: (size) => `the map of ${size} vehicles, dragged and zoomed, every vehicle moves in every picture`,
  chart: (size) => `chart of 2 × ${size} points, all replaced in each picture`,
};

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
    try {
      await report(executablePath, server.resolvedUrls!.local[0]!);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

async function report(executablePath: string, url: string): Promise<void> {
  const measured: Measured[] = [];
  let chromium = "";
  for (const renderer of Object.values(renderers)) {
    const browser = await openBrowser(executablePath, renderer.flags);
    chromium = browser.version();
    for (const { name, size } of tasks)
      measured.push({
        renderer: renderer.name,
        name,
        size,
        best: await best(browser, url, { name, size, seconds }),
      });
    await browser.close();
  }
  const results = { ...runStamp(), chromium, seconds, rounds, measured };
  const folder = join(import.meta.dirname, "..", "results");
  writeFileSync(join(folder, "console.json"), `${JSON.stringify(results, null, 2)}\n`);
  const text = described(results);
  writeFileSync(join(folder, "console.md"), text);
  process.stdout.write(text);
}

interface Round extends Moving {
  /** Absent where nothing is drawn before it moves. */
  readonly firstMs?: number;
  /** Of all of the browser's processes for one picture; null where the system does not tell. */
  readonly processorMs: number | null;
}

interface Measured {
  readonly renderer: string;
  readonly name: keyof TaskResults;
  readonly size: number;
  readonly best: Round;
}

/** The fastest round: what else the machine does only ever slows it down. Each in a page of its own. */
async function best(browser: Browser, url: string, ask: TaskAsk): Promise<Round> {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1320, height: 900 } });
    all.push(await measuredOnce(page, url, ask));
    await page.close();
  }
  return all.toSorted((one, other) => other.framesPerSecond - one.framesPerSecond)[0]!;
}

async function measuredOnce(page: Page, url: string, ask: TaskAsk): Promise<Round> {
  let beganUs: number | undefined;
  await page.exposeFunction("beginMoving", () => {
    beganUs = figuresOf([process.pid])?.cpuUs;
  });
  await page.goto(url);
  await page.waitForFunction(() => "measure" in window);
  const moving = await page.evaluate(
    (asked) => (window as unknown as { measure(ask: TaskAsk): Promise<Round> }).measure(asked),
    ask,
  );
  const endedUs = figuresOf([process.pid])?.cpuUs;
  const isTold = beganUs !== undefined && endedUs !== undefined;
  return { ...moving, processorMs: isTold ? (endedUs - beganUs!) / 1000 / moving.pictures : null };
}

function described(
  results: ReturnType<typeof runStamp> & {
    readonly chromium: string;
    readonly measured: readonly Measured[];
  },
): string {
  const ms = (value: number | null | undefined): string =>
    value === null || value === undefined ? "–" : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
  const rows = results.measured.map(({ renderer, name, size, best }) => [
    whatIsDrawn[name](size),
    renderer,
    ms(best.firstMs),
    best.framesPerSecond.toFixed(1),
    // Map and chart draw in a turn of their own, later in the same picture.
    name === "marks" ? ms(best.scriptMs) : "–",
    ms(best.processorMs),
  ]);
  const heads = [
    "",
    "renderer",
    "first picture",
    "pictures a second",
    "script of one, median",
    "processor time of one, all of the browser",
  ];
  return [
    "# How fast the console draws",
    "",
    `Written by \`npm run bench -- console\`: ${results.date}, commit ${results.commit}, ${results.machine}, Chromium ${results.chromium} without a graphics processor. The fastest of ${rounds} rounds of ${seconds} s. *As it comes*: the browser puts pages together without a graphics interface, as it does by itself on such a machine. *SwiftShader pinned*: as the tests run, every layer goes through a computed graphics processor.`,
    "",
    ...markdownTable(heads, rows),
    "",
  ].join("\n");
}
