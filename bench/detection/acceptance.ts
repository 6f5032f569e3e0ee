import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ratios, type Comparison, type ProductVerdict } from "./real/measure-real-peers.ts";
import { figure, markdownTable } from "../markdown-table.ts";
import type { LeastDetectedChange } from "./real/least-detected-change.ts";
import type { ChangePointScore } from "./published/skab-metric.ts";
import { countLeads, type SimulatedResults } from "./simulated/simulated-results.ts";
import { target } from "./simulated/tune-limit.ts";
import { isOfDays } from "./noise/noise-results.ts";
import type { NoiseRow } from "./noise/noise-results.ts";
import type { ChunkOutcome } from "./outliers/try-chunk.ts";

/** One line of the acceptance table: what was asked, what came out, and the command that prints it. */
interface Acceptance {
  readonly goal: string;
  readonly figure: string;
  /** Null: the runs were too few to tell. */
  readonly met: boolean | "by tests" | null;
  readonly command: string;
}

/** The acceptance table of the detection bench from the results in a folder; it names the parts that have not run. */
export function acceptanceTable(folder: string, realStreamsFolder: string): string[] {
  const absent: string[] = [];
  const read = (place: string, name: string) => {
    const file = join(place, `${name}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
    absent.push(name);
    return null;
  };
  const rows = [
    ...fromReal(read(realStreamsFolder, "real-streams"), read(folder, "real-stream-peers")),
    ...fromSimulated(read(folder, "simulated-detection")),
    ...fromNoise(read(folder, "noise")),
    ...fromConfidence(read(realStreamsFolder, "confidence")),
    ...fromScenarios(read(folder, "scenarios")),
    ...fromPublished(read(folder, "published-benchmarks")),
    ...fromSpeed(read(folder, "detection-speed")),
    ...fromOutliers(read(folder, "wild-frames")),
  ];
  const table = markdownTable(
    ["goal", "figure", "", "command"],
    rows.map((row) => [
      row.goal,
      row.figure,
      row.met === null ? "open" : row.met === "by tests" ? "by tests" : row.met ? "met" : "**missed**",
      row.command,
    ]),
  );
  if (absent.length === 0) return table;
  return [...table, "", `Not run here, so not in this table: ${absent.join(", ")}.`];
}

const bench = (part: string) => `\`npm run bench -- detection --only ${part}\``;

interface RealStreams {
  readonly recordingDays: LeastDetectedChange;
  readonly streams: readonly (ProductVerdict & {
    readonly stream: string;
    readonly expected: string;
    readonly sources: readonly string[];
    readonly tierPath: readonly { readonly at: number; readonly to: string }[];
    readonly cameraDriftDeg: number;
  })[];
}

const isStrained = (stream: string) =>
  /^(?:comma|kitti-\d+__|urbannav|carmen|kitti-calibration)/u.test(stream);

function fromReal(
  real: RealStreams | null,
  peers: { readonly rows: readonly Comparison[] } | null,
): Acceptance[] {
  if (real === null) return [];
  const clean = real.streams.filter(
    ({ expected, stream }) => expected === "no fault" && !stream.includes(","),
  );
  const alarms = (chosen: RealStreams["streams"]) =>
    chosen.reduce((total, { falseAlarms }) => total + falseAlarms, 0);
  const strained = clean.filter(({ stream }) => isStrained(stream));
  const demanded = clean.filter(({ stream }) => !isStrained(stream));
  const detected = real.streams.filter((one) => one.timesCaution !== null && one.delayFrames !== null);
  const right = detected.filter(({ expected, sources }) =>
    sources.some((source) =>
      source === "multi_modal" ? sensorsIn(expected).length > 1 : sensorsIn(expected).includes(source),
    ),
  );
  return [
    {
      goal: "G1 no CAUTION on the demanded fault-free recordings, at most one on the strained ones",
      figure: `${alarms(demanded)} on ${demanded.length}, ${alarms(strained)} on ${strained.length}`,
      met: alarms(demanded) === 0 && alarms(strained) <= 1,
      command: bench("real-streams"),
    },
    ...(peers === null ? [] : [againstPeers(peers.rows)]),
    {
      goal: "G2 the right source in at least 90 %",
      figure: `${right.length} of ${detected.length} detected steps and ramps`,
      met: right.length >= 0.9 * detected.length,
      command: bench("real-streams"),
    },
    ...recalibrations(real),
  ];
}

function recalibrations(real: RealStreams): Acceptance[] {
  const recalibrated = real.streams.find(({ stream }) => stream.startsWith("nuscenes-n008__clean, learn"));
  const days = real.streams.find(({ stream }) => stream === "kitti-days__clean");
  const rises = (path: readonly { readonly to: string }[]) =>
    path.filter(({ to }) => to === "CAUTION" || to === "CRITICAL").length;
  return [
    {
      goal: "G3 the recalibration of nuscenes-n008 is detected once, as 1.365°, and nothing after `learn`",
      figure: `${rises(recalibrated?.tierPath ?? [])} detected, as ${figure(recalibrated?.cameraDriftDeg, 3)}°`,
      met:
        recalibrated !== undefined &&
        rises(recalibrated.tierPath) === 1 &&
        Math.abs(recalibrated.cameraDriftDeg - 1.365) < 0.01,
      command: bench("real-streams"),
    },
    {
      goal: "G3 the recalibration between the days of kitti-days is detected",
      figure: `${rises(days?.tierPath ?? [])} detected: the poses show ${figure(Math.hypot(...real.recordingDays.shiftDeg), 3)}° of its 0.137°, half the CAUTION limit, in noise of 0.13 to 0.24°; detected from ${figure(real.recordingDays.leastFactor, 1)} times that on`,
      met: days !== undefined && rises(days.tierPath) === 1,
      command: bench("real-streams"),
    },
  ];
}

function sensorsIn(expected: string): string[] {
  return ["camera", "radar", "lidar"].filter((sensor) => expected.includes(` ${sensor}`));
}

function againstPeers(rows: readonly Comparison[]): Acceptance {
  const large = rows.filter((row) => row.isDemanded && (row.timesCaution ?? 0) >= 2);
  const { median } = ratios(large, (row) => row.best);
  const detected = large.filter((row) => row.ours !== null).length;
  return {
    goal: "G2 faults of twice the CAUTION limit on demanded recordings are detected, median delay at most 1.5 × the best other detector's",
    figure: `${detected} of ${large.length}; ${figure(median, 2)} × the best of all others on each recording, each set with hindsight`,
    met: detected === large.length && median !== null && median <= 1.5,
    command: bench("real-stream-peers"),
  };
}

function fromSimulated(results: SimulatedResults | null): Acceptance[] {
  if (results === null) return [];
  const command = bench("simulated-detection");
  const leads = countLeads(
    results.ours.delays,
    results.others.filter((row) => !row.offline).map((row) => row.delays),
  );
  return [
    ...falseAlarmGoals(results, command),
    ...delayGoals(results, command),
    ...verdictGoals(results, command),
    {
      goal: "G5 fastest at equal false alarms in at least 90 % of the cells, within 10 % of the fastest in the rest",
      figure: `fastest in ${leads.leading} of ${leads.cells}, within 10 % in ${leads.within}, slower by more than the 95 % intervals in ${leads.behind}`,
      met: leads.leading >= 0.9 * leads.cells && leads.within === leads.cells,
      command,
    },
  ];
}

function falseAlarmGoals({ falseAlarms }: SimulatedResults, command: string): Acceptance[] {
  const range = (names: RegExp, [least, most]: readonly [number, number], goal: string): Acceptance => {
    const rows = falseAlarms.filter(({ what }) => names.test(what));
    const ratios = rows.map(({ atTuned }) => atTuned / target.probability);
    const runs = Math.min(...rows.map((row) => row.runs));
    const slack =
      (1.96 * Math.sqrt((target.probability * (1 - target.probability)) / runs)) / target.probability;
    const isWithin = (margin: number) =>
      ratios.every((ratio) => ratio >= least - margin && ratio <= most + margin);
    // What the runs cannot tell apart from the promise is neither met nor missed.
    return {
      goal,
      figure: `${ratios.map((ratio) => figure(ratio, 2)).join(", ")} × nominal (± ${figure(slack, 2)}); breaches of the product at its default limit ${rows.map((row) => figure(row.breached, 3)).join(", ")} (nominal 0.018)`,
      met: isWithin(0) ? true : isWithin(slack) ? null : false,
      command,
    };
  };
  return [
    range(
      /^baseline /u,
      [0.5, 1.15],
      "G4.1 false alarms 0.5–1.15 × nominal, baselines of 20, 30, 50, 100, 200, 500",
    ),
    range(
      /5 degrees|missing/u,
      [0.5, 1.15],
      "G4.1 the same under Student t noise with 5 degrees, and with 30 % missing",
    ),
    range(/correlation/u, [0, 1.3], "G4.1 at most 1.3 × with a lag-1 correlation of 0.3"),
    range(/3 degrees/u, [0, 1.5], "G4.1 at most 1.5 × under Student t noise with 3 degrees"),
  ];
}

function delayGoals(results: SimulatedResults, command: string): Acceptance[] {
  const goals = [
    [["radar", "lidar"], 1.5, "one scalar sensor"],
    [["camera one axis", "camera oblique", "radar and lidar"], 1.9, "camera or two sensors"],
    [["all sensors"], 2.1, "three sensors"],
  ] as const;
  return goals.map(([directions, most, what]) => {
    const ratios = results.cells.flatMap((cell, at) =>
      cell.bound1e5 !== null &&
      (cell.size === 1 || cell.size === 2) &&
      (directions as readonly string[]).includes(cell.direction)
        ? [
            {
              name: `${cell.direction} ${cell.size} σ`,
              ratio: (results.atDefault[at]!.mean ?? Number.NaN) / cell.bound1e5,
            },
          ]
        : [],
    );
    return {
      goal: `G4.2 delay of 1 and 2 σ at a run length of 1e5 at most ${most} × the bound: ${what}`,
      figure: ratios.map(({ name, ratio }) => `${name} ${figure(ratio, 2)}`).join(", "),
      met: ratios.every(({ ratio }) => ratio <= most),
      command,
    };
  });
}

function verdictGoals({ verdicts }: SimulatedResults, command: string): Acceptance[] {
  const joint = (direction: string) => direction === "radar and lidar" || direction === "all sensors";
  const single = verdicts.filter(({ direction }) => !joint(direction));
  const large = verdicts.filter(({ direction, size }) => joint(direction) && size >= 2);
  const mean = (rows: typeof verdicts, of: (row: (typeof verdicts)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0) / rows.length;
  const errors = (size: number) =>
    mean(
      verdicts.filter((row) => row.size === size),
      (row) => row.changeTimeError,
    );
  const estimates = verdicts.reduce((total, row) => total + row.estimates, 0);
  const covered = verdicts.reduce((total, row) => total + row.covered, 0) / estimates;
  return [
    {
      goal: "G4.4 source right ten frames after the alarm: single ≥ 95 % from 1 σ, joint ≥ 90 % from 2 σ",
      figure: `single ${figure(100 * mean(single, (row) => row.rightSettled), 0)} %, joint ${figure(100 * mean(large, (row) => row.rightSettled), 0)} %`,
      met: mean(single, (row) => row.rightSettled) >= 0.95 && mean(large, (row) => row.rightSettled) >= 0.9,
      command,
    },
    {
      goal: "G4.4 change time within 6 frames at 1 σ, 1.5 at 2 σ",
      figure: `${figure(errors(1), 1)} and ${figure(errors(2), 1)} frames`,
      met: errors(1) <= 6 && errors(2) <= 1.5,
      command,
    },
    {
      goal: "G4.5 80 % drift intervals hold the truth in 77–83 %",
      figure: `${figure(100 * covered, 0)} % of ${estimates}`,
      met: covered >= 0.77 && covered <= 0.83,
      command,
    },
  ];
}

/** The confidence's own bench: vehicles that had no part in its fit. */
function fromConfidence(
  results: {
    readonly errors: { readonly calibrated: number };
    readonly heldOut: { readonly vehicles: number };
  } | null,
): Acceptance[] {
  if (results === null) return [];
  return [
    {
      goal: "G4.5 expected calibration error of the confidence at most 0.03, on vehicles that had no part in fitting it",
      figure: `${figure(results.errors.calibrated, 4)} over ${results.heldOut.vehicles} vehicles`,
      met: results.errors.calibrated <= 0.03,
      command: "`npm run bench -- confidence`",
    },
  ];
}

interface Scenarios {
  readonly summary: {
    readonly quietVehicles: number;
    readonly quietAlarms: number;
    readonly early: number;
    readonly demanded: number;
    readonly found: number;
    readonly right: number;
  };
}

function fromScenarios(results: Scenarios | null): Acceptance[] {
  if (results === null) return [];
  const { quietVehicles, quietAlarms, early, demanded, found, right } = results.summary;
  return [
    {
      goal: "Scenarios to be left alone open no breach; faults that demand one open it, on the right source",
      figure: `${quietAlarms} in ${quietVehicles} vehicles, ${early} before an onset; ${found} of ${demanded} found, ${right} on the right source`,
      met: quietAlarms === 0 && early === 0 && found === demanded && right >= 0.9 * found,
      command: bench("scenarios"),
    },
  ];
}

function fromPublished(
  results: { readonly skab: { readonly ours: ChangePointScore } | null } | null,
): Acceptance[] {
  if (results === null || results.skab === null) return [];
  const { standard, lowFalsePositives, lowFalseNegatives } = results.skab.ours;
  return [
    {
      goal: "G6 SKAB change points: above the best published entry (32.42 standard; 21.54 low FP; 40.28 low FN)",
      figure: `${figure(standard, 2)}; ${figure(lowFalsePositives, 2)}; ${figure(lowFalseNegatives, 2)}`,
      met: standard > 32.42,
      command: bench("published-benchmarks"),
    },
  ];
}

function fromSpeed(
  results: {
    readonly streams: readonly { readonly name: string; readonly fastest: number }[];
    readonly largestCalmBytes: number;
    readonly largestBytes: number;
  } | null,
): Acceptance[] {
  if (results === null) return [];
  const command = "`npm run bench -- detection --speed`";
  return [
    {
      goal: "G7 at most 6 µs a frame",
      figure: results.streams.map(({ name, fastest }) => `${figure(fastest, 1)} µs (${name})`).join("; "),
      met: results.streams.every(({ fastest }) => fastest <= 6),
      command,
    },
    {
      goal: "G7 at most 5 KiB of state",
      figure: `${results.largestCalmBytes} bytes; with a breach open ${results.largestBytes}`,
      met: results.largestBytes <= 5 * 1024,
      command,
    },
  ];
}

/** Every promise about noise, by what it allows: the worst of its rows, and how many keep it. */
function fromNoise(results: { readonly rows: readonly NoiseRow[] } | null): Acceptance[] {
  if (results === null) return [];
  const promises = Map.groupBy(
    results.rows.filter(({ verdict }) => verdict !== "–"),
    promiseOf,
  );
  return [...promises].map(([goal, rows]) => {
    const kept = rows.filter(({ verdict }) => verdict === "met");
    const order = rows.toSorted((a, b) => (a.cell.mustBeFound ? a.share - b.share : b.share - a.share));
    const [{ name, accused, outcome }] = order as [NoiseRow];
    return {
      goal: `Noise: ${goal}`,
      figure: `${kept.length} of ${rows.length} kinds of vehicles; worst ${accused} of ${outcome.vehicles} (${name.replaceAll(" | ", ", ")})`,
      met: kept.length === rows.length || (rows.some(({ verdict }) => verdict === "missed") ? false : null),
      command: bench("noise"),
    };
  });
}

function promiseOf({ cell }: NoiseRow): string {
  const { allowed, mustBeFound, zones, fleet, hearing, commands } = cell;
  const percent = figure(100 * allowed!, 0);
  if (mustBeFound) return `a walk beyond the limits found in at least ${percent} %`;
  const uneven = Object.keys({ ...hearing, ...commands }).length > 0 ? ", heard unevenly" : "";
  if (isOfDays(cell))
    return `a daily wander under half the limits never accused after two days, nor CRITICAL before${uneven}`;
  return `at most ${percent} % accused at ${zones} zones, ${fleet === null ? "without" : "with"} a fleet${uneven}`;
}

function fromOutliers(results: ChunkOutcome | null): Acceptance[] {
  const sameBits: Acceptance = {
    goal: "G8 the same bits on replay, after a rebuild and in Python",
    figure: "held by the test suite",
    met: "by tests",
    command: "`npx vitest run core/scoring clients/conformance server/storage`",
  };
  if (results === null) return [sameBits];
  const { trials, aloneByStory, byCause } = results;
  const wellInside = aloneByStory["calm"] + aloneByStory["after a breach"];
  return [
    {
      goal: "G4.6, G8 no tier change from any single frame, over 10⁶ fuzzed frames",
      figure: `${byCause.alone} in ${trials.toLocaleString("en")}: ${wellInside} of vehicles well inside their limits, ${byCause.alone - wellInside} of vehicles put within a fifth of one`,
      met: trials < 1e6 ? null : byCause.alone === 0,
      command: bench("wild-frames"),
    },
    sameBits,
  ];
}
