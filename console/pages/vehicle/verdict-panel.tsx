import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { percent, statistic } from "../../labels/quantities.ts";
import { actionLabel, reasonLabel } from "../../labels/verdict-labels.ts";

/** What to do, and what decided it. */
export function VerdictPanel({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  return (
    <section className="panel card" aria-labelledby="do-now">
      <h2 id="do-now">Do now</h2>
      <p className="card-main">{whatToDo(vehicle)}</p>
      <p className="quiet">
        Why: {reasonLabel(vehicle.decided_by)}. Confidence {percent(vehicle.confidence)}, health{" "}
        {statistic(vehicle.measurements.health_score)} of 100.
      </p>
      {(vehicle.notes ?? []).map(({ code, text }) => (
        <p key={code} className="quiet">
          {text}
        </p>
      ))}
    </section>
  );
}

/** "Nothing to do" would sound like "in order", which is not known yet while the baseline is being estimated. */
function whatToDo({ recommended_action: action, tier, decided_by: reason }: VehicleDetail): string {
  return action === "none" && tier === "UNKNOWN"
    ? "No verdict yet: keep sending frames"
    : actionLabel(action, reason);
}
