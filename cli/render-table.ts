import { printableLine } from "./printable.ts";

/** A column of a table: its head, and each row's cell as it is measured and as it is shown. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  /** Numbers line up on the right. */
  readonly align?: "right";
  /** Adds colour; it must not change how wide the text looks. */
  readonly paint?: (text: string, row: Row) => string;
}

/** Aligned columns, two spaces between them, no trailing blanks. Ends with a line end. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map((column) => printableLine(column.cell(row))));
  const widths = columns.map((column, at) =>
    Math.max(column.head.length, ...cells.map((line) => line[at]!.length)),
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

function pad(text: string, width: number, align: "right" | undefined): string {
  return align === "right" ? text.padStart(width) : text.padEnd(width);
}
