import type { ReactElement } from "react";
import type { FleetHealthSummary } from "../../../clients/typescript/generated/contract.ts";
import { useLive } from "../../api/live.ts";
import { useFleetHealthSummary, useLimits } from "../../api/views.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { utcClock, utcShort } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { ServicePanel } from "./service-panel.tsx";
import { amount, usageOf } from "./usage.ts";

/** Whether what the pages show is what the vehicles do. */
export function FreshnessPanel({ summary }: { readonly summary: FleetHealthSummary }): ReactElement {
  const { paused, following, answeredAtMs, lostAtMs } = useLive();
  return (
    <section className="panel" aria-labelledby="freshness">
      <h2 id="freshness">Is the data current?</h2>
      <p className="card-main">{verdict(summary, lostAtMs, paused)}</p>
      <table className="facts">
        <tbody>
          <tr>
            <th scope="row">Vehicles silent</th>
            <td className="number">
              {count(summary.silent_count)} of {count(summary.total_vehicles)}
            </td>
          </tr>
          <tr>
            <th scope="row">Frames in the last 24 h</th>
            <td className="number">{count(summary.frames_24h)}</td>
          </tr>
          {summary.rescoring !== undefined && (
            <tr>
              <th scope="row">Scored again by version {summary.rescoring.scoring}</th>
              <td className="number">{rescored(summary.rescoring)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">Updates reach this page</th>
            <td className="number">{following ? "immediately" : "every 2 s"}</td>
          </tr>
          <tr>
            <th scope="row">Last answer of the service</th>
            <td className="number">{answeredAtMs === null ? "none yet" : `${utcClock(answeredAtMs)} UTC`}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** How far it is, and until when by the pace so far. */
function rescored({ done, expected_end: end }: NonNullable<FleetHealthSummary["rescoring"]>): string {
  const share = `${Math.round(done * 100)} %`;
  return end === null ? share : `${share}, until about ${utcShort(end)} UTC`;
}

function verdict(summary: FleetHealthSummary, lostAtMs: number | null, paused: boolean): string {
  if (lostAtMs !== null) return `No: the service has not answered since ${utcClock(lostAtMs)} UTC.`;
  if (paused) return "No: this page is paused.";
  if (summary.total_vehicles === 0) return "No data yet: no vehicle has sent a frame.";
  if (summary.silent_count === 0) return "Yes: every vehicle is reporting.";
  return summary.silent_count === summary.total_vehicles
    ? "No: no vehicle is reporting."
    : `Mostly: ${count(summary.silent_count)} of ${count(summary.total_vehicles)} vehicles are silent.`;
}

/** What the organisation may have and has, the scarcest first. */
export function UsagePanel(): ReactElement {
  const limits = useLimits();
  return (
    <section className="panel status-usage" aria-labelledby="usage">
      <h2 id="usage">Usage and quotas</h2>
      <AnswerNotice answer={limits} what="The limits" loading="the limits" lines={8} />
      {limits.data !== undefined && (
        <table className="usage">
          <thead>
            <tr>
              <th scope="col">Limit</th>
              <th scope="col" className="number">
                Used
              </th>
              <th scope="col" className="number">
                Of
              </th>
              <th scope="col" className="wide-only">
                Setting
              </th>
            </tr>
          </thead>
          <tbody>
            {usageOf(limits.data).map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.label}
                  <meter min={0} max={1} high={0.8} optimum={0} value={row.share} aria-label={row.label}>
                    {Math.round(row.share * 100)} %
                  </meter>
                  {row.fullOn !== null && (
                    <p className={row.share >= 0.8 ? "usage-forecast check-trouble" : "usage-forecast"}>
                      {row.share < 1
                        ? `Full on ${row.fullOn} (UTC) at the pace of the last week.`
                        : "Full: new frames are refused, and sent again by their writers."}
                    </p>
                  )}
                </th>
                <td className="number">{amount(row.used, row.unit)}</td>
                <td className="number">{amount(row.limit, row.unit)}</td>
                <td className="wide-only">
                  <code>{row.setting}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Is the data current? The service, what reaches this page, who has gone silent, and what room is left. */
export function StatusPage(): ReactElement {
  const summary = useFleetHealthSummary();
  return (
    <>
      <h1>Status</h1>
      <AnswerNotice answer={summary} what="The fleet" loading="the fleet" lines={2} />
      <div className="status-columns">
        {summary.data !== undefined && <FreshnessPanel summary={summary.data} />}
        <ServicePanel />
        <UsagePanel />
      </div>
    </>
  );
}
