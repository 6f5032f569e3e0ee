/** JSON that a change shows in line by line: what fits a line stands on one; numbers, words and pairs fill theirs. */
export function jsonText(value: unknown): string {
  return `${laidOut(JSON.parse(JSON.stringify(value)), "")}\n`;
}

const width = 160;

function laidOut(value: unknown, indent: string): string {
  const short = JSON.stringify(value);
  if (indent.length + short.length <= width || typeof value !== "object" || value === null) return short;
  const inside = `${indent} `;
  const members = Array.isArray(value)
    ? value.map((item) => laidOut(item, inside))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${laidOut(item, inside)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const areSmall = Object.values(value).every(isSmall);
  const lines = areSmall ? filled(members, width - inside.length) : members;
  return `${open}\n${lines.map((line) => inside + line).join(",\n")}\n${indent}${close}`;
}

function isSmall(item: unknown): boolean {
  return typeof item !== "object" || item === null || (Array.isArray(item) && item.length === 2);
}

function filled(words: readonly string[], atMost: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length + 2 <= atMost) lines.splice(-1, 1, `${line},${word}`);
    else lines.push(word);
  }
  return lines;
}
