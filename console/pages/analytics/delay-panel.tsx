import type { ReactElement } from "react";
import type { FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { duration } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
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
