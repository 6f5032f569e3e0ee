import { useState, type ReactElement } from "react";
import { DownloadButton } from "../../frame/download-button.tsx";
import { utcSecond } from "../../labels/moments.ts";
import { type ChartPlan, quantityLabel } from "../chart-plan.ts";
import { chartCsv } from "./chart-csv.ts";
import { tableIndices } from "./table-indices.ts";

/** The numbers behind a picture, latest first, a screenful at a time; all of them as a file. */
export function ChartTable({ plan }: { readonly plan: ChartPlan }): ReactElement {
  const [page, setPage] = useState(0);
  const columns = plan.lines.filter((line) => line.look !== "beyond");
  const indices = tableIndices(plan.timesS.length).toReversed();
  const last = Math.max(0, Math.ceil(indices.length / rowsShown) - 1);
  const first = Math.min(page, last) * rowsShown;
  const rows = indices.slice(first, first + rowsShown);
  return (
    <div className="chart-table" role="region" aria-label={`Table of ${plan.title}`}>
      <table className="numbers">
        <caption className="quiet">
          {rows.length === 0
            ? "No points"
            : `Rows ${first + 1} to ${first + rows.length} of ${indices.length}`}
          {indices.length < plan.timesS.length && `, evenly spaced among ${plan.timesS.length} points`}
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
          {rows.map((index) => (
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
      <p className="actions">
        <button
          type="button"
          className="button"
          disabled={first === 0}
          onClick={() => setPage(first / rowsShown - 1)}
        >
          Later rows
        </button>
        <button
          type="button"
          className="button"
          disabled={first / rowsShown >= last}
          onClick={() => setPage(first / rowsShown + 1)}
        >
          Earlier rows
        </button>
        <DownloadButton
          title="Download every point of this chart"
          download={{
            name: `${plan.title.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.csv`,
            mediaType: "text/csv",
            fetch: async () => new TextEncoder().encode(chartCsv(plan)),
          }}
        >
          All {plan.timesS.length} points (CSV)
        </DownloadButton>
      </p>
    </div>
  );
}

/** What fits beside the chart. */
const rowsShown = 20;
