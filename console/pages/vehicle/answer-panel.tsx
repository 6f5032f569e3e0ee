import type { ReactElement, ReactNode } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { utcSecond } from "../../labels/moments.ts";
import { nats, statistic } from "../../labels/quantities.ts";
import { reasonLabel, toDoLabel } from "../../labels/verdict-labels.ts";
import { SensorGauges } from "./sensor-gauges.tsx";
import { vehicleFacts } from "./vehicle-facts.ts";

/** How it was decided, for who knows the statistics: the rule, the log likelihood ratio with its limit, the change point in frames. */
export function DecisionDetails({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  const { cusum_limit: limit, change_point: change, open_breach: breach } = vehicle;
  return (
    <details className="decision">
      <summary>How this was decided</summary>
      <dl className="facts">
        <div>
          <dt>Rule</dt>
          <dd>{reasonLabel(vehicle.decided_by)}</dd>
        </div>
        <div>
          <dt>Log likelihood ratio of a change</dt>
          <dd>
            {statisticLabel(vehicle)}; proved from {nats(limit)}
          </dd>
        </div>
        {breach !== null && (
          <div>
            <dt>Breach</dt>
            <dd>
              opened by frame {breach.frame_seq}, {utcSecond(breach.opened_at)}
              {change !== null &&
                `; change point at frame ${change.frame_seq}, 50 %: ${change.interval_50.join(" to ")}, 90 %: ${change.interval_90.join(" to ")}`}
            </dd>
          </div>
        )}
        <div>
          <dt>Health score</dt>
          <dd>{statistic(vehicle.measurements.health_score)} of 100; 50 is at the critical limit</dd>
        </div>
      </dl>
    </details>
  );
}

function statisticLabel({ cusum_statistic: value, baseline }: VehicleDetail): string {
  if (value !== null) return nats(value);
  return baseline.state === "learning" ? "no value while learning" : "none: no change indicated";
}

interface AnswerPanelProps {
  readonly vehicle: VehicleDetail;
  /** Where the page of one sensor is, and which of them is shown below. */
  readonly sensorLink: (sensor: string, label: ReactNode) => ReactElement;
}

/** What to do and why, then what a reader asks next: enough for most, without a chart. */
export function AnswerPanel({ vehicle, sensorLink }: AnswerPanelProps): ReactElement {
  return (
    <section className="panel answer" aria-labelledby="answer">
      <h2 id="answer">{toDoLabel(vehicle)}</h2>
      <p className="answer-why">{vehicle.why}</p>
      {(vehicle.notes ?? []).map(({ code, text }) => (
        <p key={code} className="quiet">
          {text}
        </p>
      ))}
      {isUnrestored(vehicle) && (
        <p className="quiet">What follows goes by the baseline that was learnt after the repair.</p>
      )}
      <dl className="facts">
        {vehicleFacts(vehicle).map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <SensorGauges vehicle={vehicle} sensorLink={sensorLink} />
      <DecisionDetails vehicle={vehicle} />
    </section>
  );
}

function isUnrestored({ work }: VehicleDetail): boolean {
  return work?.repair_outcome === "not_restored" && work.state !== "closed";
}
