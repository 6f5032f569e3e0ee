import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { defaultSettings, scoringVersion, settingsToJson } from "../scoring/settings/settings.ts";
import { buildScorer } from "./build-scorer.ts";

/** A scoring as small as one can be that has all a scorer exports, where a tree has them. */
const smallest = {
  "scoring/fold.ts": `
    import { double } from "./double.ts";
    /** Σ½σ² ≤ 10⁻⁴·μ₀ → … */
    export function fold(state: number, entry: number): number {
      return state + double(entry);
    }
  `,
  "scoring/double.ts": `
    export const double = (value: number): number => 2 * value;
    export const unused = "left out";
  `,
  "scoring/model/initial-state.ts": "export const initialState = () => 0;",
  "scoring/model/codec/state-codec.ts": `
    export const packState = (state: number) => Uint8Array.of(state);
    export const unpackState = ([state]: Uint8Array) => state;
  `,
  "scoring/verdict/state-events.ts": "export const openBreachOf = () => null;",
  "scoring/settings/settings.ts": `
    import { Type } from "typebox";
    export const settingsSchema = Type.Object({});
    export const [scoringVersion, numericProfile, defaultSettings] = ["0.1.0", "small", {}];
    export const [settingsFromJson, settingsToJson] = [(json: unknown) => json, (settings: unknown) => settings];
  `,
  "evidence/bundle/scoring-outputs.ts": "export const scoringOutputs = (score: unknown) => score;",
};

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "plumbline-build-"));
});
afterEach(() => rmSync(place, { recursive: true }));

describe("a scorer built from a source tree", () => {
  test("is one module that runs, and imports nothing", async () => {
    const text = await buildScorer(treeOf(smallest));
    expect(text).not.toMatch(/^\s*import\b/m);
    const scorer = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    expect(scorer.fold(scorer.initialState(), 21)).toBe(42);
    expect(scorer.version).toBe("0.1.0");
    expect(Object.keys(scorer).toSorted()).toEqual([
      "defaultSettings",
      "fold",
      "initialState",
      "numericProfile",
      "openBreach",
      "outputs",
      "packState",
      "settingsFromJson",
      "settingsToJson",
      "unpackState",
      "version",
    ]);
  });

  test("is made of today's sources, wherever their files are", async () => {
    const text = await buildScorer(fileURLToPath(new URL("..", import.meta.url)));
    const scorer = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    expect(scorer.version).toBe(scoringVersion);
    expect(scorer.settingsToJson(scorer.defaultSettings)).toEqual(settingsToJson(defaultSettings));
  });

  test("has the same bytes wherever the tree lies", async () => {
    const [here, there] = [treeOf(smallest, "here"), treeOf(smallest, "a/longer/way/there")];
    expect(await buildScorer(there)).toBe(await buildScorer(here));
  });

  test("holds neither the schemas that stand beside the settings nor what nobody uses", async () => {
    const text = await buildScorer(treeOf(smallest));
    expect(text).not.toMatch(/Type|typebox|left out/);
  });

  test("spells its formulas in ASCII", async () => {
    expect(await buildScorer(treeOf(smallest))).toContain("/** Sum 1/2sigma^2 <= 10^-4*mu_0 -> ... */");
  });

  test("spells a sign it has no word for by its code point", async () => {
    const odd = smallest["scoring/fold.ts"].replace("Σ", "☃");
    expect(await buildScorer(treeOf({ ...smallest, "scoring/fold.ts": odd }))).toContain("U+2603");
  });
});

describe("a scorer is refused", () => {
  test("whose code, not only its comments, goes beyond ASCII", async () => {
    const odd = smallest["evidence/bundle/scoring-outputs.ts"].replace("=> score", '=> [score, "µ"]');
    await expect(
      buildScorer(treeOf({ ...smallest, "evidence/bundle/scoring-outputs.ts": odd })),
    ).rejects.toThrow("µ");
  });

  test("that would import something at run time", async () => {
    // The bundler warns of it, too.
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const odd = `import { now } from "node:process"; export const scoringOutputs = () => now;`;
    const built = buildScorer(treeOf({ ...smallest, "evidence/bundle/scoring-outputs.ts": odd }));
    await expect(built).rejects.toThrow("node:process");
    warned.mockRestore();
  });
});

function treeOf(files: Readonly<Record<string, string>>, name = "core"): string {
  const folder = join(place, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
