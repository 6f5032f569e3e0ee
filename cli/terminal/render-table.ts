import { lengthOf } from "../../core/contract/plain-text.ts";
import { printableLine } from "./printable.ts";

/** A column of a table: its head, and each row's cell as it is measured and as it is shown. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  /** Numbers line up on the right. */
  readonly align?: "right";
  /** Adds colour; it must not change how wide the text looks. */
  readonly paint?: (text: string, row: Row) => string;
  /** Left out where the screen is too narrow for all: the highest number first. */
  readonly leaveOut?: number;
}

/** The columns that fit a screen; all of them where standard output is a file or another program. */
export function columnsThatFit<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  screen: { readonly isScreen: boolean; readonly columns: number },
): readonly Column<Row>[] {
  if (!screen.isScreen || tableWidth(rows, columns) <= screen.columns) return columns;
  const last = Math.max(0, ...columns.map(({ leaveOut = 0 }) => leaveOut));
  if (last === 0) return columns;
  return columnsThatFit(
    rows,
    columns.filter(({ leaveOut }) => leaveOut !== last),
    screen,
  );
}

/** Aligned columns, two spaces between them, no trailing blanks. Ends with a line end. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const rendered = columns.map((column) => renderColumn(rows, column));
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    rendered.map((cells) => cells[line] ?? "").join("  "),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Head and cells, each as wide as the widest. */
function renderColumn<Row>(rows: readonly Row[], column: Column<Row>): readonly string[] {
  const width = widthOf(rows, column);
  const { head, align, paint = (text: string) => text } = column;
  return [pad(head, width, align), ...rows.map((row) => paint(pad(textOf(row, column), width, align), row))];
}

function widthOf<Row>(rows: readonly Row[], column: Column<Row>): number {
  return Math.max(column.head.length, ...rows.map((row) => textOf(row, column).length));
}

function textOf<Row>(row: Row, { cell }: Column<Row>): string {
  return printableLine(cell(row));
}

function tableWidth<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): number {
  const widths = columns.map((column) => widthOf(rows, column));
  return widths.reduce((sum, width) => sum + width, 2 * (columns.length - 1));
}

function pad(text: string, width: number, align: "right" | undefined): string {
  return align === "right" ? text.padStart(width) : text.padEnd(width);
}

/**
 * Lines of at most `columns` characters, broken between words. A word longer than that has a line of its own: a name
 * that was broken could not be copied.
 */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const joined = `${last} ${word}`;
    if (last !== undefined && lengthOf(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}
