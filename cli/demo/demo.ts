import { Command } from "commander";
import type { EvidenceListItem, TelemetryFrame } from "../../clients/typescript/generated/contract.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { connect } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { playFrames } from "../fleet/play-frames.ts";
import { startService, typedAgain, type TypedStart } from "../service/start-service.ts";
import { paintTier } from "../terminal/paint.ts";
import { readNumber, readWholeNumber } from "../terminal/read-option.ts";
import { showProgress } from "../terminal/show-progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type DemoHistory, readDemoHistory, writeDemoHistory } from "./demo-history.ts";
import { demoBanner, type DemoStage, firstEvidenceText, introduceDemo } from "./introduce-demo.ts";

export interface EvidencePrinter {
  /** Says what is new since the last time; asks the service at most every few seconds. */
  print(): Promise<void>;
}

const askEveryMs = 5000;
const printedAtFirst = 5;
const printedAtOnce = 50;

/** Prints each bundle once, oldest first. The first one ever comes with the calls that fetch and check it. */
export function printEvidence(stage: DemoStage): EvidencePrinter {
  const { client, terminal } = stage;
  const printed = new Set<string>();
  let askedAtMs = -Infinity;
  return {
    async print() {
      if (performance.now() - askedAtMs < askEveryMs) return;
      const isFirstLook = askedAtMs === -Infinity;
      askedAtMs = performance.now();
      const limit = isFirstLook ? printedAtFirst : printedAtOnce;
      const { data } = await client.evidence.list({ limit }, { signal: terminal.stop });
      const fresh = data.filter(({ event_id: id }) => !printed.has(id)).toReversed();
      const [first] = fresh;
      if (!isFirstLook && printed.size === 0 && first !== undefined) {
        await terminal.out(firstEvidenceText(first.event_id, stage));
      }
      for (const item of fresh) {
        printed.add(item.event_id);
        await terminal.out(lineOf(item, terminal));
      }
    },
  };
}

function lineOf(item: EvidenceListItem, terminal: Terminal): string {
  const when = item.detected_at.slice(0, 19).replace("T", " ");
  const tier = paintTier(item.tier, terminal) + " ".repeat("CRITICAL".length - item.tier.length);
  return `  ${when}  ${item.vehicle_id}  ${tier}  ${item.probable_fault_source.padEnd(11)}  ${item.event_id}\n`;
}

interface DemoOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly vehicles: number;
  readonly speed: number;
  readonly seed: number;
}

const hourUs = 3600 * 1e6;
/** How far back a new demo begins, and how much of it is there at once: baselines, tiers and the first evidence. */
const historyUs = 36 * hourUs;
const backfillUs = 6 * hourUs;
const periodS = 60;

export function demoCommand(terminal: Terminal): Command {
  return new Command("demo")
    .description("a service with simulated vehicles on this machine, to look at and to try")
    .option("--port <port>", "port on 127.0.0.1", readWholeNumber(0, 65_535), usual.port)
    .option("--data-dir <folder>", "where everything is kept", usual.dataDir)
    .option("--vehicles <count>", "simulated vehicles", readWholeNumber(1, 10_000), usual.vehicles)
    .option(
      "--speed <factor>",
      "times real time, until the present is reached",
      readNumber(1, 10_000),
      usual.speed,
    )
    .option("--seed <number>", "another fleet", readWholeNumber(0, 4_294_967_295), usual.seed)
    .action((options: DemoOptions) => demo(options, terminal));
}

async function demo(options: DemoOptions, terminal: Terminal): Promise<void> {
  const kept = await keptHistory(options);
  const service = await startService(
    { host: "127.0.0.1", port: options.port, dataDir: options.dataDir, dev: true, logLevel: "error" },
    startOf(options),
  );
  try {
    const history = kept ?? newHistory(options);
    if (kept === null) await writeDemoHistory(options.dataDir, history);
    const stage: DemoStage = {
      client: connect({ url: service.url, key: developmentApiKey }),
      terminal,
      dataDir: options.dataDir,
      speed: options.speed,
    };
    await terminal.out(demoBanner(stage));
    await play(history, stage);
  } finally {
    await service.stop();
  }
  await terminal.out(
    `\nStopped. Everything acknowledged is in ${options.dataDir}; it goes on from there with: ${typedAgain(startOf(options))}\n`,
  );
}

