import type { ReactElement } from "react";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { count } from "../../labels/quantities.ts";
import { GroupName } from "./group-name.tsx";
import { IntervalPicture } from "./pictures/interval-picture.tsx";
import { daysText, sayRate, sayWholeRate, sayWorst, shareOfTime, wholeRate } from "./words.ts";

/** Which part breaks most, with what is not known about it. */
export function RatePanel({ analytics }: { readonly analytics: FleetAnalytics }): ReactElement {
  const { all, groups, group_by: groupBy } = analytics;
  const rows = [...groups, ...(groups.length === 1 ? [] : [all])];
  const ceiling = axisOf(rows);
  return (
    <section className="panel" aria-labelledby="rates">
      <h2 id="rates">Which part breaks most?</h2>
      <p className="card-main">{groups.length === 0 ? sayWholeRate(all) : sayWorst(analytics)}</p>
      <p className="quiet">
        Breaches in {count(1000)} days of one vehicle, with the range in which the true rate lies in 95 of 100
        cases (exact Poisson interval). Few days or breaches make a wide range.
        {groups.length === 0 && " Choose above by what to compare."}
      </p>
      <FigureTable
        label="Breach and repair rates"
        columns={[
          { head: groupBy === null ? "Vehicles" : groupBy.replace("attribute:", "") },
          { head: "How many", isNumber: true },
          { head: `0 to ${wholeRate(ceiling)}`, isWideOnly: true },
          { head: `Breaches in ${count(1000)} vehicle-days` },
          { head: "Time not nominal", isNumber: true },
          { head: "Repairs" },
        ]}
        rows={rows.map((group) => [
          group === all ? "All" : <GroupName key="name" groupBy={groupBy} group={group.group} />,
          count(group.vehicles),
          <RatePicture key="picture" group={group} ceiling={ceiling} />,
          sayRate(group),
          shareOfTime(group),
          `${count(group.repairs.count)} in ${daysText(group.vehicle_days)}`,
        ])}
      />
    </section>
  );
}

function RatePicture(props: {
  readonly group: AnalyticsGroup;
  readonly ceiling: number;
}): ReactElement | null {
  const rate = props.group.breaches.per_1000_vehicle_days;
  return rate === null ? null : <IntervalPicture {...rate} to={props.ceiling} />;
}

/** Twice the highest rate, so that one group of which little is known does not press all others to the left. */
function axisOf(groups: readonly AnalyticsGroup[]): number {
  const rates = groups.flatMap(({ breaches }) => breaches.per_1000_vehicle_days ?? []);
  const highest = Math.max(0, ...rates.map(({ high }) => high));
  const values = Math.max(0, ...rates.map(({ value }) => value));
  return Math.max(1, Math.min(highest, values === 0 ? highest : 2 * values));
}
