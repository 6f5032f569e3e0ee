import { lazy, Suspense, useId, useMemo, useState, type ReactElement } from "react";
import { type ChartPlan, latest, quantityLabel, type Span } from "../chart-plan.ts";
import { ChartTable } from "./chart-table.tsx";
import { labelledMarks } from "./edge-marks.ts";

interface ChartFigureProps {
  readonly plan: ChartPlan;
  readonly heightPx: number;
  readonly cursorS: number | null;
  /** Point the readout shows: the one under the cursor, else the latest. */
  readonly shownIndex: number;
  readonly onCursor: (atS: number | null) => void;
  readonly onZoom: (window: Span) => void;
}

const ChartPicture = lazy(async () => {
  const picture = await import("./chart-picture.tsx");
  return { default: picture.ChartPicture };
});

/** A chart with everything that makes it readable without the picture: values, the finding as text, a table. */
export function ChartFigure(props: ChartFigureProps): ReactElement {
  const { plan, heightPx, cursorS, shownIndex, onCursor, onZoom } = props;
  const [isTableOpen, setTableOpen] = useState(false);
  const findingId = useId();
  const { lines, timesS, range, quantity } = plan;
  const edges = useMemo(
    () => labelledMarks({ lines, timesS, range, quantity }),
    [lines, timesS, range, quantity],
  );
  return (
    <figure className="chart" aria-describedby={findingId}>
      <figcaption>
        <span className="chart-title">{plan.title}</span>
        <span className="chart-readout">{readoutOf(plan, shownIndex)}</span>
        <span className="chart-subtitle quiet">{plan.subtitle}</span>
      </figcaption>
      <Suspense fallback={<div style={{ height: heightPx }} />}>
        <ChartPicture
          plan={plan}
          edges={edges}
          heightPx={heightPx}
          cursorS={cursorS}
          onCursor={onCursor}
          onZoom={onZoom}
        />
      </Suspense>
      <div className="chart-foot">
        <p id={findingId} className="chart-finding quiet">
          {plan.finding}
        </p>
        <details onToggle={(event) => setTableOpen(event.currentTarget.open)}>
          <summary>
            Table<span className="unseen"> of {plan.title}</span>
          </summary>
          {isTableOpen && <ChartTable plan={plan} />}
        </details>
      </div>
    </figure>
  );
}

/**
 * The measured values at one point, or the last ones before it where that frame has none: sensors do not all report in
 * every frame.
 */
function readoutOf(plan: ChartPlan, index: number): string {
  const measured = plan.lines.filter(({ look }) => look === "value" || look === "second" || look === "dots");
  return measured
    .map((line) => {
      const value = quantityLabel(plan.quantity, latest(line.values.slice(0, index + 1)));
      return measured.length === 1 ? value : `${line.name} ${value}`;
    })
    .join("  ");
}
