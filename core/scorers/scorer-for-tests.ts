// oxlint-disable-next-line no-restricted-imports -- for tests: nothing that runs imports it
import { readFileSync } from "node:fs";

import type { JournalEntry } from "../scoring/model/journal-entry.ts";
import type { ScoringSettings } from "../scoring/settings/settings.ts";
import type { VehicleState, Folded } from "../scoring/model/state.ts";
import type { OpeningFacts } from "../scoring/verdict/state-events.ts";
import { knownScorerOf, type KnownScorer } from "./known-scorers.ts";

/** What a frozen scorer exports. Types are today's, where an older one may have had less. */
export interface FrozenScorer {
  readonly version: string;
  readonly numericProfile: string;
  readonly defaultSettings: ScoringSettings;
  initialState(): VehicleState;
  packState(state: VehicleState): Uint8Array;
  unpackState(packed: Uint8Array): VehicleState;
  settingsFromJson(json: unknown): ScoringSettings;
  settingsToJson(settings: ScoringSettings): Record<string, unknown>;
  fold(state: VehicleState, entry: JournalEntry, settings: ScoringSettings): Folded;
  openBreach(state: VehicleState, settings: ScoringSettings): OpeningFacts | null;
  outputs(score: NonNullable<Folded["score"]>): Readonly<Record<string, unknown>>;
}

/** An older engine as an oracle: what it says of a journal, a later one can be held against. */
export async function frozenScorer(version: string): Promise<FrozenScorer> {
  const scorer = knownScorerOf(version);
  if (scorer === undefined) throw new Error(`scoring ${version} is not frozen: run npm run scorer:freeze`);
  return (await import(new URL(scorer.file, import.meta.url).href)) as FrozenScorer;
}

export function scorerBytes({ file }: KnownScorer): Uint8Array {
  return readFileSync(new URL(file, import.meta.url));
}

/** What a scorer makes of a journal, entry by entry: its score, its events and the packed state it leaves. */
export function foldThrough(
  scorer: Pick<FrozenScorer, "fold" | "initialState" | "packState">,
  journal: readonly JournalEntry[],
  settings: ScoringSettings,
): readonly (Omit<Folded, "state"> & { readonly packed: Uint8Array })[] {
  let state = scorer.initialState();
  return journal.map((entry) => {
    const folded = scorer.fold(state, entry, settings);
    state = folded.state;
    return { score: folded.score, events: folded.events, packed: scorer.packState(state) };
  });
}
