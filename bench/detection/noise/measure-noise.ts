/**
 * False breaches under noise as it is. `npm run bench -- noise` runs the cells the issue demands with
 * 40 vehicles, `--full` all of them with 200; `--only PATTERN` those whose names the pattern matches (`step of …` for
 * the delays), `--vehicles N`. What was
 * run is kept until the scoring changes, so that parts can be run beside each other and told together.
 */
import { runStamp } from "../../run-stamp.ts";
import { openBench } from "../bench.ts";
import { nameOf } from "./noise-cell.ts";
import { allCells, demandedCells } from "./noise-cells.ts";
import { measureNoise, planFor } from "./noise-part.ts";

const stamp = runStamp();
const full = process.argv.includes("--full");
const only = wordAfter("--only");
const plan = planFor(full);
const known = only === undefined ? plan.cells : [...demandedCells(), ...allCells()];
const seen = new Set<string>();
const cells = known.filter((cell) => {
  const name = nameOf(cell);
  if (seen.has(name)) return false;
  seen.add(name);
  return only === undefined || new RegExp(only, "u").test(name);
});
const steps = plan.steps.filter(
  ({ what }) => only === undefined || new RegExp(only, "u").test(`step of ${what}`),
);
if (cells.length + steps.length === 0) throw new Error(`no cell is called ${only}`);
const vehicles = Number(wordAfter("--vehicles") ?? plan.vehicles);
if (!(Number.isInteger(vehicles) && vehicles > 0)) throw new RangeError("--vehicles takes a whole number");
const began = performance.now();
const bench = openBench({ full, share: 1 }, (what) => process.stderr.write(`${what}\n`));
const { markdown } = measureNoise(bench, { vehicles, cells, steps });
const seconds = ((performance.now() - began) / 1000).toFixed(0);
process.stdout.write(
  [
    "# Noise as it is",
    "",
    `${stamp.date}, commit ${stamp.commit}, scoring ${stamp.scoringSha256.slice(0, 12)}, ${stamp.machine}; ${seconds} s.`,
    "",
    ...markdown,
    "",
  ].join("\n"),
);

function wordAfter(option: string): string | undefined {
  const at = process.argv.indexOf(option);
  return at < 0 ? undefined : process.argv[at + 1];
}
