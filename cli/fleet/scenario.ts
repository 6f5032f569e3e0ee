import { renderTable } from "../terminal/render-table.ts";
import { scenarioMeanings } from "../../core/scenario/drift/scenario-meanings.ts";
import { scenariosThatMustNotAlarm } from "../../core/scenario/drift/drift-formulas.ts";
import { Command, InvalidArgumentError, Option } from "commander";
import { scenarioTypes } from "../../core/contract/scenario-types.ts";
import { scenarioLevelValues } from "../../core/contract/schemas/scenarios/scenario-level.ts";
import { scenarioOriginValues } from "../../core/contract/schemas/scenarios/scenario-list.ts";
import { rigPresetNames } from "../../core/scenario/poses/rig-presets.ts";
import type { ScenarioFeedRequest } from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { readNumber, readWholeNumber } from "../terminal/read-option.ts";
import { scenarioExportCommand } from "../scenarios/scenario-export.ts";
import { scenarioListCommand } from "../scenarios/scenario-list.ts";
import { readParam, readSensors } from "../scenarios/read-sensors.ts";
import { scenarioSampleCommand } from "../scenarios/scenario-sample.ts";
import { htmlOption, tellScenario } from "../scenarios/tell-scenario.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ScenarioOptions extends ServiceOptions {
  readonly type?: (typeof scenarioTypes)[number];
  readonly vehicle?: string;
  readonly evidence?: string;
  readonly duration?: number;
  readonly mapCenter?: [number, number];
  readonly seed?: number;
  readonly origin?: (typeof scenarioOriginValues)[number];
  readonly level?: (typeof scenarioLevelValues)[number];
  readonly param?: Record<string, number>;
  readonly sensors?: Pick<ScenarioFeedRequest, "sensors">;
  readonly html?: string;
}

export function scenarioCommand(terminal: Terminal): Command {
  const command = new Command("scenario")
    .description("makes a drift scenario, as JSON; without options, of the worst vehicle")
    .addOption(new Option("--type <type>", "what happens to the sensors").choices([...scenarioTypes]))
    .option("--vehicle <id>", "start from this vehicle's state")
    .option("--evidence <id>", "start from this evidence")
    .option("--duration <seconds>", "length of the scenario", readNumber(1, 3600))
    .option("--map-center <lat,lon>", "where it plays, degrees", readMapCenter)
    .addOption(new Option("--origin <origin>", "what it is made from").choices([...scenarioOriginValues]))
    .addOption(
      new Option("--level <level>", "one value a parameter, or ranges").choices([...scenarioLevelValues]),
    )
    .option("--param <name=number>", "a parameter of the formula; repeat for several", readParam)
    .option("--sensors <set>", `${rigPresetNames.join(", ")}, or a JSON file of sensors`, readSensors)
    .option("--seed <number>", "the same seed gives the same scenario", readWholeNumber(0, 4_294_967_295))
    .option(...htmlOption)
    // The commands below have options of the same names.
    .enablePositionalOptions()
    .addCommand(scenarioTypesCommand(terminal))
    .addCommand(scenarioListCommand(terminal))
    .addCommand(scenarioGetCommand(terminal))
    .addCommand(scenarioSampleCommand(terminal))
    .addCommand(scenarioExportCommand(terminal))
    .addCommand(scenarioDeleteCommand(terminal));
  return withServiceOptions(command).action((options: ScenarioOptions) => showScenario(options, terminal));
}

async function showScenario(options: ScenarioOptions, terminal: Terminal): Promise<void> {
  const request: ScenarioFeedRequest = {
    ...(options.type !== undefined && { scenario_type: options.type }),
    ...(options.vehicle !== undefined && { vehicle_id: options.vehicle }),
    ...(options.evidence !== undefined && { evidence_id: options.evidence }),
    ...(options.duration !== undefined && { duration_s: options.duration }),
    ...(options.mapCenter !== undefined && { map_center: options.mapCenter }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.origin !== undefined && { origin: options.origin }),
    ...(options.level !== undefined && { level: options.level }),
    ...(options.param !== undefined && { params: options.param }),
    ...options.sensors,
  };
  const feed = await connect(options).risk.scenarioFeed(request, { signal: terminal.stop });
  await tellScenario(feed, options, terminal);
}

function readMapCenter(text: string): [number, number] {
  const [latitude = Number.NaN, longitude = Number.NaN, ...rest] = text
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const fits = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && rest.length === 0;
  if (!fits)
    throw new InvalidArgumentError(
      "It must be LATITUDE,LONGITUDE in degrees, for example 37.7749,-122.4194.",
    );
  return [latitude, longitude];
}

function scenarioDeleteCommand(terminal: Terminal): Command {
  const command = new Command("delete")
    .description("deletes a stored scenario")
    .argument("<id>", "as the list shows it");
  return withServiceOptions(command).action(async (id: string, options: ServiceOptions) => {
    await connect(options).scenarios.delete(id, { signal: terminal.stop });
    await terminal.out(`${id} is deleted\n`);
  });
}

interface GetOptions extends ServiceOptions {
  readonly html?: string;
}

function scenarioGetCommand(terminal: Terminal): Command {
  const command = new Command("get")
    .description("a kept scenario, as JSON")
    .argument("<id>", "as the list shows it")
    .option(...htmlOption);
  return withServiceOptions(command).action(async (id: string, options: GetOptions) => {
    const feed = await connect(options).scenarios.get(id, { signal: terminal.stop });
    await tellScenario(feed, options, terminal);
  });
}

function scenarioTypesCommand(terminal: Terminal): Command {
  return new Command("types")
    .description("what can happen, and what of it must not be flagged as a sensor's drift")
    .action(() =>
      terminal.out(
        renderTable(scenarioTypes, [
          { head: "TYPE", cell: (type) => type },
          { head: "FLAG IT", cell: (type) => (scenariosThatMustNotAlarm.has(type) ? "no" : "yes") },
          { head: "WHAT HAPPENS", cell: (type) => scenarioMeanings[type] },
        ]),
      ),
    );
}
