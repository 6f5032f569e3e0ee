import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";

import { runStamp } from "../run-stamp.ts";
import { measureFleet, type FleetFigure } from "./measure-fleet.ts";
import { measureRounds, type RoundsFigure } from "./measure-rounds.ts";

/**
 * What grows with the number of vehicles, and what does not: the health summary and the work queue, asked of the reading
 * thread as the service asks them; and the cost of a frame when more vehicles are heard in turn than memory holds as objects.
 * Fleets are made offline. Sizes may be given instead of the three that are kept, or `rounds` alone.
 */

const given = process.argv.slice(2);
const keptSizes = [20_000, 100_000, 1_000_000];
const sizes = given.length === 0 ? keptSizes : given.filter((word) => word !== "rounds").map(Number);
const hasRounds = given.length === 0 || given.includes("rounds");
/** Small, so that five times as many vehicles are made and heard within minutes: the ratio is what counts. */
const cacheMebibytes = 32;

const loadBefore = loadavg()[0];
const fleets: FleetFigure[] = [];
for (const vehicles of sizes) fleets.push(...(await measureFleet(vehicles)));
printFleets(fleets);
const rounds = hasRounds ? await measureRounds(cacheMebibytes, [1, 2, 5]) : [];
printRounds(rounds);
if (given.length === 0) {
  // Above the number of processors, somebody else was at work on the machine and the times are upper bounds.
  const report = { ...runStamp(), load_average_before: loadBefore, fleets, rounds };
  const path = new URL("../results/growth.json", import.meta.url);
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}

function printFleets(figures: readonly FleetFigure[]): void {
  console.table(
    figures.map(({ vehicles, question, msMedian, msWorst }) => ({
      vehicles,
      question,
      "median ms": Number(msMedian.toFixed(2)),
      "worst ms": Number(msWorst.toFixed(2)),
    })),
  );
}

function printRounds(figures: readonly RoundsFigure[]): void {
  console.table(
    figures.map((figure) => ({
      "cache MiB": figure.cacheMebibytes,
      vehicles: figure.vehicles,
      "times the cache": figure.timesCache,
      "CPU µs/frame": Math.round(figure.cpuUsPerFrame),
      "wall µs/frame": Math.round(figure.wallUsPerFrame),
    })),
  );
}
