import { sensorKinds } from "../../../core/sensors/kinds.ts";
import { useState, type ReactElement } from "react";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { count, degrees, sensorMetres } from "../../labels/quantities.ts";
import { GroupName } from "./group-name.tsx";
import { IntervalPicture } from "./pictures/interval-picture.tsx";

const sensors = sensorKinds.map(({ label, unit, drift: { spread, factor } }) => ({
  name: spread,
  label,
  text: unit === "deg" ? degrees : (value: number) => sensorMetres(value / factor),
}));
type Spread = (typeof sensors)[number]["name"];
type Quantiles = NonNullable<AnalyticsGroup["drift"][Spread]>;

/** How far off the sensors are now: the middle, the middle half, and nine of ten. */
export function DriftPanel({ analytics }: { readonly analytics: FleetAnalytics }): ReactElement {
  const [name, setName] = useState<Spread>(sensors[0]!.name);
  const { text, label } = sensors.find((sensor) => sensor.name === name)!;
  const { all, groups, group_by: groupBy } = analytics;
  const rows = [...groups, all].flatMap((group) => {
    const quantiles = group.drift[name];
    return quantiles === null ? [] : [{ group, quantiles }];
  });
  const axis = axisOf(rows.map(({ quantiles }) => quantiles));
  const whole = all.drift[name];
  return (
    <section className="panel" aria-labelledby="drift">
      <h2 id="drift">How far off are the sensors now?</h2>
      <div className="choices">
        {sensors.map((sensor) => (
          <button
            key={sensor.name}
            type="button"
            className="button"
            aria-pressed={sensor.name === name}
            onClick={() => setName(sensor.name)}
          >
            {sensor.label}
          </button>
        ))}
      </div>
      {whole === null ? (
        <p>No vehicle has a drift of this sensor yet.</p>
      ) : (
        <>
          <p className="card-main">
            {label}: half of {count(whole.vehicles)} vehicles are at {text(whole.p50)} or less, nine of ten
            from {text(whole.p5)} to {text(whole.p95)}.
          </p>
          <FigureTable
            label={`Drift of the ${label.toLowerCase()}`}
            columns={[
              { head: groupBy === null ? "Vehicles" : groupBy.replace("attribute:", "") },
              { head: `${text(axis.from)} to ${text(axis.to)}`, isWideOnly: true },
              ...["5 %", "25 %", "Half", "75 %", "95 %"].map((head) => ({ head, isNumber: true })),
            ]}
            rows={rows.map(({ group, quantiles: q }) => [
              group === all ? "All" : <GroupName key="name" groupBy={groupBy} group={group.group} />,
              <IntervalPicture
                key="picture"
                value={q.p50}
                low={q.p5}
                high={q.p95}
                box={[q.p25, q.p75]}
                {...axis}
              />,
              ...[q.p5, q.p25, q.p50, q.p75, q.p95].map((value) => text(value)),
            ])}
          />
        </>
      )}
    </section>
  );
}

function axisOf(rows: readonly Quantiles[]): { readonly from: number; readonly to: number } {
  return {
    from: Math.min(0, ...rows.map(({ p5 }) => p5)),
    to: Math.max(0, ...rows.map(({ p95 }) => p95)),
  };
}
