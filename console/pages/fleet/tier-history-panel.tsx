import type { ReactElement } from "react";
import { AnswerNotice } from "../../frame/notices.tsx";
import { Link } from "../../frame/link.tsx";
import { analyticsAddress } from "../analytics/analytics-view.ts";
import { CourseFigure } from "../analytics/course-figure.tsx";
import { ceilingOf } from "../analytics/pictures/tier-picture.tsx";
import { type FleetScope, useTierHistory } from "./tier-history.ts";

/** Is it getting worse? The last thirty days of the fleets and regions that are shown. */
export function TierHistoryPanel(scope: FleetScope): ReactElement {
  const history = useTierHistory(scope);
  const { data } = history;
  return (
    <section className="panel" aria-labelledby="tier-history">
      <div className="panel-head">
        <h2 id="tier-history">Is it getting worse?</h2>
        <Link href={analyticsAddress({ span: "30d", groupBy: null, against: null })}>Analytics</Link>
      </div>
      <AnswerNotice answer={history} what="The tiers over time" loading="the tiers over time" lines={4} />
      {data !== undefined && (
        <CourseFigure
          title="Critical and caution, as shares of the vehicles, last 30 days"
          group={data.all}
          ceiling={ceilingOf([data.all])}
          steps={data.steps}
          heightPx={120}
        />
      )}
    </section>
  );
}
