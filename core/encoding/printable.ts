const longest = 400;

/**
 * A text from an unverified source, fit for a terminal and a log: ASCII without control characters, and not longer than
 * a few lines.
 */
export function printable(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, "?");
  return plain.length <= longest ? plain : `${plain.slice(0, longest)}...`;
}
