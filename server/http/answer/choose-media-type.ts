import { HttpRefusal } from "./http-refusal.ts";
import { type Preference, readPreferences } from "./preferences.ts";

/**
 * The first of `offered` that the client likes best (RFC 9110 12.5.1); without a header, the first.
 * Refuses with `not_acceptable` when it wants none of them.
 */
export function chooseMediaType<const T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T {
  const [first] = offered;
  if (first === undefined) throw new Error("an operation has to offer a media type");
  if (accept === undefined || accept.trim() === "") return first;
  const ranges = readPreferences(accept);
  let best: { readonly type: T; readonly quality: number } | null = null;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  if (best !== null) return best.type;
  throw new HttpRefusal(
    "not_acceptable",
    `This operation answers in ${offered.join(" or ")}; Accept excludes that.`,
  );
}

/** The most specific range that matches decides. */
function qualityOf(type: string, ranges: readonly Preference[]): number {
  const [family] = type.split("/");
  for (const pattern of [type, `${family}/*`, "*/*"]) {
    const range = ranges.find(({ name }) => name === pattern);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
