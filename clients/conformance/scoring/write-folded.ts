import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";

import { fold } from "../../../core/scoring/fold.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { openBreachOf } from "../../../core/scoring/verdict/state-events.ts";
import { entryToJson } from "./entry-json.ts";

export interface FoldedLine {
  readonly entry: unknown;
  readonly score: unknown;
  readonly breach: unknown;
  readonly state_sha256: string | null;
}

/**
 * One line an entry: what it is, and what the core makes of it. A digest of the packed state stands in every so many
 * lines, and wherever something happened.
 */
export function writeFolded(
  journal: Iterable<JournalEntry>,
  file: string | URL,
  { digestEvery = 25, bend = (line: FoldedLine): FoldedLine => line } = {},
): number {
  const out = openSync(file, "w");
  let state = initialState();
  let entries = 0;
  for (const entry of journal) {
    const { state: after, score, events } = fold(state, entry, defaultSettings);
    state = after;
    entries += 1;
    const isDigested = entries % digestEvery === 0 || events.length > 0;
    const digest = isDigested ? createHash("sha256").update(packState(state)).digest("hex") : null;
    const breach = openBreachOf(state, defaultSettings);
    const line = {
      entry: entryToJson(entry),
      score: score && asInEvidence(score),
      breach,
      state_sha256: digest,
    };
    writeSync(out, `${JSON.stringify(bend(line))}\n`);
  }
  closeSync(out);
  return entries;
}

const leftOut: ReadonlySet<string> = new Set(["course", "change", "noise"] satisfies (keyof Score)[]);

/** Without what evidence does not repeat of a score. */
function asInEvidence(score: Score): unknown {
  return Object.fromEntries(Object.entries(score).filter(([name]) => !leftOut.has(name)));
}
