import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../core/contract/types.ts";
import { percent, statistic } from "../../words/quantities.ts";
import { actionWords, reasonWords } from "../../words/verdict-words.ts";

/** What to do, and what decided it. */
export function VerdictPanel({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  return (
    <section className="panel card" aria-labelledby="do-now">
      <h2 id="do-now">Do now</h2>
      <p className="card-main">{actionWords(vehicle.recommended_action)}</p>
      <p className="quiet">
        Why: {reasonWords(vehicle.decided_by)}. Confidence {percent(vehicle.confidence)}, health{" "}
        {statistic(vehicle.measurements.health_score)} of 100.
      </p>
    </section>
  );
}
