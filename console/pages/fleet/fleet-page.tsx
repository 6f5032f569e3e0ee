import type { ReactElement } from "react";
import { useFleetHealthSummary } from "../../api/views.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { FirstFrame } from "./first-frame.tsx";
import { TierCounts } from "./tier-counts.tsx";
import { VehicleTable } from "./vehicle-table.tsx";
import { WorkQueuePanel } from "./work-queue-panel.tsx";

/** Which vehicles need action now? Counts, what to do next, and every vehicle. */
export function FleetPage({ tier }: { readonly tier: string | null }): ReactElement {
  const summary = useFleetHealthSummary();
  return (
    <>
      <h1 className="unseen">Fleet</h1>
      {summary.data !== undefined && <TierCounts summary={summary.data} chosen={tier} />}
      <AnswerNotice answer={summary} what="The fleet" loading="the fleet" lines={1} />
      {summary.data?.total_vehicles === 0 ? (
        <FirstFrame />
      ) : (
        <div className="fleet-columns">
          <WorkQueuePanel />
          <VehicleTable key={tier} tier={tier} />
        </div>
      )}
    </>
  );
}
