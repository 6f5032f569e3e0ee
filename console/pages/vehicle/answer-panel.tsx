import type { ReactElement, ReactNode } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { toDoLabel } from "../../labels/verdict-labels.ts";
import { DecisionDetails } from "./decision-details.tsx";
import { SensorGauges } from "./sensor-gauges.tsx";
import { vehicleFacts } from "./vehicle-facts.ts";

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
