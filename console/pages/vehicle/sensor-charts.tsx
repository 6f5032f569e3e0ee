import { useDeferredValue, useMemo, useRef, useState, type ReactElement } from "react";
import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { useVehicleSeries } from "../../api/views.ts";
import type { ChartPlan, Span } from "../../charts/chart-plan.ts";
import { ChartFigure } from "../../charts/drawing/chart-figure.tsx";
import { timesOf } from "../../charts/moments-of.ts";
import { type KeyActions, useKeys } from "../../frame/keys.ts";
import { goTo } from "../../frame/navigation.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { rangeStart } from "../../frame/time-range.ts";
import { EventsStrip } from "./events/events-strip.tsx";
import { useEvents } from "./events/use-events.ts";
import { TimeBar } from "./time-bar.tsx";
import { coveredBy, type TimeWindow, type VehicleView, moved, zoomedIn, zoomedOut } from "./vehicle-view.ts";

/** One chart in its place: a tall one carries the message. */
export interface PlacedChart {
  readonly plan: ChartPlan;
  readonly isTall: boolean;
}

/** Charts of one series; those that explain the method wait until they are asked for. */
export interface ChartSet {
  readonly shown: readonly PlacedChart[];
  readonly folded: { readonly title: string; readonly charts: readonly PlacedChart[] } | null;
}

interface SensorChartsProps {
  readonly vehicle: VehicleDetail;
  readonly view: VehicleView;
  /** Where a view of this page is. */
  readonly address: (view: VehicleView) => string;
  /** What there is besides, of the same series: above the charts, and at the time of the cursor below them. */
  readonly above?: (series: VehicleSeries) => ReactElement | null;
  readonly below?: (series: VehicleSeries, shownIndex: number) => ReactElement | null;
  readonly chartsOf: (series: VehicleSeries) => ChartSet;
}

/** Charts under one time axis and one cursor. Drawing over a stretch zooms into it, and so do buttons and keys. */
export function SensorCharts(props: SensorChartsProps): ReactElement {
  const { vehicle, view } = props;
  const { vehicle_id: vehicleId, frames, last_frame_at: lastFrameAt } = vehicle;
  const { window, range } = view;
  const from = window === null ? rangeStart(lastFrameAt, range) : new Date(window.fromMs).toISOString();
  const to = window === null ? null : new Date(window.toMs).toISOString();
  const name = window === null ? range : `${from} ${to}`;
  const series = useVehicleSeries(vehicleId, { name, from, to, frames });
  return (
    <section className="panel charts" aria-labelledby="charts">
      <h2 id="charts" className="unseen">
        Charts
      </h2>
      <AnswerNotice answer={series} what="The series" loading="the series" lines={10} />
      {series.data !== undefined && <Charts {...props} series={series.data} />}
    </section>
  );
}

