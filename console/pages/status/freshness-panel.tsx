import type { ReactElement } from "react";
import type { FleetHealthSummary } from "../../../clients/typescript/generated/contract.ts";
import { useLive } from "../../api/live.ts";
import { utcClock, utcShort } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";

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
