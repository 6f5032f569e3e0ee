import { useState, type ReactElement } from "react";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { utcShort } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { GroupName } from "./group-name.tsx";
import { ceilingOf, TierPicture } from "./pictures/tier-picture.tsx";
import { groupLabel, sayCourse } from "./words.ts";

/** So many pictures fit without scrolling far. */
const shownAtFirst = 12;

/** Whether it is getting worse: the fleet, and each group beside it on the same axis. */
export function CoursePanel({ analytics }: { readonly analytics: FleetAnalytics }): ReactElement {
  const [showsAll, setShowsAll] = useState(false);
  const { all, groups, steps, group_by: groupBy, groups_in_all: groupsInAll } = analytics;
  const shown = showsAll ? groups : groups.slice(0, shownAtFirst);
  const ceiling = ceilingOf([all, ...groups]);
  return (
    <section className="panel" aria-labelledby="course">
      <h2 id="course">Is it getting worse?</h2>
      <CourseFigure title="The whole fleet" group={all} ceiling={ceiling} steps={steps} heightPx={120} />
      <p className="legend quiet">
        <span className="swatch area-critical" aria-hidden="true" /> critical{" "}
        <span className="swatch area-caution" aria-hidden="true" /> caution, as shares of the vehicles, by{" "}
        {analytics.step}, {utcShort(analytics.from)} to {utcShort(analytics.to)} UTC
      </p>
      {shown.length > 0 && (
        <div className="multiples">
          {shown.map((group) => (
            <CourseFigure
              key={`${group.group === null} ${group.group}`}
              title={<GroupName groupBy={groupBy} group={group.group} />}
              group={group}
              ceiling={ceiling}
              steps={steps}
              heightPx={56}
            />
          ))}
        </div>
      )}
      {groups.length > shown.length && (
        <button type="button" className="button" onClick={() => setShowsAll(true)}>
          Show all {count(groups.length)} groups
        </button>
      )}
      {groupsInAll > groups.length && (
        <p className="quiet">
          The {count(groups.length)} largest of {count(groupsInAll)} groups are shown.
        </p>
      )}
    </section>
  );
}

function CourseFigure(props: {
  readonly title: ReactElement | string;
  readonly group: AnalyticsGroup;
  readonly ceiling: number;
  readonly steps: readonly string[];
  readonly heightPx: number;
}): ReactElement {
  const { title, group, ceiling, steps, heightPx } = props;
  const [isTableOpen, setTableOpen] = useState(false);
  return (
    <figure className="course">
      <figcaption>{title}</figcaption>
      <TierPicture over={group.tiers_over_time} ceiling={ceiling} heightPx={heightPx} />
      <p className="chart-finding quiet">{sayCourse(group, steps)}</p>
      <details onToggle={(event) => setTableOpen(event.currentTarget.open)}>
        <summary>
          Table
          <span className="unseen"> of {group.group === null ? "the whole fleet" : groupLabel(group)}</span>
        </summary>
        {isTableOpen && <CourseTable group={group} steps={steps} />}
      </details>
    </figure>
  );
}

const rowsShown = 200;

function CourseTable({
  group,
  steps,
}: {
  readonly group: AnalyticsGroup;
  readonly steps: readonly string[];
}): ReactElement {
  const { critical, caution, nominal, unknown } = group.tiers_over_time;
  const every = Math.ceil(steps.length / rowsShown);
  const rows = steps.flatMap((begin, at) => (at % every === 0 ? [{ begin, at }] : []));
  return (
    <FigureTable
      label={`Vehicles in each tier, ${group.group ?? "all"}`}
      columns={[
        { head: "From (UTC)" },
        ...["Critical", "Caution", "Nominal", "Unknown"].map((head) => ({ head, isNumber: true })),
      ]}
      rows={rows.map(({ begin, at }) => [
        utcShort(begin),
        ...[critical, caution, nominal, unknown].map((values) => count(values[at] ?? 0)),
      ])}
    />
  );
}
