import type { ReactElement } from "react";
import { carryScenario } from "../../../core/scenario/course/carry-scenario.ts";
import {
  exportFormats,
  formatsOfLevel,
  type ExportFormat,
} from "../../../core/scenario/exports/export-formats.ts";
import { DownloadButton } from "../../frame/download-button.tsx";
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
                fetch: (service, options) => service.scenarios.export(feed.scenario_id, format, options),
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

/** What a file format is called, and what it carries of a scenario. */
function exportFormatLabel(format: ExportFormat): { readonly name: string; readonly what: string } {
  return labels[format];
}

const labels: Readonly<Record<ExportFormat, { readonly name: string; readonly what: string }>> = {
  "openscenario-xml/1.3": { name: "OpenSCENARIO XML 1.3", what: "the drive, with the drift as parameters" },
  "openscenario-parameters/1.3": {
    name: "OpenSCENARIO XML 1.3 parameters",
    what: "what the parameters are drawn from",
  },
  "opendrive/1.7": { name: "OpenDRIVE 1.7", what: "the streets" },
  "osi-trace/3.8": { name: "OSI 3.8 trace", what: "baseline, present and true poses, frame by frame" },
  "openlabel/1.0": { name: "OpenLABEL 1.0", what: "frames and transforms over time" },
  "carla-json/1": { name: "CARLA JSON", what: "left-handed sensor transforms; not tried in CARLA" },
  mcap: { name: "MCAP", what: "transforms for Foxglove and ROS tools" },
  csv: { name: "CSV", what: "six values a sensor and sample" },
};
