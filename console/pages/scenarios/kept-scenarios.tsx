import type { ReactElement } from "react";
import { useQuery } from "@tanstack/react-query";
import { useService } from "../../api/service.ts";
import { Link } from "../../frame/link.tsx";
import { AnswerNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { utcMinute } from "../../labels/moments.ts";
import { scenarioLabel } from "../../labels/scenario-labels.ts";

/** The latest are looked for; older ones are listed by the command line. */
const shown = 20;

/** The scenarios that were made and are kept, latest first. */
export function KeptScenarios(): ReactElement {
  const service = useService();
  const kept = useQuery({
    queryKey: ["scenarios"],
    queryFn: async ({ signal }) => {
      const { data, has_more } = await service.scenarios.list({ limit: shown }, { signal });
      return { data, has_more };
    },
  });
  return (
    <section className="panel" aria-labelledby="kept-heading">
      <h2 id="kept-heading">Kept</h2>
      <AnswerNotice answer={kept} what="The kept scenarios" loading="the kept scenarios" lines={5} />
      {kept.data !== undefined && kept.data.data.length === 0 && (
        <p className="quiet">None yet. What is made is kept here under its own address.</p>
      )}
      <ul className="plain kept-scenarios">
        {kept.data?.data.map((scenario) => (
          <li key={scenario.scenario_id}>
            <Link href={addressOf("scenario", { scenario_id: scenario.scenario_id })}>
              {scenarioLabel(scenario.scenario_type).name}
              {scenario.vehicle_id !== undefined && ` of ${scenario.vehicle_id}`}
            </Link>
            <span className="quiet">
              {scenario.duration_s} s · seed {scenario.seed} · made{" "}
              <time dateTime={scenario.made_at}>{utcMinute(scenario.made_at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {kept.data?.has_more === true && (
        <p className="quiet">
          The latest {shown} are shown. <code>plumbline scenario list</code> shows all.
        </p>
      )}
    </section>
  );
}
