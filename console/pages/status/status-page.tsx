import type { ReactElement } from "react";
import { useFleetHealthSummary } from "../../api/views.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { FreshnessPanel } from "./freshness-panel.tsx";
import { ServicePanel } from "./service-panel.tsx";
import { UsagePanel } from "./usage-panel.tsx";

/** Is the data current? The service, what reaches this page, who has gone silent, and what room is left. */
export function StatusPage(): ReactElement {
  const summary = useFleetHealthSummary();
  return (
    <>
      <h1>Status</h1>
      <AnswerNotice answer={summary} what="The fleet" loading="the fleet" lines={2} />
      <div className="status-columns">
        {summary.data !== undefined && <FreshnessPanel summary={summary.data} />}
        <ServicePanel />
        <UsagePanel />
      </div>
    </>
  );
}
