import type { ReactElement } from "react";
import { utcSecond } from "../../labels/moments.ts";
import { type ChartPlan, quantityLabel } from "../chart-plan.ts";

/** The numbers behind a picture, latest first. */
export function ChartTable({ plan }: { readonly plan: ChartPlan }): ReactElement {
  const columns = plan.lines.filter((line) => line.look !== "beyond");
  const indices = tableIndices(plan.timesS.length).toReversed();
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={`Table of ${plan.title}`}>
      <table className="numbers">
        <caption className="quiet">
          {indices.length < plan.timesS.length
            ? `${indices.length} of ${plan.timesS.length} points, evenly spaced`
            : `${plan.timesS.length} points`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map((line) => (
              <th key={line.name} scope="col" className="number">
                {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indices.map((index) => (
            <tr key={index}>
              <th scope="row">{utcSecond(new Date((plan.timesS[index] ?? 0) * 1000).toISOString())}</th>
              {columns.map((line) => (
                <td key={line.name} className="number">
                  {quantityLabel(plan.quantity, line.values[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rows a table shows at most: more cannot be read, and the series itself is one request away. */
const maxTableRows = 200;

/** Which of `length` points a table shows: evenly spaced, the first and the latest always among them. */
export function tableIndices(length: number): readonly number[] {
  if (length <= maxTableRows) return Array.from({ length }, (_, index) => index);
  const step = (length - 1) / (maxTableRows - 1);
  return Array.from({ length: maxTableRows }, (_, row) => Math.round(row * step));
}
