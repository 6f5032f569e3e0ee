import { Fragment, useDeferredValue, useMemo, useState, type ReactElement } from "react";
import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { useVehicleSeries } from "../../api/views.ts";
import { ChartFigure } from "../../charts/drawing/chart-figure.tsx";
import type { ChartPlan } from "../../charts/chart-plan.ts";
import { cusumCharts } from "../../charts/cusum-charts.ts";
import { momentsOf, signalsOf, timesOf } from "../../charts/moments-of.ts";
import { residualCharts, type Spreads } from "../../charts/residual-charts.ts";
import { statisticChart } from "../../charts/statistic-chart.ts";
import { t2Chart } from "../../charts/t2-chart.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { rangeStart, type TimeRange } from "../../frame/time-range.ts";
import { TimeBar } from "./time-bar.tsx";

interface VehicleChartsProps {
  readonly vehicle: VehicleDetail;
  readonly range: TimeRange;
}

/** All charts of a vehicle under one time cursor: what decides on top, each channel with its sums below. */
export function VehicleCharts({ vehicle, range }: VehicleChartsProps): ReactElement {
  const { vehicle_id: vehicleId, frames, last_frame_at: lastFrameAt } = vehicle;
  const series = useVehicleSeries(vehicleId, { range, from: rangeStart(lastFrameAt, range), frames });
  const signals = useMemo(() => signalsOf(vehicle), [vehicle]);
  return (
    <section className="panel charts" aria-labelledby="charts">
      <h2 id="charts" className="unseen">
        Charts
      </h2>
      <AnswerNotice answer={series} what="The series" loading="the series" lines={10} />
      {series.data !== undefined && (
        <ChartGrid series={series.data} vehicle={vehicle} signals={signals} range={range} />
      )}
    </section>
  );
}

interface ChartGridProps extends VehicleChartsProps {
  readonly series: VehicleSeries;
  readonly signals: readonly string[];
}

function ChartGrid({ series, vehicle, signals, range }: ChartGridProps): ReactElement {
  const [cursorS, setCursorS] = useState<number | null>(null);
  const plans = useMemo(() => plansOf(series, spreadsOf(vehicle), signals), [series, vehicle, signals]);
  const timesS = useMemo(() => timesOf(series), [series]);
  const readS = useDeferredValue(cursorS);
  const shared = { cursorS, onCursor: setCursorS, shownIndex: indexAt(timesS, readS) };
  return (
    <>
      <TimeBar
        vehicleId={vehicle.vehicle_id}
        range={range}
        series={series}
        shownIndex={indexAt(timesS, cursorS)}
        onCursor={setCursorS}
      />
      {timesS.length === 0 ? (
        <p className="notice">No frame in this range. Choose a longer one.</p>
      ) : (
        <div className="chart-grid">
          <ChartFigure plan={plans.statistic} heightPx={220} {...shared} />
          <ChartFigure plan={plans.t2} heightPx={220} {...shared} />
          {plans.channels.map(({ residual, sums }) => (
            <Fragment key={residual.title}>
              <ChartFigure plan={residual} heightPx={140} {...shared} />
              <ChartFigure plan={sums} heightPx={140} {...shared} />
            </Fragment>
          ))}
        </div>
      )}
    </>
  );
}

interface Plans {
  readonly statistic: ChartPlan;
  readonly t2: ChartPlan;
  readonly channels: readonly { readonly residual: ChartPlan; readonly sums: ChartPlan }[];
}

function plansOf(series: VehicleSeries, spreads: Spreads, signals: readonly string[]): Plans {
  const moments = momentsOf(series, signals);
  const sums = cusumCharts(series, moments);
  return {
    statistic: statisticChart(series, moments),
    t2: t2Chart(series, moments),
    channels: residualCharts(series, spreads, moments).flatMap((residual, index) => {
      const ofChannel = sums[index];
      return ofChannel === undefined ? [] : [{ residual, sums: ofChannel }];
    }),
  };
}

function spreadsOf(vehicle: VehicleDetail): Spreads {
  return new Map(vehicle.baseline.channels.map(({ channel, scale }) => [channel, scale]));
}

/** The point at or just before the cursor; the latest when the cursor is nowhere. */
function indexAt(timesS: readonly number[], cursorS: number | null): number {
  if (cursorS === null) return timesS.length - 1;
  return Math.max(
    0,
    timesS.findLastIndex((atS) => atS <= cursorS),
  );
}
