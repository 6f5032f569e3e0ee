import { Command } from "commander";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { htmlOption, tellScenario } from "./tell-scenario.ts";

interface SampleOptions extends ServiceOptions {
  readonly seed: number;
  readonly count: number;
  readonly html?: string;
}

const largestSeed = 4_294_967_295;
/** As many as the service keeps. */
const mostDrawn = 1000;

export function scenarioSampleCommand(terminal: Terminal): Command {
  const command = new Command("sample")
    .description("draws concrete scenarios from a kept logical one; the same seed draws the same")
    .argument("<id>", "of the logical scenario")
    .option("--seed <number>", "of the first", readWholeNumber(0, largestSeed), 1)
    .option("--count <number>", "how many, with the seeds that follow", readWholeNumber(1, mostDrawn), 1)
    .option(...htmlOption);
  return withServiceOptions(command).action((id: string, options: SampleOptions) =>
    sample(id, options, terminal),
  );
}

/** One is printed as it is; of several, the id and seed of each, as soon as it is kept. */
async function sample(id: string, options: SampleOptions, terminal: Terminal): Promise<void> {
  const { risk } = connect(options);
  const draw = (seed: number) => risk.scenarioFeed({ sampled_from: id, seed }, { signal: terminal.stop });
  if (options.count === 1) return tellScenario(await draw(options.seed), options, terminal);
  for (let drawn = 0; drawn < options.count; drawn += 1) {
    const seed = (options.seed + drawn) % (largestSeed + 1);
    const feed = await draw(seed);
    await terminal.out(`${feed.scenario_id} ${seed}\n`);
  }
}
