import { tellStory, type Story } from "../../player/story/story.ts";
import { readFeed } from "../../../core/scenario/course/read-feed.ts";
import { playScenario } from "../../../core/scenario/course/play-scenario.ts";
import { useMemo, type ReactElement } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ScenarioFeed } from "../../../clients/typescript/generated/contract.ts";
import { isMissing } from "../../api/views.ts";
import { useService } from "../../api/service.ts";
import { Link } from "../../frame/link.tsx";
import { FaultNotice, Loading, useFault } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { vehicleAddress } from "../../frame/time-range.ts";
import { scenarioLabel } from "../../labels/scenario-labels.ts";
import { describeStory } from "../../player/story/describe-story.ts";
import { DrawScenario } from "./draw-scenario.tsx";
import { MomentTable } from "./player-box.tsx";
import { PlayerBox } from "./player-box.tsx";
import { ScenarioFiles } from "./scenario-files.tsx";

interface ScenarioPageProps {
  readonly scenarioId: string;
  readonly query: URLSearchParams;
}

/** One scenario: what happens, what the scorer makes of it, and in which formats it can be had. */
export function ScenarioPage({ scenarioId, query }: ScenarioPageProps): ReactElement {
  const service = useService();
  const scenario = useQuery({
    queryKey: ["scenario", scenarioId],
    queryFn: ({ signal }) => service.scenarios.get(scenarioId, { signal }),
    // A scenario is derived from its inputs: under its id it never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fault = useFault(scenario);
  if (scenario.data !== undefined) return <Scenario feed={scenario.data} query={query} />;
  if (fault === null) return <Loading what="the scenario" lines={12} />;
  if (isMissing(fault)) return <NoSuchScenario scenarioId={scenarioId} />;
  return <FaultNotice what="The scenario" fault={fault} retry={() => void scenario.refetch()} />;
}

function Scenario({
  feed,
  query,
}: {
  readonly feed: ScenarioFeed;
  readonly query: URLSearchParams;
}): ReactElement {
  const opened = useMemo(() => openFeed(feed), [feed]);
  const { name, what, tests } = scenarioLabel(feed.scenario_type);
  const vehicleId = feed.provenance.vehicle_id;
  return (
    <>
      <header className="vehicle-header">
        <div className="vehicle-title">
          <Link className="back" href={addressOf("scenarios")}>
            Scenarios
          </Link>
          <h1>{name}</h1>
          {feed.sampled_from !== undefined && (
            <span>
              drawn from{" "}
              <Link href={addressOf("scenario", { scenario_id: feed.sampled_from })}>
                its logical scenario
              </Link>
            </span>
          )}
          {vehicleId !== undefined && (
            <span>
              of <Link href={vehicleAddress(vehicleId)}>{vehicleId}</Link>
            </span>
          )}
          <span className="quiet">
            {feed.level === "logical" ? "logical, " : ""}
            {originWords(feed)} · seed {feed.seed} · <span className="mono">{feed.scenario_id}</span>
          </span>
        </div>
        <p>
          {what} <span className="quiet">Tests: {tests}</span>
        </p>
      </header>
      {opened.kind === "refused" ? (
        <section className="panel notice" role="alert">
          <p>This feed cannot be played: {opened.reason}.</p>
        </section>
      ) : (
        <>
          <section className="panel" aria-label="Player">
            <p className="scenario-finding">{describeStory(opened.story)}</p>
            <PlayerBox
              story={opened.story}
              query={query}
              address={addressOf("scenario", { scenario_id: feed.scenario_id })}
            />
          </section>
          {feed.level === "logical" && <DrawScenario feed={feed} />}
          <div className="scenario-columns">
            <MomentTable story={opened.story} />
            <ScenarioFiles story={opened.story} />
          </div>
        </>
      )}
    </>
  );
}

/** Measured or made up: a replay is no simulation, and what was measured has noise of its own. */
function originWords({ provenance, parameters }: ScenarioFeed): string {
  switch (provenance.kind) {
    case "synthetic":
      return "simulated";
    case "fitted":
      return "simulated from what was measured";
    case "replay": {
      const scale = Math.round(parameters.trajectory.time_scale * 10) / 10;
      return `replayed as measured, 1 s for ${scale} s`;
    }
  }
}

function NoSuchScenario({ scenarioId }: { readonly scenarioId: string }): ReactElement {
  return (
    <section className="panel notice">
      <h1>No such scenario</h1>
      <p>
        No scenario <code>{scenarioId}</code> is kept, or this key may not see it.{" "}
        <Link href={addressOf("scenarios")}>Go to the scenarios</Link>.
      </p>
    </section>
  );
}

/** A feed as it can be played, with the scoring run on it, or why it cannot be. */
type OpenedFeed =
  | { readonly kind: "story"; readonly story: Story; readonly filled: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

function openFeed(value: unknown): OpenedFeed {
  const read = readFeed(value);
  if (read.kind === "refused") return read;
  return { kind: "story", story: tellStory(read.feed, playScenario(read.feed)), filled: read.filled };
}
