import { readingOf } from "./reading-of.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { FaultSource, Tier } from "../../../core/scoring/model/tier.ts";
import { generateVehicle, ordinaryNoise, type NoisePlan } from "../../../simulator/generate-vehicle.ts";
import { scenarioTypes, type ScenarioType } from "../../../core/contract/scenario-types.ts";
import { scenariosThatMustNotAlarm } from "../../../core/scenario/drift/drift-formulas.ts";
import type { Bench, Part } from "../bench.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


/** Every scenario of the simulator, through frames and fold, under the default settings. */
export const scenariosPart: Part = {
  name: "scenarios",
  title: "Scenarios of the simulator",
  steps: () => scenarioTypes.length * noises.length,
  run(bench) {
    const vehicles = bench.full ? Math.max(2, Math.round(12 * bench.share)) : 2;
    const rows = noises.flatMap((noise) =>
      scenarioTypes.map((scenario) => measureScenario(scenario, noise, { bench, vehicles })),
    );
    const quiet = rows.filter((row) => row.mustNotAlarm);
    const faults = rows.filter((row) => !row.mustNotAlarm);
    const quietVehicles = quiet.reduce((total, row) => total + row.vehicles, 0);
    const quietAlarms = quiet.reduce((total, row) => total + row.breached, 0);
    const early = rows.reduce((total, row) => total + row.early, 0);
    const demanded = faults.reduce((total, row) => total + row.demanded, 0);
    const found = faults.reduce((total, row) => total + row.found, 0);
    const right = faults.reduce((total, row) => total + row.rightSource, 0);
    const markdown = [
      `${vehicles} vehicles a scenario and noise, ${steps} frames a minute apart each, onset after ${onsetSteps} frames. Ordinary noise is normal and white with 2 % of the frames missing; hard noise is Student t with 5 degrees, lag-1 correlation 0.3 and 10 % missing. A breach is opened by W alone; dirt on a lidar may ask for an inspection, which is a CAUTION without a breach.`,
      "",
      `Must not alarm: ${quietAlarms} breaches in ${quietVehicles} vehicles. Breaches before the onset, all scenarios: ${early}. Faults that demand an alarm: ${found} of ${demanded} found, the right source named in ${right}.`,
      "",
      "Scenarios to be left alone:",
      "",
      ...markdownTable(
        ["scenario", "noise", "vehicles", "vehicles that breached", "CAUTION without a breach"],
        quiet.map((row) => [
          row.scenario,
          row.noise,
          String(row.vehicles),
          String(row.breached),
          String(row.inspections),
        ]),
      ),
      "",
      "Faults (demanded: large and long enough in these frames that an alarm has to come; the others may go either way):",
      "",
      ...markdownTable(
        [
          "scenario",
          "noise",
          "demanded",
          "found",
          "median delay, frames",
          "right source",
          "early",
          "found though not demanded",
        ],
        faults.map((row) => [
          row.scenario,
          row.noise,
          `${row.demanded} of ${row.vehicles}`,
          String(row.found),
          figure(row.medianDelay, 0),
          String(row.rightSource),
          String(row.early),
          String(row.foundAnyway),
        ]),
      ),
      "",
    ];
    const summary = { quietVehicles, quietAlarms, early, demanded, found, right };
    return { markdown, json: { summary, rows }, figures: [] };
  },
};

const steps = 1_000;
const onsetSteps = 300;
const periodS = 60;

const noises: readonly { readonly name: string; readonly plan: NoisePlan }[] = [
  { name: "ordinary", plan: ordinaryNoise },
  {
    name: "hard",
    plan: { spread: 0.3, arPhi: 0.3, tailDegreesOfFreedom: 5, missingShare: 0.1 },
  },
];

const madeBy = ["core/scoring", "simulator", "bench/detection/vehicles/measure-scenarios.ts"];

interface ScenarioRow {
  readonly scenario: ScenarioType;
  readonly noise: string;
  readonly mustNotAlarm: boolean;
  readonly vehicles: number;
  /** Vehicles with a breach at any time. */
  readonly breached: number;
  /** Vehicles that were raised without a breach: an inspection is asked for. */
  readonly inspections: number;
  readonly early: number;
  readonly demanded: number;
  readonly found: number;
  readonly foundAnyway: number;
  readonly rightSource: number;
  readonly medianDelay: number | null;
}

function measureScenario(
  scenario: ScenarioType,
  noise: (typeof noises)[number],
  { bench, vehicles }: { bench: Bench; vehicles: number },
): ScenarioRow {
  bench.step(`${scenario}, ${noise.name} noise`);
  const runs = bench.kept("scenario", [scenario, noise, vehicles, steps, bench.seed], madeBy, () =>
    Array.from({ length: vehicles }, (_, vehicle) =>
      watchVehicle(scenario, noise.plan, bench.seed + vehicle),
    ),
  );
  const demanded = runs.filter((run) => run.demanded);
  const late = (run: VehicleRun) => run.breach !== null && run.breach.delay >= 0;
  const found = demanded.filter(late);
  const delays = found.map((run) => run.breach!.delay).toSorted((a, b) => a - b);
  return {
    scenario,
    noise: noise.name,
    mustNotAlarm: scenariosThatMustNotAlarm.has(scenario),
    vehicles,
    breached: runs.filter((run) => run.breach !== null).length,
    inspections: runs.filter((run) => run.breach === null && run.raised).length,
    early: runs.filter((run) => run.breach !== null && run.breach.delay < 0).length,
    demanded: demanded.length,
    found: found.length,
    foundAnyway: runs.filter((run) => !run.demanded && late(run)).length,
    rightSource: found.filter((run) => run.breach!.source === run.expectedSource).length,
    medianDelay: delays[delays.length >> 1] ?? null,
  };
}

interface VehicleRun {
  readonly demanded: boolean;
  readonly expectedSource: string;
  readonly raised: boolean;
  /** Frames from the onset to the first breach, negative before it, and the source named ten frames later. */
  readonly breach: { readonly delay: number; readonly source: FaultSource } | null;
}

/** Frames after a breach for which its source counts as provisional. */
const settleFrames = 10;

function watchVehicle(scenario: ScenarioType, noise: NoisePlan, seed: number): VehicleRun {
  const vehicle = generateVehicle({
    vehicleId: "bench",
    fleetId: "bench",
    region: "bench",
    seed,
    startUs: Date.UTC(2026, 0, 5) * 1000,
    periodS,
    scenario,
    onsetS: onsetSteps * periodS,
    noise,
  });
  const truth = vehicle.truth(steps);
  let state = initialState();
  let openedAt: number | null = null;
  let source: FaultSource = "none";
  let raised = false;
  for (let step = 0; step < steps; step++) {
    const frame = vehicle.frameAt(step);
    if (frame === null) continue;
    const folded = fold(state, { kind: "frame", reading: readingOf(frame) }, defaultSettings);
    state = folded.state;
    const score = folded.score!;
    raised ||= isRaised(score.tier);
    if (score.breachOpened) openedAt ??= step;
    if (openedAt === null) continue;
    if (score.probableFaultSource !== "none") source = score.probableFaultSource;
    // Long enough for the source to settle; the rest of the stream says nothing more.
    if (step >= openedAt + settleFrames) break;
  }
  return {
    demanded: truth.expected === "alarm",
    expectedSource: truth.fault_source,
    raised,
    breach: openedAt === null ? null : { delay: openedAt - onsetSteps, source },
  };
}

function isRaised(tier: Tier): boolean {
  return tier === "CAUTION" || tier === "CRITICAL";
}
