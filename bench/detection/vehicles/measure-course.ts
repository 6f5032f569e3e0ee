/**
 * Whether an open breach is dated and foretold as it states: seeded steps and ramps on every sensor.
 * Writes bench/results/course.json and .md. Run: npm run bench -- course
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { fold } from "../../../core/scoring/fold.ts";
import type { DriftTrend, Score } from "../../../core/scoring/model/score.ts";
import { defaultSettings, scoringVersion } from "../../../core/scoring/settings/settings.ts";
import { journalOf, testStartUs } from "../../../core/scoring/vehicle-journal.ts";
import type { Displacement } from "../../../core/scoring/vehicle-journal.ts";
import { runStamp } from "../../run-stamp.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


const runs = 60;
const onset = 200;
const minuteUs = 60_000_000;
const minutesADay = 1440;
/** Half the width of an 80 % interval, standard deviations. */
const eighty = 1.2816;

interface Case {
  readonly name: string;
  /** Frames after the onset at which the course is read. */
  readonly after: number;
  /** Degrees or metres a frame, and what is critical; null for steps. */
  readonly ramp: { readonly rate: number; readonly limit: number } | null;
  readonly moved: (frames: number) => Displacement;
}

const cases: readonly Case[] = [
  { name: "radar step 0.10 m", after: 110, ramp: null, moved: () => ({ radarM: 0.1 }) },
  { name: "radar step 0.15 m", after: 110, ramp: null, moved: () => ({ radarM: 0.15 }) },
  { name: "camera step 0.16°", after: 110, ramp: null, moved: () => ({ cameraDeg: [0, 0.15, 0.05] }) },
  {
    name: "radar ramp 2.16 m a day",
    after: 180,
    ramp: { rate: 0.0015, limit: 0.5 },
    moved: (frames) => ({ radarM: 0.0015 * frames }),
  },
  {
    name: "camera ramp 2.16° a day",
    after: 180,
    ramp: { rate: 0.0015, limit: 0.5 },
    moved: (frames) => ({ cameraDeg: [0, 0.0015 * frames, 0] }),
  },
  {
    name: "lidar ramp 1.44 m a day",
    after: 180,
    ramp: { rate: 0.001, limit: 0.3 },
    moved: (frames) => ({ lidarM: 0.001 * frames }),
  },
];

interface Measured {
  readonly name: string;
  readonly opened: number;
  readonly within50: number;
  readonly within90: number;
  readonly width90: number;
  readonly trends: number;
  readonly rightShape: number;
  /** Mean of told start less true start, frames. */
  readonly startError: number;
  readonly rateCovered: number;
  readonly dated: number;
  readonly datesCovered: number;
}

function measureCase(plan: Case): Measured {
  const told = Array.from({ length: runs }, (_, run) => readCourse(plan, 60_000 + run)).filter(
    (reading) => reading !== null,
  );
  const trends = told.flatMap(({ trend }) => (trend === null ? [] : [trend]));
  const dates = trends.flatMap(({ daysInterval }) => (daysInterval === null ? [] : [daysInterval]));
  const { ramp, after } = plan;
  const trueDays = ramp === null ? 0 : (ramp.limit / ramp.rate - after) / minutesADay;
  const widths = told.map(({ opened }) => opened.widely.toSeq - opened.widely.fromSeq + 1);
  const starts = trends.map(({ beganUs }) => (beganUs - testStartUs) / minuteUs - onset);
  return {
    name: plan.name,
    opened: told.length,
    within50: told.filter(({ opened }) => holds(opened.likely)).length,
    within90: told.filter(({ opened }) => holds(opened.widely)).length,
    width90: mean(widths),
    trends: trends.length,
    rightShape: trends.filter(({ shape }) => shape === (ramp === null ? "step" : "ramp")).length,
    startError: mean(starts),
    rateCovered: trends.filter(({ ratePerDay, ratePerDaySd }) => {
      const truth = ramp === null ? 0 : ramp.rate * minutesADay;
      return ratePerDay !== null && Math.abs(ratePerDay - truth) <= eighty * ratePerDaySd!;
    }).length,
    dated: dates.length,
    datesCovered:
      ramp === null ? 0 : dates.filter(([low, high]) => low <= trueDays && trueDays <= high).length,
  };
}

interface Reading {
  readonly opened: NonNullable<Score["course"]>;
  readonly trend: DriftTrend | null;
}

/** Null when no breach opened after the onset, or it has closed. */
function readCourse({ after, moved }: Case, seed: number): Reading | null {
  let state = initialState();
  let opened: Score["course"] = null;
  let last: Score["course"] = null;
  const displacement = (frame: number) => (frame >= onset ? moved(frame - onset) : {});
  for (const entry of journalOf({ frames: onset + after + 1, seed, displacement })) {
    const folded = fold(state, entry, defaultSettings);
    state = folded.state;
    const score = folded.score!;
    if (score.breachOpened && score.seq > onset) opened = score.course;
    last = score.course;
  }
  return opened === null || last === null ? null : { opened, trend: last.trend };
}

function holds({ fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number }): boolean {
  return fromSeq <= onset + 1 && onset + 1 <= toSeq;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

const stamp = { ...runStamp(), scoringVersion };
const measured = cases.map(measureCase);
const lines = [
  "# Since when, and where to",
  "",
  `\`npm run bench -- course\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}, default settings. ${runs} vehicles a row, a frame a minute, ordinary noise (0.06° an axis, 0.05 m, 0.25 in the logarithm of the lidar's error); the change comes at frame ${onset}.`,
  "",
  ...markdownTable(
    [
      "change",
      "breaches",
      "first frame in the 50 % interval",
      "in the 90 % interval",
      "its width, frames",
      "right shape",
      "start told late by, frames",
      "rate in its 80 % interval",
      "time to CRITICAL in its 80 % interval",
    ],
    measured.map((row) => [
      row.name,
      String(row.opened),
      String(row.within50),
      String(row.within90),
      figure(row.width90, 1),
      `${row.rightShape} of ${row.trends}`,
      figure(row.startError, 1),
      `${row.rateCovered} of ${row.trends}`,
      row.dated === 0 ? "no date told" : `${row.datesCovered} of ${row.dated}`,
    ]),
  ),
  "",
  "The intervals of a ramp date the moment it left the indifference zone, and do not hold its start: that is what the trend's own start is for.",
  "",
];
const results = join(import.meta.dirname, "../../results");
writeFileSync(
  join(results, "course.json"),
  `${JSON.stringify({ ...stamp, runs, onset, measured }, null, 1)}\n`,
);
writeFileSync(join(results, "course.md"), lines.join("\n"));
console.log(lines.join("\n"));