function Charts(props: SensorChartsProps & { readonly series: VehicleSeries }): ReactElement {
  const { vehicle, view, series, address, above, below, chartsOf } = props;
  const [cursorS, setCursorS] = useState<number | null>(view.atMs === null ? null : view.atMs / 1000);
  const charts = useMemo(() => chartsOf(series), [chartsOf, series]);
  const timesS = useMemo(() => timesOf(series), [series]);
  const readS = useDeferredValue(cursorS);
  const covered = coveredBy(view, vehicle);
  const stack = useRef<HTMLDivElement>(null);
  const cursorMs = cursorS === null ? null : 1000 * cursorS;
  const show = (window: TimeWindow): void => goTo(address({ ...view, range: "all", window, atMs: null }));
  const keys = timeKeys({ covered, aboutMs: cursorMs, show });
  const happened = useEvents(series, vehicle, { cursorS, onCursor: setCursorS });
  useKeys({
    ...keys,
    ...pointKeys(timesS, indexAt(timesS, cursorS), setCursorS),
    ...happened.keys,
    t: { what: "Table of the chart", act: () => toggleTable(stack.current) },
  });
  const shared = {
    cursorS,
    onCursor: setCursorS,
    shownIndex: indexAt(timesS, readS),
    onZoom: ({ min, max }: Span) => show({ fromMs: Math.floor(min * 1000), toMs: Math.ceil(max * 1000) }),
  };
  const windowS = secondsOf(view.window);
  const drawn = (placed: readonly PlacedChart[]): ReactElement[] =>
    placed.map(({ plan, isTall }) => (
      <ChartFigure
        key={plan.title}
        plan={windowS === null ? plan : { ...plan, windowS }}
        heightPx={isTall ? 220 : 140}
        {...shared}
      />
    ));
  return (
    <>
      {above?.(series)}
      <TimeBar
        view={view}
        address={address}
        series={series}
        covered={covered}
        shownIndex={indexAt(timesS, cursorS)}
        cursorMs={cursorMs}
        plan={charts.shown[0]?.plan ?? null}
        onCursor={setCursorS}
        keys={keys}
      />
      {timesS.length === 0 ? (
        <p className="notice">No frame in this time range. Choose a longer one.</p>
      ) : (
        <>
          <EventsStrip
            events={happened.events}
            said={happened.said}
            spanS={windowS ?? spanOf(timesS)}
            cursorS={cursorS}
            onEvent={happened.goTo}
          />
          <div className="chart-stack" ref={stack}>
            {drawn(charts.shown)}
          </div>
          {below?.(series, indexAt(timesS, readS))}
          {charts.folded !== null && (
            <FoldedCharts title={charts.folded.title} charts={() => drawn(charts.folded!.charts)} />
          )}
        </>
      )}
    </>
  );
}

function secondsOf(window: TimeWindow | null): Span | null {
  return window === null ? null : { min: window.fromMs / 1000, max: window.toMs / 1000 };
}

function spanOf(timesS: readonly number[]): Span {
  return { min: timesS.at(0) ?? 0, max: timesS.at(-1) ?? 0 };
}

/** The cursor from point to point. */
function pointKeys(
  timesS: readonly number[],
  from: number,
  onCursor: (atS: number | null) => void,
): KeyActions {
  const goBy = (step: 1 | -1): void =>
    onCursor(timesS[Math.min(timesS.length - 1, Math.max(0, from + step))] ?? null);
  return {
    ArrowLeft: { what: "Point before", act: () => goBy(-1) },
    ArrowRight: { what: "Next point", act: () => goBy(1) },
  };
}

/** Of the chart that has the focus, else of the first. */
function toggleTable(stack: HTMLElement | null): void {
  const chart = document.activeElement?.closest(".chart") ?? stack?.querySelector(".chart");
  chart?.querySelector<HTMLElement>("summary")?.click();
}

/** Nothing is drawn before it is opened. */
function FoldedCharts({
  title,
  charts,
}: {
  readonly title: string;
  readonly charts: () => ReactElement[];
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div className="chart-stack">{charts()}</div>}
    </details>
  );
}

/** The point at or just before the cursor; the latest when the cursor is nowhere. */
function indexAt(timesS: readonly number[], cursorS: number | null): number {
  if (cursorS === null) return timesS.length - 1;
  return Math.max(
    0,
    timesS.findLastIndex((atS) => atS <= cursorS),
  );
}

interface TimeKeys {
  readonly covered: TimeWindow;
  /** Where the cursor stands; null when it is nowhere. */
  readonly aboutMs: number | null;
  readonly show: (window: TimeWindow) => void;
}

/** What every button of the time bar does, by its key. */
function timeKeys({ covered, aboutMs, show }: TimeKeys): KeyActions {
  const about = aboutMs ?? (covered.fromMs + covered.toMs) / 2;
  return {
    "[": { what: "Earlier", act: () => show(moved(covered, -1)) },
    "]": { what: "Later", act: () => show(moved(covered, 1)) },
    "+": { what: "Zoom in", act: () => show(zoomedIn(covered, about)) },
    "-": { what: "Zoom out", act: () => show(zoomedOut(covered)) },
  };
}
