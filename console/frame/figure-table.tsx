import type { ReactElement, ReactNode } from "react";

interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
  /** A picture of what other columns say: where there is no room it is left out. */
  readonly isWideOnly?: boolean;
}

interface FigureTableProps {
  /** What the table is of, for who does not see what stands around it. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** As many cells as columns; the first one names the row. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/**
 * Figures in rows. On a narrow page each row is a card with the heads beside its figures, so that nothing has to be scrolled
 * sideways; the roles are written out because browsers forget a table that is laid out otherwise.
 */
export function FigureTable({ label, columns, rows }: FigureTableProps): ReactElement {
  return (
    <table className="figures" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.head} role="columnheader" scope="col" className={looksOf(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(([name, ...cells], at) => (
          <tr key={at} role="row">
            <th role="rowheader" scope="row">
              {name}
            </th>
            {cells.map((cell, place) => {
              const column = columns[place + 1]!;
              return (
                <td key={column.head} role="cell" className={looksOf(column)} data-head={column.head}>
                  {cell}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function looksOf({ isNumber = false, isWideOnly = false }: Column): string {
  return [isNumber ? "number" : "", isWideOnly ? "picture-cell" : ""].filter((name) => name !== "").join(" ");
}
