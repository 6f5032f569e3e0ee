import { oneOf } from "../vocabulary.ts";

export const exportFormatValues = [
  "openscenario-xml/1.3",
  "openscenario-parameters/1.3",
  "opendrive/1.7",
  "osi-trace/3.8",
  "openlabel/1.0",
  "carla-json/1",
  "mcap",
  "csv",
] as const;
export const ExportFormat = oneOf(exportFormatValues, {
  $id: "ExportFormat",
  description: "A format of somebody else's that a scenario is written in (docs/scenario-exports.md).",
});

export const exportFormatPattern = `^(?:${exportFormatValues.join("|").replaceAll(".", "\\.")})$`;

/** Where exports differ in it; a text's character set is left out. */
export const exportMediaTypes = [
  "application/xml",
  "application/zip",
  "application/json",
  "application/octet-stream",
  "text/csv",
] as const;
