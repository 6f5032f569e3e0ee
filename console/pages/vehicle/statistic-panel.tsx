import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { utcMinute } from "../../labels/moments.ts";
import { nats } from "../../labels/quantities.ts";

/** The statistic that decides, against its limits, and the breach it opened. */
export function StatisticPanel({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  const { cusum_limits: limits, open_breach: breach } = vehicle;
  return (
    <section className="panel card" aria-labelledby="statistic">
      <h2 id="statistic">CUSUM statistic W</h2>
      <p className="card-main">{valueOf(vehicle)}</p>
      <p className="quiet">
        Limits: caution {nats(limits.caution)}, critical {nats(limits.critical)}.{" "}
        {breach === null ? (
          "No open breach."
        ) : (
          <>
            Breach open since <time dateTime={breach.opened_at}>{utcMinute(breach.opened_at)}</time>.
          </>
        )}
      </p>
    </section>
  );
}

function valueOf({ cusum_statistic: statistic, baseline }: VehicleDetail): string {
  if (statistic !== null) return nats(statistic);
  return baseline.state === "learning" ? "No value while learning" : "None: nothing speaks for a change";
}
