import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { Command, Option } from "commander";
import type { TelemetryFrame } from "../../clients/typescript/generated/contract.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { ordinaryNoise } from "../../simulator/generate-vehicle.ts";
import type { SimulatedVehicle } from "../../simulator/generate-vehicle.ts";
import { scenarioTypes, type ScenarioType } from "../../core/contract/scenario-types.ts";
import { connect, withKeyOption } from "../connect.ts";
import { CommandFailure, exitCodes } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { playFrames } from "./play-frames.ts";
import { readNumber, readTimeUs, readWholeNumber } from "../terminal/read-option.ts";
import { showProgress } from "../terminal/show-progress.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface SimulateOptions {
  readonly key?: string;
  readonly vehicles: number;
  readonly hours: number;
  readonly period: number;
  readonly scenario: ScenarioType | "mixed";
  readonly seed: number;
  readonly start?: number;
  readonly out: string;
  readonly to?: string;
  readonly speed?: number;
  readonly truth?: string;
  readonly phi: number;
  readonly tail?: number;
}

export function simulateCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  const command = new Command("simulate")
    .description("frames of a seeded fleet with known faults, as NDJSON or straight to a service")
    .option("--vehicles <count>", "size of the fleet", readWholeNumber(1, 1_000_000), 40)
    .option("--hours <hours>", "length of the history", readNumber(0.01, 100_000), 36)
    .option("--period <seconds>", "seconds between two frames of a vehicle", readNumber(0.01, 86_400), 60)
    .addOption(
      new Option(
        "--scenario <name>",
        "what happens; mixed: half of the fleet healthy, the rest through all scenarios",
      )
        .choices(["mixed", ...scenarioTypes])
        .default("mixed"),
    )
    .option("--seed <number>", "the same seed gives the same frames", readWholeNumber(0, 4_294_967_295), 1)
    .option(
      "--start <time>",
      "time of the first frame (default: 2026-01-05T00:00:00Z; with --to, so that it ends now)",
      readTimeUs,
    )
    .option("--out <file>", "NDJSON file, or - for standard output", "-")
    .option("--to <address>", "send to the service at this address instead")
    .option("--speed <factor>", "times real time (default: as fast as it goes)", readNumber(0.001, 1e9))
    .option("--truth <file>", "write what is wrong with which vehicle since when (NDJSON)")
    .option("--phi <correlation>", "correlation of the noise from frame to frame", readNumber(0, 0.95), 0)
    .option(
      "--tail <degrees>",
      "heavy-tailed noise: degrees of freedom of Student's t",
      readWholeNumber(3, 100),
    );
  return withKeyOption(command).action(async (options: SimulateOptions) =>
    ended(await simulate(options, terminal)),
  );
}

/** A Monday, so that the same command gives the same file next year. */
const fixedStartUs = Date.UTC(2026, 0, 5) * 1000;

async function simulate(options: SimulateOptions, terminal: Terminal): Promise<ExitCode> {
  const steps = Math.max(1, Math.round((options.hours * 3600) / options.period));
  const spanS = steps * options.period;
  const endsNowUs = (Math.floor(Date.now() / 1000) - spanS) * 1e6;
  const startUs = options.start ?? (options.to === undefined ? fixedStartUs : endsNowUs);
  const fleet = generateFleet({
    seed: options.seed,
    vehicles: options.vehicles,
    startUs,
    periodS: options.period,
    scenario: options.scenario,
    onsetsWithinS: [0.25 * spanS, 0.6 * spanS],
    noise: { ...ordinaryNoise, arPhi: options.phi, tailDegreesOfFreedom: options.tail ?? Infinity },
    isDescribed: true,
  });
  if (options.truth !== undefined) await writeTruth(options.truth, fleet, steps);

  const playing = {
    speed: options.speed ?? Infinity,
    fromUs: startUs,
    nowUs: () => Date.now() * 1000,
    groupFrames: 1000,
    stop: terminal.stop,
  };
  const bar = showProgress(terminal, {
    total: options.out === "-" && options.to === undefined ? 0 : options.vehicles * steps,
    format: "{bar} {percentage} %  {value} of {total} frames  {eta_formatted} left",
    notes: {},
  });
  const frames = counted(fleetFrames(fleet, 0, steps), (done) => bar.update(done, {}));
  try {
    if (options.to !== undefined) return await sendTo(options.to, { frames, options, playing, terminal });
    if (options.out === "-") {
      await playFrames(frames, { ...playing, send: (group) => terminal.exact(toLines(group)) });
    } else {
      await writeTo(options.out, (send) => playFrames(frames, { ...playing, send }));
    }
    return exitCodes.ok;
  } finally {
    bar.stop();
  }
}

type Send = (frames: readonly TelemetryFrame[]) => Promise<void>;
type PlayingOptions = Omit<Parameters<typeof playFrames>[1], "send">;

/** A service that restarts meanwhile is waited for: eight further attempts take about half a minute. */
const retries = 8;

async function sendTo(
  address: string,
  given: {
    readonly frames: Iterable<TelemetryFrame>;
    readonly options: SimulateOptions;
    readonly playing: PlayingOptions;
    readonly terminal: Terminal;
  },
): Promise<ExitCode> {
  const client = connect({ ...given.options, url: address }, { maxRetries: retries });
  const tally = { ingested: 0, duplicate: 0, rejected: 0 };
  const send: Send = async (frames) => {
    const answer = await client.telemetry.ingestBatch(frames, { signal: given.terminal.stop });
    tally.ingested += answer.frames_ingested;
    tally.duplicate += answer.frames_duplicate;
    tally.rejected += answer.frames_rejected;
  };
  await playFrames(given.frames, { ...given.playing, send });
  await given.terminal.out(
    `${tally.ingested} frames ingested, ${tally.duplicate} counted before, ${tally.rejected} rejected\n`,
  );
  return tally.rejected > 0 ? exitCodes.partlyAccepted : exitCodes.ok;
}

async function writeTo(path: string, play: (send: Send) => Promise<void>): Promise<void> {
  const file = createWriteStream(path);
  // Failing to open the file only shows as an event; without this it would end the process.
  const failed = finished(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(
      exitCodes.failed,
      `${path} cannot be written: ${error.code}`,
      "name another file with --out",
    );
  });
  await Promise.race([
    failed,
    play(async (frames) => {
      if (!file.write(toLines(frames))) await Promise.race([once(file, "drain"), failed]);
    }),
  ]);
  file.end();
  await failed;
}

async function writeTruth(path: string, fleet: readonly SimulatedVehicle[], steps: number): Promise<void> {
  const lines = fleet.map((vehicle) => `${JSON.stringify(vehicle.truth(steps))}\n`);
  await writeFile(path, lines.join(""));
}

function toLines(frames: readonly TelemetryFrame[]): string {
  return frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
}

function* counted<Item>(items: Iterable<Item>, onCount: (done: number) => void): Generator<Item, void> {
  let done = 0;
  for (const item of items) {
    yield item;
    done += 1;
    if (done % 500 === 0) onCount(done);
  }
}
