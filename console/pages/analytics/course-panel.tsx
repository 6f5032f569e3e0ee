import { useState, type ReactElement } from "react";
import type { FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { utcShort } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { CourseFigure } from "./course-figure.tsx";
import { GroupName } from "./group-name.tsx";
import { ceilingOf } from "./pictures/tier-picture.tsx";

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