const usual = { port: 8000, dataDir: ".plumbline/demo", vehicles: 40, speed: 60, seed: 1 };

/** The demo as it was started, by npm's script in a checkout or as a command, with what is not as usual. */
function startOf(options: DemoOptions): TypedStart {
  const given = Object.entries(options).filter(([name, value]) => value !== usual[name as keyof DemoOptions]);
  const isScript = process.env["npm_lifecycle_event"] === "start";
  return {
    command: isScript ? "npm start --" : typed("demo"),
    options: Object.fromEntries(given),
    dataDir: options.dataDir,
  };
}

/** A demo goes on with the fleet it began with; another fleet would be other vehicles under the same names. */
async function keptHistory(options: DemoOptions): Promise<DemoHistory | null> {
  const kept = await readDemoHistory(options.dataDir);
  if (kept === null || (kept.seed === options.seed && kept.vehicles === options.vehicles)) return kept;
  throw new CommandFailure(
    exitCodes.usage,
    `${options.dataDir} holds a demo of ${kept.vehicles} vehicles with seed ${kept.seed}`,
    `${typedAgain(startOf(options), { dataDir: `.plumbline/demo-${options.vehicles}-${options.seed}` })} (or remove the folder ${options.dataDir})`,
  );
}

function newHistory({ seed, vehicles }: DemoOptions): DemoHistory {
  const startUs = Math.floor((Date.now() * 1000 - historyUs) / 60e6) * 60e6;
  return { seed, vehicles, periodS, startUs, playedUntilUs: startUs };
}

async function play(history: DemoHistory, stage: DemoStage): Promise<void> {
  const { terminal } = stage;
  const fleet = generateFleet({
    seed: history.seed,
    vehicles: history.vehicles,
    startUs: history.startUs,
    periodS: history.periodS,
    scenario: "mixed",
    onsetsWithinS: [3600, 34 * 3600],
    isDescribed: true,
  });
  const isNew = history.playedUntilUs === history.startUs;
  const fromUs = isNew ? history.startUs + backfillUs : history.playedUntilUs;
  const playedSteps = Math.floor((history.playedUntilUs - history.startUs) / (history.periodS * 1e6));
  const bar = showProgress(terminal, {
    total: isNew ? (backfillUs / (history.periodS * 1e6)) * history.vehicles : 0,
    format: "  {bar} {value} of {total} frames of the first hours  {eta_formatted} left",
    notes: {},
  });
  const evidence = printEvidence(stage);
  let sent = 0;
  let hasCaughtUp = false;
  try {
    // One step back: the frames of the step in which the last run ended are sent again, and count once.
    await playFrames(fleetFrames(fleet, Math.max(0, playedSteps - 1), Infinity), {
      speed: stage.speed,
      fromUs,
      nowUs: () => Date.now() * 1000,
      groupFrames: 1000,
      stop: terminal.stop,
      send: async (frames) => {
        await sendFrames(frames, stage);
        sent += frames.length;
        if (!hasCaughtUp) bar.update(sent, {});
      },
      onCaughtUp: async (simulatedUs) => {
        if (!hasCaughtUp) {
          bar.stop();
          hasCaughtUp = true;
          await introduceDemo({ history, fromUs, sent, isNew }, stage);
        }
        await writeDemoHistory(stage.dataDir, { ...history, playedUntilUs: Math.floor(simulatedUs) });
        await evidence.print();
      },
    });
  } catch (error) {
    // A call cut short by Ctrl-C is part of stopping.
    if (!terminal.stop.aborted) throw error;
  } finally {
    bar.stop();
  }
}

async function sendFrames(frames: readonly TelemetryFrame[], { client, terminal }: DemoStage): Promise<void> {
  const answer = await client.telemetry.ingestBatch(frames, { signal: terminal.stop });
  if (answer.frames_rejected > 0) {
    const [first] = answer.errors;
    throw new Error(
      `the service refused ${answer.frames_rejected} simulated frames, the first because: ${first?.detail}`,
    );
  }
}
