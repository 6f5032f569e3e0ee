import type { ReactElement } from "react";
import type { VehicleListItem } from "../../../clients/typescript/generated/contract.ts";
import { useFleetAttributes } from "../../api/fleet-views.ts";
import { count } from "../../labels/quantities.ts";

/** Marks a simulated vehicle among real ones: nobody is to take it for one of them. */
export function SimulatedTag({
  attributes,
}: {
  readonly attributes: VehicleListItem["attributes"];
}): ReactElement | null {
  const { simulated, vehicles } = useSimulated();
  // Where all are, the page says it once.
  if (attributes?.["simulated"] !== true || simulated >= vehicles) return null;
  return <span className="tag">simulated</span>;
}

/** Says that the page shows simulated vehicles, if it does. */
export function SimulatedNotice(): ReactElement | null {
  const { simulated, vehicles } = useSimulated();
  if (simulated === 0) return null;
  return (
    <p className="banner simulated" role="note">
      {simulated >= vehicles
        ? "Simulated data: none of these vehicles is a real one."
        : `${count(simulated)} of ${count(vehicles)} vehicles are simulated; they are marked in the list.`}
    </p>
  );
}

/** What simulated vehicles say of themselves, counted. */
function useSimulated(): { readonly simulated: number; readonly vehicles: number } {
  const { data } = useFleetAttributes();
  const attribute = data?.data.find(({ name }) => name === "simulated");
  const simulated = attribute?.values.find(({ value }) => value === "true")?.vehicles ?? 0;
  return { simulated, vehicles: data?.vehicles ?? 0 };
}
