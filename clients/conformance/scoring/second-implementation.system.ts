import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { frozenScorer } from "../../../core/scorers/scorer-for-tests.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import type { Folded, VehicleState } from "../../../core/scoring/model/state.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { entryToJson } from "./entry-json.ts";
import { foldScenarios, type FoldScenario } from "./fold-scenarios.ts";

/** More by FOLD_FRAMES: 20,000 take a minute or two a scenario. */
const frames = Number(process.env["FOLD_FRAMES"] ?? 2000);
/** A digest of the packed state after so many entries, and wherever something happened. */
const everySoManyEntries = 25;

const canRun = spawnSync("python3", ["--version"]).status === 0;
if (!canRun) console.warn("second-implementation.system.ts is skipped: it needs python3");

const scratch = mkdtempSync(join(tmpdir(), "plumbline-fold-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe.skipIf(!canRun)("the scoring of the Python client", () => {
  test("agrees with every vector", () => {
    expect(runPython("check_vectors.py")).toMatchObject({ stderr: "", status: 0 });
  });

  test.each(Object.entries(foldScenarios))(
    "gives the same scores, events and states of %s",
    (_name, scenario) => {
      const file = join(scratch, "journal.ndjson");
      const entries = writeFolded(scenario, file);

      const { stdout, stderr, status } = runPython("check_fold.py", file);

      expect({ stderr, status, stdout }).toMatchObject({ stderr: "", status: 0 });
      expect(stdout).toMatch(new RegExp(`^ok: ${entries} entries`, "u"));
    },
  );

  test.each(["1.3.0", "1.4.0"])("gives those of the frozen scorer %s by its rules", async (version) => {
    const scorer = await frozenScorer(version);
    const by: Scorer = {
      ...scorer,
      fold: (state, entry) => scorer.fold(state, entry, scorer.defaultSettings),
    };
    const file = join(scratch, `journal-${version}.ndjson`);
    const name =
      "a frame a minute: drifts that end, commands, late frames, repeats, sensors that come and go";
    const entries = writeFolded(foldScenarios[name]!, file, { by });

    const { stdout, stderr, status } = runPython("check_fold.py", file, version);

    expect({ stderr, status, stdout }).toMatchObject({ stderr: "", status: 0 });
    expect(stdout).toMatch(new RegExp(`^ok: ${entries} entries`, "u"));
  });

  test("a score that is one bit off is found", () => {
    const file = join(scratch, "bent.ndjson");
    writeFolded(foldScenarios["20 Hz, correlated"]!, file, { count: 100, bend: bendLastScore });

    const { stdout, status } = runPython("check_fold.py", file);

    expect(status).toBe(1);
    expect(stdout).toContain("/confidence");
  });
});

function runPython(program: string, ...words: readonly string[]) {
  const options = { encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  return spawnSync("python3", [join(import.meta.dirname, program), ...words], options);
}

interface Line {
  readonly entry: unknown;
  readonly score: unknown;
  readonly events: unknown;
  readonly state_sha256: string | null;
}

interface Scorer {
  readonly initialState: () => VehicleState;
  readonly fold: (state: VehicleState, entry: JournalEntry) => Folded;
  readonly packState: (state: VehicleState) => Uint8Array;
}

function present(): Scorer {
  const tester = new FrameTester();
  return { initialState, packState, fold: (state, entry) => fold(state, entry, defaultSettings, tester) };
}

/** One line an entry: what it is, and what the core makes of it. */
function writeFolded(
  scenario: FoldScenario,
  file: string,
  { count = frames, bend = (line: Line, _at: number): Line => line, by = present() } = {},
): number {
  const out = openSync(file, "w");
  let state = by.initialState();
  let entries = 0;
  for (const entry of scenario(count)) {
    const { state: after, score, events } = by.fold(state, entry);
    state = after;
    entries += 1;
    const isDigested = entries % everySoManyEntries === 0 || events.length > 0;
    const digest = isDigested ? createHash("sha256").update(by.packState(state)).digest("hex") : null;
    const line = { entry: entryToJson(entry), score, events, state_sha256: digest };
    writeSync(out, `${JSON.stringify(bend(line, entries))}\n`);
  }
  closeSync(out);
  return entries;
}

function bendLastScore(line: Line, at: number): Line {
  if (at !== 100) return line;
  const { confidence } = line.score as { readonly confidence: number };
  return { ...line, score: { ...(line.score as object), confidence: confidence * (1 + 2 ** -52) } };
}
