import { expect, test } from "vitest";

import { knownScorerOf, knownScorers, whyNotReleased } from "./known-scorers.ts";
import manifest from "./scorers.json" with { type: "json" };

test("each version that is listed is found by its name, with the bytes that were listed", () => {
  expect(knownScorers.map(({ version }) => version)).toEqual(manifest.scorers.map(({ version }) => version));
  for (const { version, file, sha256 } of manifest.scorers) {
    expect(knownScorerOf(version)).toMatchObject({ version, file, sha256 });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(file).toBe(`${version}.mjs`);
  }
});

test.each(["", "1.2", "1.2.0 ", "9.9.9", "toString"])("%j is no version of a frozen scorer", (version) => {
  expect(knownScorerOf(version)).toBeUndefined();
});

test("they are listed oldest first, under a digest of their own each", () => {
  const versions = knownScorers.map(({ version }) => version);
  expect(versions).toEqual(
    versions.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true })),
  );
  expect(new Set(knownScorers.map(({ sha256 }) => sha256)).size).toBe(versions.length);
});

test("a scoring is released only when the newest frozen scorer is its own", () => {
  const listed = ["7.0.0", "8.0.0"].map((version) => ({ ...knownScorers[0]!, version }));
  expect(whyNotReleased("8.0.0", listed)).toBeNull();
  expect(whyNotReleased("9.0.0", listed)).toBe(
    "scoring 9.0.0 is at work and not frozen (frozen: 7.0.0, 8.0.0): npm run scorer:freeze",
  );
  expect(whyNotReleased("7.0.0", listed)).toBe("scoring 7.0.0 is at work, and 8.0.0 was frozen after it");
  expect(whyNotReleased("1.0.0", [])).toContain("(frozen: none)");
});
