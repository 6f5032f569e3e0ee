import { useState, type ReactElement } from "react";
import { useFleetAnalytics, useFleetAttributes } from "../../api/analytics.ts";
import { Link } from "../../frame/link.tsx";
import { goTo } from "../../frame/navigation.ts";
import { AnswerNotice, EmptyNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { analyticsAddress, beginOf, spans, stepOf, type AnalyticsView } from "./analytics-view.ts";
import { CoursePanel } from "./course-panel.tsx";
import { DelayPanel } from "./delay-panel.tsx";
import { DriftPanel } from "./drift-panel.tsx";
import { FramesPanel } from "./frames-panel.tsx";
import { HazardPanel } from "./hazard-panel.tsx";
import { MonthPanel } from "./month-panel.tsx";
import { RatePanel } from "./rate-panel.tsx";
import { SharedPanel } from "./shared-panel.tsx";

/** Which part of the fleet goes wrong, how much, and since when. */
export function AnalyticsPage({ view }: { readonly view: AnalyticsView }): ReactElement {
  const [openedMs] = useState(() => Date.now());
  const analytics = useFleetAnalytics({
    from: beginOf(view.span, openedMs),
    step: stepOf(view.span),
    ...(view.groupBy !== null && { group_by: view.groupBy }),
    ...(view.against !== null && { against: view.against }),
  });
  const { data } = analytics;
  return (
    <>
      <div className="analytics-head">
        <h1>Analytics</h1>
        <Choices view={view} />
        <Link href={addressOf("whatIf")}>Threshold simulator</Link>
      </div>
      <AnswerNotice answer={analytics} what="The figures" loading="the figures" lines={12} />
      {data !== undefined && data.all.vehicles === 0 && (
        <EmptyNotice>
          <p>No vehicle has sent a frame yet, so there is nothing to count.</p>
        </EmptyNotice>
      )}
      {data !== undefined && data.all.vehicles > 0 && (
        <div className="analytics-panels">
          <CoursePanel analytics={data} />
          <RatePanel analytics={data} />
          <MonthPanel key={data.group_by} analytics={data} />
          <HazardPanel
            analytics={data}
            onAgainst={(against) => goTo(analyticsAddress({ ...view, against }))}
          />
          <SharedPanel tiers={["CRITICAL", "CAUTION"]} />
          <DriftPanel analytics={data} />
          <DelayPanel analytics={data} />
          {data.frames !== null && <FramesPanel frames={data.frames} />}
        </div>
      )}
    </>
  );
}

function Choices({ view }: { readonly view: AnalyticsView }): ReactElement {
  const attributes = useFleetAttributes();
  const names = attributes.data?.data ?? [];
  const groups = [
    ["", "the whole fleet"],
    ["fleet", "fleet"],
    ["region", "region"],
    ...names.map(({ name }) => [`attribute:${name}`, name] as const),
  ] as const;
  // One that the address names is offered whether or not the list has come.
  const isListed = view.groupBy === null || groups.some(([value]) => value === view.groupBy);
  return (
    <div className="choices">
      <label>
        Time{" "}
        <select
          value={view.span}
          onChange={(event) => {
            const span = spans.find((one) => one === event.target.value);
            if (span !== undefined) goTo(analyticsAddress({ ...view, span }));
          }}
        >
          {spans.map((span) => (
            <option key={span}>{span}</option>
          ))}
        </select>
      </label>
      <label>
        By{" "}
        <select
          value={view.groupBy ?? ""}
          onChange={({ target }) =>
            goTo(analyticsAddress({ ...view, groupBy: target.value === "" ? null : target.value }))
          }
        >
          {groups.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {!isListed && <option value={view.groupBy ?? ""}>{view.groupBy}</option>}
        </select>
      </label>
    </div>
  );
}
