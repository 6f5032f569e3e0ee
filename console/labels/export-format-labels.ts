import type { ExportFormat } from "../../core/scenario/exports/export-formats.ts";

/** What a file format is called, and what it carries of a scenario. */
export function exportFormatLabel(format: ExportFormat): { readonly name: string; readonly what: string } {
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
