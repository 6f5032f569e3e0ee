import type { ReactElement } from "react";
import { entriesAtFirst, useVehicleWork } from "./use-work.ts";

/** Above a verdict that knows the new baseline only: what the repair left, while nobody has accepted it. */
export function UnrestoredNotice({ vehicleId }: { readonly vehicleId: string }): ReactElement | null {
  const { data: work } = useVehicleWork(vehicleId, entriesAtFirst);
  if (work === undefined || work.repair?.outcome !== "not_restored" || work.state === "closed") return null;
  return (
    <p className="panel unrestored">
      <strong>Its repair did not restore it.</strong> {work.repair.why} The verdict below compares it with
      what it has sent since that repair.
    </p>
  );
}
