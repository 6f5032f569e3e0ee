/** A Markdown table; cells are already text. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** A number to so many decimals; a dash for none. */
export function figure(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined || !Number.isFinite(value) ? "–" : value.toFixed(decimals);
}
