import { useState, type ReactElement } from "react";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { Link } from "../../frame/link.tsx";
import { count } from "../../labels/quantities.ts";
import { groupsAddress } from "./analytics-view.ts";
import { GroupName } from "./group-name.tsx";
import { heatOf, heatSteps, monthName, sayMonths } from "./month-heat.ts";
import { daysText, groupLabel, wholeRate } from "./words.ts";

/** In which months which part breaks: one row a group, worst first, one cell a month. */
export function MonthPanel({ analytics }: { readonly analytics: FleetAnalytics }): ReactElement {
  const { all, groups, months, group_by: groupBy } = analytics;
  const rows = groups.length === 0 ? [all] : groups;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const steps = heatSteps(rows);
  const address = groupsAddress(groupBy, [...chosen]);
  const toggle = (group: string): void => {
    const next = new Set(chosen);
    if (!next.delete(group)) next.add(group);
    setChosen(next);
  };
  return (
    <section className="panel" aria-labelledby="months">
      <h2 id="months">In which months?</h2>
      <p className="card-main">{sayMonths(rows, months)}</p>
      <p className="quiet">
        Breaches in {count(1000)} vehicle-days of each month of UTC; the first and last may be cut short. The
        shade is the lower end of the exact 95 % interval (Poisson): a cell of few days or breaches stays
        pale, however high its rate is.
        {address !== null || groupBy !== null ? " Cells choose vehicles for the fleet page." : ""}
      </p>
      <div className="heat-scroll" role="region" aria-label="Breach rates by month" tabIndex={0}>
        <table className="heat">
          <thead>
            <tr>
              <th scope="col">{groupBy === null ? "Vehicles" : groupBy.replace("attribute:", "")}</th>
              {months.map((month, at) => (
                <th key={month} scope="col">
                  {monthName(month, at === 0)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((group) => (
              <tr key={`${group.group === null} ${group.group}`}>
                <th scope="row">
                  <GroupName groupBy={groupBy} group={group.group} />
                </th>
                {group.breaches_by_month.map((cell, at) => (
                  <HeatCell
                    key={months[at]}
                    cell={cell}
                    steps={steps}
                    name={`${groupBy === null ? "All" : groupLabel(group)}, ${monthName(months[at]!, true)}`}
                    isChosen={group.group !== null && chosen.has(group.group)}
                    onChoose={
                      groupBy === null || group.group === null ? null : () => toggle(group.group as string)
                    }
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="choices">
        {address !== null && (
          <>
            <Link href={address}>
              Show the vehicles of {count(chosen.size)} {chosen.size === 1 ? "value" : "values"}
            </Link>
            <button type="button" className="button" onClick={() => setChosen(new Set())}>
              Choose none
            </button>
          </>
        )}
      </p>
      <MonthTable rows={rows} months={months} />
    </section>
  );
}

function HeatCell(props: {
  readonly cell: AnalyticsGroup["breaches_by_month"][number];
  readonly steps: readonly number[];
  readonly name: string;
  readonly isChosen: boolean;
  /** Null where there is nothing to ask the fleet page for. */
  readonly onChoose: (() => void) | null;
}): ReactElement {
  const { cell, steps, name, isChosen, onChoose } = props;
  const rate = cell.per_1000_vehicle_days;
  if (rate === null) return <td className="heat-none">–</td>;
  const text = rate.value === 0 ? "none" : wholeRate(rate.value);
  return (
    <td className={`heat-${heatOf(rate.low, steps)}`}>
      {onChoose === null ? (
        text
      ) : (
        <button type="button" aria-pressed={isChosen} onClick={onChoose}>
          <span className="unseen">{name}: </span>
          {text}
          <span className="unseen">
            , 95 % interval {wholeRate(rate.low)} to {wholeRate(rate.high)}
          </span>
        </button>
      )}
    </td>
  );
}

function MonthTable(props: {
  readonly rows: readonly AnalyticsGroup[];
  readonly months: readonly string[];
}): ReactElement {
  const { rows, months } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Table<span className="unseen"> of breaches by month</span>
      </summary>
      {isOpen && (
        <FigureTable
          label="Breaches by month"
          columns={[
            { head: "Month" },
            { head: "Vehicles" },
            { head: "Breaches", isNumber: true },
            { head: `In ${count(1000)} vehicle-days (95 %)` },
            { head: "From", isNumber: true },
          ]}
          rows={rows.flatMap((group) =>
            group.breaches_by_month.map((cell, at) => [
              monthName(months[at] ?? "", true),
              group.group ?? (rows.length === 1 ? "all" : groupLabel(group)),
              count(cell.count),
              cell.per_1000_vehicle_days === null
                ? "no exposure"
                : `${wholeRate(cell.per_1000_vehicle_days.value)} (${wholeRate(cell.per_1000_vehicle_days.low)} to ${wholeRate(cell.per_1000_vehicle_days.high)})`,
              daysText(cell.vehicle_days),
            ]),
          )}
        />
      )}
    </details>
  );
}
