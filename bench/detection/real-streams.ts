/**
 * Every recording of ../shared/data/frames through the fold, with default settings, beside what its labels know: false alarms,
 * and how soon a known change is found. Run: npm run bench -- real-streams
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stdout } from "node:process";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { figure, markdownTable } from "../markdown-table.ts";
import { runStamp } from "../run-stamp.ts";
import { accusationsOf, delayOf, foldLines, type FoldedVehicle } from "./journal-of-lines.ts";

interface Label {
  readonly file: string;
  readonly injected: readonly {
    readonly type: string;
    readonly channel: string;
    readonly magnitude?: number;
    readonly unit?: string;
    readonly first_affected_index: number;
  }[];
  readonly natural_events: readonly { readonly kind: string; readonly index: number }[];
}

const folder = join(import.meta.dirname, "../../../shared/data/frames");

interface Judged {
  readonly file: string;
  readonly frames: number;
  readonly change: string;
  /** Its size as a multiple of the CAUTION limit; null where it has none. */
  readonly timesCaution: number | null;
  readonly falseAlarms: number;
  /** Frames from the change to the first accusation; null where nothing changed. */
  readonly delay: number | null;
  readonly source: string;
  readonly tiers: string;
}

function judge({ file, injected, natural_events: natural }: Label): Judged {
  const vehicles = new Map<string, FoldedVehicle>();
  foldLines(readFileSync(join(folder, file), "utf8").trim().split("\n"), vehicles);
  const [vehicle] = vehicles.values();
  if (vehicle === undefined) throw new Error(`${file} has no frame of the contract`);
  const { timesUs, replay } = vehicle;
  const first = Math.min(
    ...injected.map((fault) => fault.first_affected_index),
    ...natural.map(({ index }) => index),
  );
  const faultUs = timesUs[first] ?? Infinity;
  const size = injected.map(
    (fault) => `${fault.type} ${fault.channel} ${fault.magnitude ?? ""} ${fault.unit ?? ""}`,
  );
  const ratios = injected.flatMap(({ channel, magnitude = 0 }) => {
    const limit = cautionOf(channel);
    return limit === null ? [] : [Math.abs(magnitude) / limit];
  });
  return {
    file: file.replace(".ndjson", ""),
    frames: timesUs.length,
    change: [...size.map((words) => words.trim()), ...natural.map(({ kind }) => kind)].join("; "),
    timesCaution: ratios.length === 0 ? null : Math.max(...ratios),
    falseAlarms: accusationsOf(vehicle).filter((atUs) => atUs < faultUs).length,
    delay: faultUs === Infinity ? null : delayOf(vehicle, faultUs),
    source: replay.breaches.map(({ source }) => source).join(", "),
    tiers: replay.tierPath.map(({ to, seq }) => `${to} ${seq - 1}`).join(" → "),
  };
}

function cautionOf(channel: string): number | null {
  const { cameraDeg, radarM, lidarM } = defaultSettings.limits;
  if (channel.startsWith("camera")) return cameraDeg.caution;
  if (channel.startsWith("radar")) return radarM.caution;
  return channel.startsWith("lidar_registration") ? lidarM.caution : null;
}

if (!existsSync(folder)) {
  stdout.write("../shared/data/frames is absent: nothing to measure\n");
} else {
  const { files } = JSON.parse(readFileSync(join(folder, "labels.json"), "utf8")) as { files: Label[] };
  const present = new Set(readdirSync(folder));
  const judged = files.filter(({ file }) => present.has(file)).map(judge);
  const { date, commit, machine } = runStamp();
  const sound = judged.filter(({ delay }) => delay === null);
  const large = judged.filter(({ timesCaution }) => (timesCaution ?? 0) >= 1);
  const accused = (streams: readonly Judged[]) => streams.filter(({ falseAlarms }) => falseAlarms > 0).length;
  const found = large.filter(({ delay }) => delay !== null && delay < Infinity).length;
  stdout.write(
    [
      `\`npm run bench -- real-streams\`, ${date}, commit ${commit}, ${machine}. Frames count from 0; every stream from an empty state.`,
      "",
      `Accused: ${accused(sound)} of ${sound.length} recordings without a known change, ${accused(judged) - accused(sound)} of ${judged.length - sound.length} others before theirs. Found: ${found} of ${large.length} changes of the CAUTION limit or more.`,
      "",
      ...markdownTable(
        ["recording", "frames", "known change", "× CAUTION", "false", "found after", "source", "tiers"],
        judged.map(({ file, frames, change, timesCaution, falseAlarms, delay, source, tiers }) => [
          file,
          `${frames}`,
          change,
          figure(timesCaution, 2),
          `${falseAlarms}`,
          delay === null ? "" : figure(delay, 0),
          source,
          tiers,
        ]),
      ),
      "",
    ].join("\n"),
  );
}
