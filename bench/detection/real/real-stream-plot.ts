import { readFileSync } from "node:fs";
import { join } from "node:path";

import { emptyReplay, replayEntry } from "../../../core/scoring/replay.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { readingOf } from "../vehicles/reading-of.ts";
import { hasSharedData, sharedData } from "../shared-data.ts";
import { drawPlot, type PlotLine } from "../../svg-plot.ts";
import type { TelemetryFrame } from "../../../core/contract/types.ts";


const stream = "kitti-00-gated";
const fault = "cam-yaw-step-0.3";
const onset = 270;

/** W over a recorded drive, with and without a fault added to it. */
export function realStreamPlot(): { readonly file: string; readonly svg: string }[] {
  if (!hasSharedData("frames")) return [];
  const { cautionNats, criticalNats } = defaultSettings.evidence;
  return [
    {
      file: "real-stream-w.svg",
      svg: drawPlot({
        title: "W over KITTI 00: as recorded, and with a camera yaw of 0.3° added at frame 270",
        xLabel: "frame (one a second)",
        yLabel: "W, nats",
        xScale: "linear",
        yScale: "linear",
        levels: [
          { y: cautionNats, label: "CAUTION limit" },
          { y: criticalNats, label: "CRITICAL limit" },
        ],
        moments: [{ x: onset, label: "fault" }],
        lines: [
          evidenceOf(`${stream}__clean`, "as recorded"),
          evidenceOf(`${stream}__${fault}`, "with the fault"),
        ],
      }),
    },
  ];
}

function evidenceOf(name: string, label: string): PlotLine {
  let replay = emptyReplay();
  const points = readFileSync(join(sharedData, "frames", `${name}.ndjson`), "utf8")
    .trim()
    .split("\n")
    .map((line, frame): [number, number | null] => {
      const reading = readingOf(JSON.parse(line) as TelemetryFrame);
      replay = replayEntry(replay, { kind: "frame", reading }, defaultSettings);
      const nats = replay.lastScore?.cusumStatistic ?? null;
      // What exceeds the plot says no more than that it is far beyond the limit.
      return [frame, nats === null || !Number.isFinite(nats) ? null : Math.min(20, nats)];
    });
  return { label, points, strong: label !== "as recorded" };
}
