import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { utcSecond } from "../../labels/moments.ts";
import { nats, statistic } from "../../labels/quantities.ts";
import { reasonLabel } from "../../labels/verdict-labels.ts";

/** How it was decided, for who knows the statistics: the rule, W with its limits, the change point in frames. */
export function DecisionDetails({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  const { cusum_limits: limits, change_point: change, open_breach: breach } = vehicle;
  return (
    <details className="decision">
      <summary>How this was decided</summary>
      <dl className="facts">
        <div>
          <dt>Rule</dt>
          <dd>{reasonLabel(vehicle.decided_by)}</dd>
        </div>
        <div>
          <dt>Sequential test W</dt>
          <dd>
            {statisticLabel(vehicle)}; caution from {nats(limits.caution)}, critical from{" "}
            {nats(limits.critical)}
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
