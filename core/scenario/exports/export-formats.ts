import type { ScenarioFeed } from "../../contract/types.ts";

type Level = ScenarioFeed["level"];
const concrete: readonly Level[] = ["concrete"];
const logical: readonly Level[] = ["logical"];
const both: readonly Level[] = ["concrete", "logical"];

/** What a scenario can be exported as: media type, how the file's name ends, and scenarios of which level it can carry. */
export const exportFormats = {
  "openscenario-xml/1.3": { mediaType: "application/xml", ending: ".xosc", levels: both },
  "openscenario-parameters/1.3": {
    mediaType: "application/xml",
    ending: ".parameters.xosc",
    levels: logical,
  },
  "opendrive/1.7": { mediaType: "application/xml", ending: ".xodr", levels: both },
  "osi-trace/3.8": { mediaType: "application/zip", ending: ".osi.zip", levels: concrete },
  "openlabel/1.0": { mediaType: "application/json", ending: ".openlabel.json", levels: concrete },
  "carla-json/1": { mediaType: "application/json", ending: ".carla.json", levels: concrete },
  mcap: { mediaType: "application/octet-stream", ending: ".mcap", levels: concrete },
  csv: { mediaType: "text/csv; charset=utf-8", ending: ".csv", levels: concrete },
} as const;

export type ExportFormat = keyof typeof exportFormats;

export const exportFormatNames = Object.keys(exportFormats) as readonly ExportFormat[];

/** The formats that scenarios of a level are written in. */
export function formatsOfLevel(level: Level): readonly ExportFormat[] {
  return exportFormatNames.filter((format) => exportFormats[format].levels.includes(level));
}
