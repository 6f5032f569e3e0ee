import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { builtPages } from "../open-browser.ts";

const assets = new URL("assets/", builtPages);
const isBuilt = existsSync(assets);
if (!isBuilt)
  console.warn("e2e/console/build-size.system.ts is skipped: the console is not built (npm run build)");

/** KiB in gzip, by the beginning of a file's name: what a visitor may be made to wait for. */
const budgets = {
  /** What every page needs before it can show anything. */
  shell: { names: ["index-"], kib: 110 },
  charts: { names: ["chart-picture-"], kib: 25 },
  map: { names: ["fleet-map-"], kib: 15 },
  /** Pictures in space: three.js and what is drawn with it. */
  space: {
    names: ["three.module-", "pose-picture-", "open-renderer-", "vehicle-figure-", "street-picture-"],
    kib: 160,
  },
  /** The player of scenarios, with the scoring it runs: verifier and player share that, in a file called by one of its modules. */
  player: { names: ["scenario-page-", "fold-"], kib: 68 },
  /** Every step of the verification, as the offline verifier has it; with the first evidence that is opened. */
  verifier: { names: ["check-archive-"], kib: 88 },
} as const;
/** A page's own code. */
const pageKib = 30;

describe.skipIf(!isBuilt)("the build keeps its size", () => {
  test.each(Object.entries(budgets))("%s", (_what, { names, kib }) => {
    const files = sizes().filter(({ name }) => names.some((start) => name.startsWith(start)));
    expect(files.length).toBeGreaterThan(0);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(kib * 1024);
  });

  test("the player in one file: 700 KB as it lies on the disk", () => {
    expect(readFileSync(new URL("player.html", builtPages)).length).toBeLessThanOrEqual(700_000);
  });

  test("everything else", () => {
    const named = Object.values(budgets).flatMap(({ names }): readonly string[] => names);
    const others = sizes().filter(({ name }) => !named.some((start) => name.startsWith(start)));
    const tooLarge = others.filter(({ bytes }) => bytes > pageKib * 1024);
    expect(tooLarge).toEqual([]);
  });
});

function sizes(): readonly { readonly name: string; readonly bytes: number }[] {
  return readdirSync(assets)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({ name, bytes: gzipSync(readFileSync(new URL(name, assets))).length }));
}
