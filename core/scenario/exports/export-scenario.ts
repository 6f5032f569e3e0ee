import type { ScenarioFeed } from "../../contract/types.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { type ExportFormat, exportFormats } from "./export-formats.ts";

export interface ScenarioExport {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
}

/** A scenario in somebody else's format. The same feed gives the same bytes. */
export async function exportScenario(feed: ScenarioFeed, format: ExportFormat): Promise<ScenarioExport> {
  const { mediaType, ending } = exportFormats[format];
  const written = await writers[format](feed);
  const bytes = typeof written === "string" ? utf8(written) : written;
  return { bytes, mediaType, fileName: `${feed.scenario_id}${ending}` };
}

type Writer = (feed: ScenarioFeed) => Promise<string | Uint8Array>;

/** Loaded when first asked for: who exports nothing need not wait for it at start-up. */
const writers: Readonly<Record<ExportFormat, Writer>> = {
  "openscenario-xml/1.3": async (feed) =>
    (await import("./openscenario/write-openscenario.ts")).writeOpenScenario(feed),
  "openscenario-parameters/1.3": async (feed) =>
    (await import("./openscenario/write-parameters.ts")).writeParameters(feed),
  "opendrive/1.7": async (feed) => (await import("./opendrive.ts")).writeOpenDrive(feed),
  "osi-trace/3.8": async (feed) => (await import("./osi/osi-trace.ts")).writeOsiTraces(feed),
  "openlabel/1.0": async (feed) => (await import("./openlabel.ts")).writeOpenLabel(feed),
  "carla-json/1": async (feed) => (await import("./carla.ts")).writeCarla(feed),
  mcap: async (feed) => (await import("./mcap/write-mcap.ts")).writeMcap(feed),
  csv: async (feed) => (await import("./csv.ts")).writeCsv(feed),
};
