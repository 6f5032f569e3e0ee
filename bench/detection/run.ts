/**
 * Field cases and cases of the method (../shared/cases) through the fold: which vehicles are accused, which become CRITICAL,
 * how soon what is wrong is found. Accused is who is at CAUTION or worse while sound. Run: npm run bench -- detection [--vehicles N] [--seed WORD] [case or beginning* …]
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stdout } from "node:process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { figure, markdownTable } from "../markdown-table.ts";
import { runStamp } from "../run-stamp.ts";
import { shareOf } from "./clopper-pearson.ts";
import { accusationsOf, changesOf, delayOf, foldLines, type FoldedVehicle } from "./journal-of-lines.ts";

/** What a case is made of, and the time of the fault of each vehicle in milliseconds, null for a sound one. */
interface Made {
  readonly bodies: readonly (readonly unknown[])[];
  readonly faults: Readonly<Record<string, number | null>>;
}
type Case = (random: unknown, id: string, vehicle: number) => unknown;

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { vehicles: { type: "string" }, seed: { type: "string", default: "shared" } },
});
const folder = join(import.meta.dirname, "../../../shared/cases");

function rowOf(name: string, { bodies, faults }: Made): readonly string[] {
  const vehicles = new Map<string, FoldedVehicle>();
  for (const frames of bodies)
    foldLines(
      frames.map((frame) => JSON.stringify(frame)),
      vehicles,
    );
  const each = [...vehicles].map(([id, vehicle]) => ({ vehicle, faultUs: (faults[id] ?? Infinity) * 1000 }));
  const accused = each.filter(({ vehicle, faultUs }) =>
    accusationsOf(vehicle).some((atUs) => atUs < faultUs),
  );
  const changed = each.filter(({ vehicle, faultUs }) => changesOf(vehicle).some((atUs) => atUs < faultUs));
  const critical = each.filter(({ vehicle }) => vehicle.replay.tierPath.some(({ to }) => to === "CRITICAL"));
  const steps = each.map(
    ({ vehicle }) => vehicle.replay.tierPath.filter(({ from }) => from !== "UNKNOWN").length,
  );
  const delays = each
    .filter(({ faultUs }) => faultUs < Infinity)
    .map(({ vehicle, faultUs }) => delayOf(vehicle, faultUs))
    .toSorted((one, other) => one - other);
  const quantile = (share: number) => figure(delays[Math.floor(share * delays.length)], 0);
  return [
    name,
    shareOf(accused.length, each.length),
    shareOf(changed.length, each.length),
    shareOf(critical.length, each.length),
    shareOf(delays.filter((delay) => delay < Infinity).length, delays.length),
    delays.length === 0 ? "" : `${quantile(0.5)}, ${quantile(0.9)}`,
    `${Math.max(...steps)}`,
  ];
}

if (!existsSync(folder)) {
  stdout.write("../shared/cases is absent: nothing to measure\n");
} else {
  const load = async (file: string) => import(pathToFileURL(join(folder, file)).href);
  const { cases: field } = (await load("field.mjs")) as { readonly cases: Record<string, Case> };
  const { cases: noise } = (await load("noise.mjs")) as { readonly cases: Record<string, Case> };
  const { generate } = (await load("judge.mjs")) as {
    readonly generate: (name: string, make: Case, vehicles: number, seed: string) => Made;
  };
  const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Record<
    string,
    { readonly vehicles: number }
  >;
  const isAsked = (name: string) =>
    positionals.length === 0 ||
    positionals.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));
  const { date, commit, machine } = runStamp();
  stdout.write(
    `\`npm run bench -- detection\`, ${date}, commit ${commit}, ${machine}; seed ${asked.seed}. In brackets 95 % intervals.\n\n`,
  );
  const rows = Object.entries({ ...field, ...noise })
    .filter(([name]) => isAsked(name))
    .map(([name, make]) => {
      const vehicles = Number(asked.vehicles ?? expected[name]?.vehicles ?? 20);
      return rowOf(name, generate(name, make, vehicles, asked.seed));
    });
  const head = [
    "case",
    "accused",
    "said to have changed",
    "CRITICAL",
    "found",
    "frames until then: median, p90",
    "most steps",
  ];
  stdout.write(`${markdownTable(head, rows).join("\n")}\n`);
}
