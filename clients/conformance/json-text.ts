/** JSON that a change shows in line by line: what fits a line stands on one. */
export function jsonText(value: unknown): string {
  return `${laidOut(JSON.parse(JSON.stringify(value)), "")}\n`;
}

const width = 120;

function laidOut(value: unknown, indent: string): string {
  const short = JSON.stringify(value);
  if (indent.length + short.length <= width || typeof value !== "object" || value === null) return short;
  const inside = `${indent} `;
  const members = Array.isArray(value)
    ? value.map((item) => laidOut(item, inside))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${laidOut(item, inside)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.map((member) => inside + member).join(",\n")}\n${indent}${close}`;
}
