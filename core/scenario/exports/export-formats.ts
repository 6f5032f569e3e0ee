/** What a scenario can be exported as: media type, and how the file's name ends. */
export const exportFormats = {
  "openscenario-xml/1.3": { mediaType: "application/xml", ending: ".xosc" },
  "opendrive/1.7": { mediaType: "application/xml", ending: ".xodr" },
  "osi-trace/3.8": { mediaType: "application/zip", ending: ".osi.zip" },
  "openlabel/1.0": { mediaType: "application/json", ending: ".openlabel.json" },
  "carla-json/1": { mediaType: "application/json", ending: ".carla.json" },
  mcap: { mediaType: "application/octet-stream", ending: ".mcap" },
  csv: { mediaType: "text/csv; charset=utf-8", ending: ".csv" },
} as const;

export type ExportFormat = keyof typeof exportFormats;

export const exportFormatNames = Object.keys(exportFormats) as readonly ExportFormat[];
