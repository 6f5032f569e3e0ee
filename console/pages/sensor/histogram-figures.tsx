import type { ReactElement } from "react";
import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { type ResidualHistogram, residualHistogram } from "../../charts/residual-histogram.ts";
import { count, counted, statistic } from "../../labels/quantities.ts";
import { channelLabel } from "../../labels/verdict-labels.ts";
import { spreadsOf } from "../vehicle/vehicle-charts.ts";
import type { Sensor } from "../../../core/sensors/sensor-lists.ts";

interface HistogramFiguresProps {
  readonly series: VehicleSeries;
  readonly vehicle: VehicleDetail;
  readonly sensor: Sensor;
}

/** The readings in view as heaps over the baseline's own: moved sideways is drift, wider is noise. */
export function HistogramFigures({ series, vehicle, sensor }: HistogramFiguresProps): ReactElement {
  const spreads = spreadsOf(vehicle);
  return (
    <section aria-labelledby="histograms">
      <h3 id="histograms">Readings in view against the baseline</h3>
      <p className="quiet">
        Bars: readings of this time range, in units of ordinary noise (σ). Line: what the baseline would give.
        {series.downsampled &&
          ` Of ${counted(series.frames, "frame")} in it, those that stand for the points of the charts.`}
      </p>
      <div className="histograms">
        {series.channels
          .filter((channel) => channel.sensor === sensor)
          .map(({ channel, residual }) => (
            <Histogram
              key={channel}
              name={channelLabel(channel)}
              histogram={residualHistogram(residual, spreads.get(channel) ?? null)}
            />
          ))}
      </div>
    </section>
  );
}

const binPx = 8;
const heightPx = 72;

function Histogram({
  name,
  histogram,
}: {
  readonly name: string;
  readonly histogram: ResidualHistogram | null;
}): ReactElement {
  if (histogram === null) return <p className="quiet">{name}: no baseline to compare with yet.</p>;
  const { bins } = histogram;
  const highest = Math.max(...bins.map(({ readings, expected }) => Math.max(readings, expected)));
  const up = (amount: number): number => (heightPx * amount) / highest;
  const line = bins.map(
    ({ expected }, at) => `${at === 0 ? "M" : "L"}${(at + 0.5) * binPx} ${heightPx - up(expected)}`,
  );
  return (
    <figure className="histogram">
      <figcaption>
        <strong>{name}</strong> <span className="quiet">{findingOf(histogram)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${bins.length * binPx} ${heightPx}`} aria-hidden="true">
        {bins.map(({ fromSigma, readings }, at) => (
          <rect
            key={fromSigma}
            className={Math.abs(fromSigma + 0.25) > 3 ? "histogram-far" : "histogram-bar"}
            x={at * binPx + 0.5}
            y={heightPx - up(readings)}
            width={binPx - 1}
            height={up(readings)}
          />
        ))}
        <path className="histogram-expected" d={line.join("")} fill="none" />
      </svg>
      <p className="histogram-ticks quiet" aria-hidden="true">
        {[-6, -3, 0, 3, 6].map((sigma) => (
          <span key={sigma}>
            {sigma > 0 ? "+" : sigma < 0 ? "−" : ""}
            {Math.abs(sigma)}&nbsp;σ
          </span>
        ))}
      </p>
    </figure>
  );
}

function findingOf({ readings, beyondThreeSigma, meanSigma }: ResidualHistogram): string {
  return `${counted(readings, "reading")}, on average ${statistic(meanSigma)} σ from the baseline, ${count(beyondThreeSigma)} beyond ±3 σ`;
}
