import type { contentCodings } from "../body/content-coding.ts";
import { type Preference, readPreferences } from "./preferences.ts";

export type AnswerCoding = (typeof contentCodings)[number];

/** Of those a client likes alike the first: zstd packs fastest, gzip is what everybody has. */
const offered: readonly AnswerCoding[] = ["zstd", "br", "gzip"];

/**
 * The coding a client likes best of those we have (RFC 9110 12.5.3); null for the bytes as they are. Without a header
 * that is what goes out: nothing was asked. It also goes out where a client excludes everything, as the RFC recommends.
 */
export function chooseCoding(acceptEncoding: string | undefined): AnswerCoding | null {
  if (acceptEncoding === undefined) return null;
  const preferences = readPreferences(acceptEncoding);
  let best: { readonly coding: AnswerCoding | null; readonly quality: number } = {
    coding: null,
    quality: preferences.find(({ name }) => name === "identity")?.quality ?? 0,
  };
  for (const coding of offered) {
    const quality = qualityOf(coding, preferences);
    // What a client likes as much as the bytes themselves is taken: naming it at all is asking for it.
    const isBetter = best.coding === null ? quality >= best.quality : quality > best.quality;
    if (quality > 0 && isBetter) best = { coding, quality };
  }
  return best.coding;
}

function qualityOf(coding: AnswerCoding, preferences: readonly Preference[]): number {
  const names = coding === "gzip" ? ["gzip", "x-gzip", "*"] : [coding, "*"];
  for (const wanted of names) {
    const found = preferences.find(({ name }) => name === wanted);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
