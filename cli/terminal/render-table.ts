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
  if (!screen.isScreen || widthOf(rows, columns) <= screen.columns) return columns;
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
  const cells = rows.map((row) => columns.map((column) => printableLine(column.cell(row))));
  const widths = columns.map((column, at) =>
    widest(
      column,
      cells.map((line) => line[at]!),
    ),
  );
  const head = columns.map((column, at) => pad(column.head, widths[at]!, column.align));
  const body = rows.map((row, line) =>
    columns.map((column, at) => {
      const padded = pad(cells[line]![at]!, widths[at]!, column.align);
      return column.paint === undefined ? padded : column.paint(padded, row);
    }),
  );
  return [head, ...body].map((line) => `${line.join("  ").trimEnd()}\n`).join("");
}

function widest<Row>({ head }: Column<Row>, cells: readonly string[]): number {
  return Math.max(head.length, ...cells.map((cell) => cell.length));
}

function widthOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): number {
  const widths = columns.map((column) =>
    widest(
      column,
      rows.map((row) => printableLine(column.cell(row))),
    ),
  );
  return widths.reduce((sum, width) => sum + width, 2 * (columns.length - 1));
}

function pad(text: string, width: number, align: "right" | undefined): string {
  return align === "right" ? text.padStart(width) : text.padEnd(width);
}
