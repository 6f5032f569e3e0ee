import manifest from "./scorers.json" with { type: "json" };

/** A frozen scorer as this program knows it. Its digest is pinned here, so that no other module passes for it. */
export interface KnownScorer {
  readonly version: string;
  readonly numericProfile: string;
  /** Name of the file in this folder. */
  readonly file: string;
  /** Of the file's exact bytes, hex. */
  readonly sha256: string;
  /** Evidence of this version was issued before bundles named their scorer: the version alone stands for the module. */
  readonly namedByVersion: boolean;
}

/** Oldest first, as core/scorers/scorers.json lists them. */
export const knownScorers: readonly KnownScorer[] = manifest.scorers.map((entry) => ({
  version: entry.version,
  numericProfile: entry.numeric_profile,
  file: entry.file,
  sha256: entry.sha256,
  namedByVersion: entry.named_by_version,
}));

/** Undefined for a version that is not frozen: one still in development, or one that lived only between two commits. */
export function knownScorerOf(version: string): KnownScorer | undefined {
  return knownScorers.find((scorer) => scorer.version === version);
}
