import { useEffect, useLayoutEffect, useRef, type ReactElement } from "react";
import type UPlot from "uplot";
import { useIsDark } from "../../frame/theme.ts";
import { onceFontComes } from "../../labels/picture-font.ts";
import type { ChartPlan, Span } from "../chart-plan.ts";
import { paletteOf } from "./chart-palette.ts";
import type { LabelledMark } from "./edge-marks.ts";
import { openChart } from "./open-chart.ts";
import { uplotColumns, uplotOptions } from "./uplot-options.ts";

export interface ChartPictureProps {
  readonly plan: ChartPlan;
  readonly edges: readonly LabelledMark[];
  readonly heightPx: number;
  /** Where the shared time cursor stands, seconds since 1970; null when it is nowhere. */
  readonly cursorS: number | null;
  readonly onCursor: (atS: number | null) => void;
  readonly onZoom: (window: Span) => void;
}

/** The canvas of a plan. It draws again when the data, the width or the theme change, and holds the shared cursor. */
export function ChartPicture(props: ChartPictureProps): ReactElement {
  const { plan, edges, heightPx, cursorS, onCursor, onZoom } = props;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | null>(null);
  const latest = useRef({ plan, edges, onCursor, onZoom });
  const isDark = useIsDark();
  const lineNames = plan.lines.map((line) => line.name).join("|");

  useLayoutEffect(() => {
    latest.current = { plan, edges, onCursor, onZoom };
  });

  useLayoutEffect(() => {
    const holder = place.current;
    if (holder === null) return;
    const options = uplotOptions({
      plan: () => latest.current.plan,
      edges: () => latest.current.edges,
      palette: paletteOf(getComputedStyle(holder)),
      size: { width: holder.clientWidth, height: heightPx },
      onCursor: (atS) => latest.current.onCursor(atS),
      onZoom: (window) => latest.current.onZoom(window),
    });
    const drawn = openChart(options, uplotColumns(latest.current.plan), holder);
    chart.current = drawn;
    const resized = new ResizeObserver(() => {
      drawn.setSize({ width: holder.clientWidth, height: heightPx });
    });
    resized.observe(holder);
    const until = new AbortController();
    void onceFontComes(() => drawn.redraw(false, true), until.signal);
    return () => {
      until.abort();
      resized.disconnect();
      drawn.destroy();
      chart.current = null;
    };
    // Other lines or another theme need another picture; new values do not.
  }, [heightPx, isDark, lineNames, plan.quantity]);

  useLayoutEffect(() => {
    // At once: where the cursor stands is asked of the new scale.
    chart.current?.batch((drawn: UPlot) => drawn.setData(uplotColumns(plan)));
  }, [plan]);

  useEffect(() => {
    if (chart.current !== null) moveCursor(chart.current, cursorS);
  }, [cursorS, plan]);

  return <div ref={place} className="chart-picture" style={{ height: heightPx }} aria-hidden="true" />;
}

function moveCursor(chart: UPlot, cursorS: number | null): void {
  const left = cursorS === null ? -10 : chart.valToPos(cursorS, "x");
  // Without the hook: another chart moved the cursor, and saying so again would go round in circles.
  chart.setCursor({ left, top: 0 }, false);
}
