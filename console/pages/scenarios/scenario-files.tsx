import type { ReactElement } from "react";
import { carryScenario } from "../../../core/scenario/course/carry-scenario.ts";
import { exportFormats, formatsOfLevel } from "../../../core/scenario/exports/export-formats.ts";
import { DownloadButton } from "../../frame/download-button.tsx";
import { exportFormatLabel } from "../../labels/export-format-labels.ts";
import type { Story } from "../../player/story/story.ts";

/** The scenario to take away: the feed, a player in one file, and every format the service writes. */
export function ScenarioFiles({ story }: { readonly story: Story }): ReactElement {
  const { feed, course } = story;
  return (
    <section className="panel" aria-labelledby="files-heading">
      <h2 id="files-heading">Take it away</h2>
      <ul className="plain scenario-files">
        <li>
          <DownloadButton
            title="One HTML file that plays this scenario without a server"
            download={{
              name: `${feed.scenario_id}.html`,
              mediaType: "text/html",
              fetch: async () => bytesOf(carryScenario(await playerPage(), { feed, course })),
            }}
          >
            Player, one HTML file
          </DownloadButton>
          <span className="quiet">opens from disk, asks for nothing</span>
        </li>
        <li>
          <DownloadButton
            title="The feed as the service answers it"
            download={{
              name: `${feed.scenario_id}.json`,
              mediaType: "application/json",
              fetch: async () => bytesOf(`${JSON.stringify(feed, null, 2)}\n`),
            }}
          >
            Feed, JSON
          </DownloadButton>
          <span className="quiet">{feed.parameters.visualizer.format}</span>
        </li>
        {formatsOfLevel(feed.level).map((format) => (
          <li key={format}>
            <DownloadButton
              title={`This scenario as ${format}`}
              download={{
                name: `${feed.scenario_id}${exportFormats[format].ending}`,
                mediaType: exportFormats[format].mediaType,
                fetch: (service) => service.scenarios.export(feed.scenario_id, format),
              }}
            >
              {exportFormatLabel(format).name}
            </DownloadButton>
            <span className="quiet">{exportFormatLabel(format).what}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function playerPage(): Promise<string> {
  const answer = await fetch("/player.html");
  if (!answer.ok) throw new Error(`the service has no player to put it in (${answer.status})`);
  return answer.text();
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
