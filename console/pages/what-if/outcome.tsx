import type { ReactElement } from "react";
import type { RescoredVehicle } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { Link } from "../../frame/link.tsx";
import { TierMark } from "../../frame/tier-mark.tsx";
import { vehicleAddress } from "../../frame/time-range.ts";
import { utcShort } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { breachesMoved } from "./say-difference.ts";
import { sayDifference, visiblyDiffering } from "./say-difference.ts";
import { sayOutcome } from "./say-outcome.ts";

/** What would be otherwise, vehicle by vehicle. */
export function Outcome(props: {
  readonly vehicles: readonly RescoredVehicle[];
  readonly isWhole: boolean;
}): ReactElement {
  const { vehicles, isWhole } = props;
  const differing = visiblyDiffering(vehicles);
  return (
    <>
      <p className="card-main">{sayOutcome(vehicles, isWhole)}</p>
      {differing.length > 0 && (
        <FigureTable
          label="Vehicles that would differ"
          columns={[
            { head: "Vehicle" },
            { head: "Now" },
            { head: "Then" },
            { head: "What differs" },
            { head: "Breaches", isNumber: true },
            { head: "Gone (UTC)" },
            { head: "New (UTC)" },
          ]}
          rows={differing.map(({ vehicle_id: vehicleId, present, proposed }) => [
            <Link key="vehicle" href={vehicleAddress(vehicleId)}>
              {vehicleId}
            </Link>,
            <TierMark key="now" tier={present.tier} />,
            <TierMark key="then" tier={proposed.tier} />,
            sayDifference({ present, proposed }),
            `${count(present.breaches)} → ${count(proposed.breaches)}`,
            timesText(breachesMoved(present, proposed).gone),
            timesText(breachesMoved(present, proposed).fresh),
          ])}
        />
      )}
    </>
  );
}

const timesShown = 3;

function timesText(times: readonly string[]): string {
  if (times.length === 0) return "–";
  const shown = times
    .slice(0, timesShown)
    .map((time) => utcShort(time))
    .join(", ");
  return times.length > timesShown ? `${shown} and ${count(times.length - timesShown)} more` : shown;
}
