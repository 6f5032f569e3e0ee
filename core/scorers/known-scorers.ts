import manifest from "./scorers.json" with { type: "json" };

/** A frozen scorer as this program knows it. Its digest is pinned here, so that no other module passes for it. */
export interface KnownScorer {
  readonly version: string;
  readonly numericProfile: string;
  /** Name of the file in this folder. */
  readonly file: string;
  /** Of the file's exact bytes, hex. */
  readonly sha256: string;
}

/** Oldest first, as core/scorers/scorers.json lists them. */
export const knownScorers: readonly KnownScorer[] = manifest.scorers.map((entry) => ({
  version: entry.version,
  numericProfile: entry.numeric_profile,
  file: entry.file,
  sha256: entry.sha256,
}));

/** Why evidence scored by this version could not be recomputed later on; null where it can be. */
export function whyNotReleased(version: string, known: readonly KnownScorer[]): string | null {
  const versions = known.map((scorer) => scorer.version);
  if (versions.at(-1) === version) return null;
  const frozen = versions.length === 0 ? "none" : versions.join(", ");
  return versions.includes(version)
    ? `scoring ${version} is at work, and ${versions.at(-1)} was frozen after it`
    : `scoring ${version} is at work and not frozen (frozen: ${frozen}): npm run scorer:freeze`;
}

/** Undefined for a version that is not frozen: one still in development, or one that lived only between two commits. */
export function knownScorerOf(version: string): KnownScorer | undefined {
  return knownScorers.find((scorer) => scorer.version === version);
}
