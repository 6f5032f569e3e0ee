import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { TierMark } from "../../frame/tier-mark.tsx";
import { utcSecond } from "../../labels/moments.ts";
import { reasonLabel } from "../../labels/verdict-labels.ts";

/** How the vehicle came to its tier, latest first. */
export function TierHistory({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  return (
    <section className="panel" aria-labelledby="tier-history">
      <h2 id="tier-history">Tier history</h2>
      {vehicle.tier_history.length === 0 ? (
        <p className="quiet">
          No change since the first frame,{" "}
          <time dateTime={vehicle.first_frame_at}>{utcSecond(vehicle.first_frame_at)}</time>.
        </p>
      ) : (
        <ol className="plain">
          {vehicle.tier_history.map((change) => (
            <li key={change.frame_seq} className="side-row">
              <p className="tier-change">
                <TierMark tier={change.from} />
                <ArrowTo />
                <TierMark tier={change.to} />
              </p>
              <p>
                <time dateTime={change.at}>{utcSecond(change.at)}</time>{" "}
                <span className="quiet">({clockOf(change)})</span>
              </p>
              <p className="quiet">{reasonLabel(change.decided_by)}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A repair has the time at which somebody reported it; everything else that of the frame that did it. */
function clockOf({ to, decided_by: reason }: VehicleDetail["tier_history"][number]): string {
  return to === "UNKNOWN" && reason === "learning" ? "service’s clock" : "vehicle’s clock";
}

function ArrowTo(): ReactElement {
  return (
    <span>
      <span className="unseen">to</span>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d="M2 8h11M9 4l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
    </span>
  );
}
