/** What the standard fonts of PDF can write in another way. */
const nearest: Readonly<Record<string, string>> = {
  "\u2212": "\u2013",
  "\u202f": "\u00a0",
};
const beyondLatin1: ReadonlySet<string> = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");

/**
 * A text in the characters of Windows-1252, which the standard fonts of PDF have. Any other character is written as its
 * code point, so that two names never look alike on paper that differ in the bundle.
 */
export function latinText(text: string): string {
  let written = "";
  for (const character of text) written += latin(character);
  return written;
}

function latin(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const isPrintable = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff);
  if (isPrintable || beyondLatin1.has(character)) return character;
  return nearest[character] ?? `\\u{${code.toString(16)}}`;
}
