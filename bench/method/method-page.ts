import { describeExample } from "./describe-example.ts";
import { describeLimits, describeNumbers } from "./describe-numbers.ts";
import { exampleNumbers } from "./radar-example.ts";
import { statedNumbers } from "./stated-numbers.ts";
import type { WorkedByHand } from "./work-by-hand.ts";

/** The page with its stretches of numbers as they are today; everything else is left as it stands. */
export function methodPage(text: string, worked: WorkedByHand): string {
  const stretches = {
    limits: describeLimits(worked),
    numbers: describeNumbers(),
    example: describeExample(worked, exampleNumbers()),
  };
  let page = text;
  for (const [name, words] of Object.entries(stretches)) page = withStretch(page, name, words);
  for (const [before, value, after] of statedNumbers) page = withNumber(page, [before, after], value);
  return page;
}

/** The number between two stretches of words, of which the page has one pair. */
function withNumber(page: string, [before, after]: readonly [string, string], value: number): string {
  const places: { readonly from: number; readonly to: number }[] = [];
  for (let at = page.indexOf(before); at >= 0; at = page.indexOf(before, at + 1)) {
    const from = at + before.length;
    const to = from + (/^[\d.,]*\d/.exec(page.slice(from, from + 20))?.[0].length ?? 0);
    if (to > from && page.startsWith(after, to)) places.push({ from, to });
  }
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`docs/scoring-method.md says ${places.length} times “${before}…${after}”`);
  return page.slice(0, place.from) + value.toLocaleString("en") + page.slice(place.to);
}

/** What stands between a stretch's two marks is replaced. */
function withStretch(page: string, name: string, words: string): string {
  const [begins, ends] = [`<!-- written by npm run docs:method: ${name} -->`, `<!-- end of ${name} -->`];
  const from = page.indexOf(begins);
  const to = page.indexOf(ends);
  if (from < 0 || to < from) throw new Error(`docs/scoring-method.md has no stretch "${name}"`);
  return `${page.slice(0, from + begins.length)}\n\n${words.trim()}\n\n${page.slice(to)}`;
}
