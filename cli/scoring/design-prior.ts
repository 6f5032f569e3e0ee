import { noises } from "../../core/sensors/sensor-lists.ts";
import { Command } from "commander";
import { estimateFleetPrior, minVehicles } from "../../core/scoring/fleet/fleet-prior.ts";
import type { FleetPrior } from "../../core/scoring/fleet/fleet-prior.ts";
import { defaultSettings, settingsToJson } from "../../core/scoring/settings/settings.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { foldFiles } from "./folding/fold-files.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

export function designPriorCommand(terminal: Terminal): Command {
  return new Command("prior")
    .description("from a fleet's frames (NDJSON) to the noise expected of a new vehicle")
    .argument("<file...>", "the files in the order to fold them; - is standard input")
    .option("--json", "the answer as JSON")
    .addHelpText(
      "after",
      `\nA sensor that fewer than ${minVehicles} vehicles have a settled baseline of keeps its default.`,
    )
    .action((files: readonly string[], options: { readonly json?: true }) =>
      showPrior(files, options, terminal),
    );
}

async function showPrior(
  files: readonly string[],
  options: { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const { vehicles } = await foldFiles(files, { settings: defaultSettings, terminal });
  const states = [...vehicles.values()].map(({ replay }) => replay.state);
  const found = estimateFleetPrior(states);
  if (found === null) {
    const short =
      states.length < minVehicles
        ? `a fleet prior needs at least ${minVehicles} vehicles; the files contain ${states.length}`
        : `no sensor has a settled baseline in ${minVehicles} vehicles; the files contain ${states.length}`;
    throw new CommandFailure(
      exitCodes.failed,
      short,
      `see how far their baselines are: ${typed("replay <file>")}`,
    );
  }
  const expected = Object.fromEntries(found.sensors.map(({ name, sd }) => [settingOf(name), sd]));
  if (options.json) {
    const sensors = found.sensors.map(({ name, ...rest }) => ({ sensor: name, ...rest }));
    return terminal.out(`${JSON.stringify({ vehicles: states.length, sensors, expected })}\n`);
  }
  const overrides = Object.entries(expected).map(([name, sd]) => `expected.${name}=${sd.toPrecision(4)}`);
  await terminal.out(`${tableOf(found)}\nTo score with it: --set ${overrides.join(" ")}\n`);
}

const settings = Object.keys(settingsToJson(defaultSettings)["expected"] as object);
/** The setting that a sensor's noise is, as `replay` takes it. */
function settingOf(sensor: string): string {
  return settings.find((name) => name.startsWith(`${sensor}_`))!;
}

function tableOf({ sensors }: FleetPrior): string {
  const unitOf = new Map(noises.map(({ name, unit }) => [name, unit === "deg" ? "°" : ` ${unit}`]));
  return renderTable(sensors, [
    { head: "SENSOR", cell: ({ name }) => name },
    { head: "VEHICLES", cell: ({ vehicles }) => String(vehicles), align: "right" },
    { head: "NOISE", cell: ({ name, sd }) => `${sd.toFixed(4)}${unitOf.get(name)}`, align: "right" },
  ]);
}
