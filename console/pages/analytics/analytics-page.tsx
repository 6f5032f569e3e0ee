import { type ReactElement, useState } from "react";
import type { FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { useFleetAnalytics, useFleetAttributes } from "../../api/analytics.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { Link } from "../../frame/link.tsx";
import { goTo } from "../../frame/navigation.ts";
import { AnswerNotice, EmptyNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { duration } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { analyticsAddress, type AnalyticsView, beginOf, spans, stepOf } from "./analytics-view.ts";
import { CoursePanel } from "./course-panel.tsx";
import { DriftPanel } from "./drift-panel.tsx";
import { FramesPanel } from "./frames-panel.tsx";
import { HazardPanel } from "./hazard-panel.tsx";
import { MonthPanel } from "./month-panel.tsx";
import { RatePanel } from "./rate-panel.tsx";
import { SharedPanel } from "./shared-panel.tsx";
import { faultWords, sayDelays } from "./words.ts";

/** How soon what went wrong was noticed. */
export function DelayPanel({ analytics }: { readonly analytics: FleetAnalytics }): ReactElement {
  const { detection_delays: delays, breaches_by_source: sources } = analytics;
  return (
    <section className="panel" aria-labelledby="delays">
      <h2 id="delays">How soon was it noticed?</h2>
      <p className="card-main">{sayDelays(analytics)}</p>
      <p className="quiet">
        From when a change most likely began (its change point) to the breach. What was never noticed has no
        delay, and is not in here.
      </p>
      {sources.length > 0 && (
        <FigureTable
          label="Delays by what was at fault"
          columns={[
            { head: "At fault" },
            ...["Breaches", "One of ten", "Half", "Nine of ten"].map((head) => ({ head, isNumber: true })),
          ]}
          rows={sources.map(({ fault_source: source, breaches }) => {
            const delay = delays.find((one) => one.fault_source === source);
            const times = [delay?.p10_s, delay?.p50_s, delay?.p90_s];
            return [
              faultWords[source] ?? source,
              count(breaches),
              ...times.map((seconds) => (seconds === undefined ? "–" : duration(seconds))),
            ];
          })}
        />
      )}
    </section>
  );
}

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
