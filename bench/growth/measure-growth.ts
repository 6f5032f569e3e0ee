import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";

import { runStamp } from "../run-stamp.ts";
import { measureFleet } from "./measure-fleet.ts";

/**
 * What grows with the number of vehicles, and what does not: the health summary and the work queue, asked of the reading
 * thread as the service asks them. Fleets are made offline. Sizes may be given instead of the three that are kept.
 */

const sizes = process.argv.slice(2).map(Number);
const keptSizes = [20_000, 100_000, 1_000_000];
const asked = sizes.length > 0 ? sizes : keptSizes;

const loadBefore = loadavg()[0];
const fleets = [];
for (const vehicles of asked) fleets.push(...(await measureFleet(vehicles)));
console.table(
  fleets.map(({ vehicles, question, msMedian, msWorst }) => ({
    vehicles,
    question,
    "median ms": Number(msMedian.toFixed(2)),
    "worst ms": Number(msWorst.toFixed(2)),
  })),
);
if (sizes.length === 0) {
  // Above the number of processors, somebody else was at work on the machine and the times are upper bounds.
  const report = { ...runStamp(), load_average_before: loadBefore, fleets };
  const path = new URL("../results/growth.json", import.meta.url);
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}
