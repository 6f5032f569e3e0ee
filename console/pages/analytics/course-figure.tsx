import { useState, type ReactElement } from "react";
import type { AnalyticsGroup } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { utcShort } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { TierPicture } from "./pictures/tier-picture.tsx";
import { groupLabel, sayCourse } from "./words.ts";

/** How many of a group were in each tier, step by step: a picture, a sentence, a table. */
export function CourseFigure(props: {
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
