import { join } from "node:path";
import { Command } from "commander";
import type { PlumblineClient } from "../../clients/typescript/plumbline-client.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import type { EvidenceListItem, FleetHealthSummary, TelemetryFrame } from "../../core/contract/types.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { connect } from "../connect.ts";
import { readDemoHistory, writeDemoHistory } from "../demo-history.ts";
import type { DemoHistory } from "../demo-history.ts";
import { evidenceCall, exampleCalls } from "../example-calls.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { paint, paintTier } from "../paint.ts";
import { playFrames } from "../play-frames.ts";
import { readNumber, readWholeNumber } from "../read-option.ts";
import { showProgress } from "../show-progress.ts";
import { startService } from "../start-service.ts";
import type { Terminal } from "../terminal.ts";

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
    .description("a service with simulated vehicles on this machine, to look at and to try (npm start)")
    .option("--port <port>", "port on 127.0.0.1", readWholeNumber(0, 65_535), 8000)
    .option("--data-dir <folder>", "where everything is kept", ".plumbline/demo")
    .option("--vehicles <count>", "simulated vehicles", readWholeNumber(1, 10_000), 40)
    .option("--speed <factor>", "times real time, until the present is reached", readNumber(1, 10_000), 60)
    .option("--seed <number>", "another fleet", readWholeNumber(0, 4_294_967_295), 1)
    .action((options: DemoOptions) => demo(options, terminal));
}

async function demo(options: DemoOptions, terminal: Terminal): Promise<void> {
  const kept = await keptHistory(options);
  const service = await startService(
    { host: "127.0.0.1", port: options.port, dataDir: options.dataDir, dev: true, logLevel: "error" },
    { again: "npm start --" },
  );
  try {
    const history = kept ?? newHistory(options);
    if (kept === null) await writeDemoHistory(options.dataDir, history);
    await terminal.out(banner(service.url, options, terminal));
    await play(history, { options, terminal, client: connect({ url: service.url, key: developmentApiKey }) });
  } finally {
    await service.stop();
  }
  await terminal.out(
    `\nStopped. Everything acknowledged is in ${options.dataDir}; npm start goes on from there.\n`,
  );
}

/** A demo goes on with the fleet it began with; another fleet would be strangers under the same names. */
async function keptHistory(options: DemoOptions): Promise<DemoHistory | null> {
  const kept = await readDemoHistory(options.dataDir);
  if (kept === null || (kept.seed === options.seed && kept.vehicles === options.vehicles)) return kept;
  throw new CommandFailure(
    exitCodes.usage,
    `${options.dataDir} holds a demo of ${kept.vehicles} vehicles with seed ${kept.seed}`,
    `npm start -- --data-dir .plumbline/demo-${options.vehicles}-${options.seed} (or remove the folder ${options.dataDir})`,
  );
}

function newHistory({ seed, vehicles }: DemoOptions): DemoHistory {
  const startUs = Math.floor((Date.now() * 1000 - historyUs) / 60e6) * 60e6;
  return { seed, vehicles, periodS, startUs, playedUntilUs: startUs };
}

function banner(url: string, options: DemoOptions, terminal: Terminal): string {
  const link = (path: string) => paint(`${url}${path}`, "cyan", terminal);
  return [
    "",
    `${paint("Plumbline", "bold", terminal)}  development mode, reachable from this machine only`,
    "",
    `  console   ${link("/")}`,
    `  API docs  ${link("/docs")}`,
    `  API key   ${developmentApiKey}`,
    `  data      ${options.dataDir}`,
    "",
    "",
  ].join("\n");
}

interface Stage {
  readonly options: DemoOptions;
  readonly terminal: Terminal;
  readonly client: PlumblineClient;
}

async function play(history: DemoHistory, stage: Stage): Promise<void> {
  const { options, terminal } = stage;
  const fleet = generateFleet({
    seed: history.seed,
    vehicles: history.vehicles,
    startUs: history.startUs,
    periodS: history.periodS,
    scenario: "mixed",
    onsetsWithinS: [3600, 34 * 3600],
  });
  const isNew = history.playedUntilUs === history.startUs;
  const fromUs = isNew ? history.startUs + backfillUs : history.playedUntilUs;
  const playedSteps = Math.floor((history.playedUntilUs - history.startUs) / (history.periodS * 1e6));
  const bar = showProgress(terminal, {
    total: isNew ? (backfillUs / (history.periodS * 1e6)) * history.vehicles : 0,
    format: "  {bar} {value} of {total} frames of the first hours  {eta_formatted} left",
    notes: {},
  });
  const live = liveNotes(stage);
  let sent = 0;
  let hasCaughtUp = false;
  try {
    // One step back: the frames of the step in which the last run ended are sent again, and count once.
    await playFrames(fleetFrames(fleet, Math.max(0, playedSteps - 1), Infinity), {
      speed: options.speed,
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
          await introduce({ history, fromUs, sent, isNew }, stage);
        }
        await writeDemoHistory(options.dataDir, { ...history, playedUntilUs: Math.floor(simulatedUs) });
        await live.tell();
      },
    });
  } catch (error) {
    // A call cut short by Ctrl-C is part of stopping.
    if (!terminal.stop.aborted) throw error;
  } finally {
    bar.stop();
  }
}

async function sendFrames(frames: readonly TelemetryFrame[], { client, terminal }: Stage): Promise<void> {
  const answer = await client.ingestBatch(frames, { signal: terminal.stop });
  if (answer.frames_rejected > 0) {
    const [first] = answer.errors;
    throw new Error(
      `the service refused ${answer.frames_rejected} simulated frames, the first because: ${first?.detail}`,
    );
  }
}

interface Introduction {
  readonly history: DemoHistory;
  readonly fromUs: number;
  readonly sent: number;
  readonly isNew: boolean;
}

/** What is there once the beginning has been played: the fleet in one line, and how to ask for more. */
async function introduce({ history, fromUs, sent, isNew }: Introduction, stage: Stage): Promise<void> {
  const { client, terminal, options } = stage;
  const [summary, evidence] = await Promise.all([
    client.getFleetHealthSummary(),
    client.listEvidence({ limit: 1 }),
  ]);
  const [first] = evidence.data;
  const from = isNew ? history.startUs : fromUs;
  const when = new Date(from / 1000).toISOString().slice(0, 16).replace("T", " ");
  const calls = exampleCalls({
    url: client.baseUrl,
    key: developmentApiKey,
    timestamp: new Date().toISOString(),
    evidenceId: first?.event_id ?? null,
  });
  await terminal.out(
    [
      `  ${history.vehicles} simulated vehicles ${isNew ? "since" : "going on from"} ${when} UTC, at ${options.speed} times real time until the present`,
      isNew
        ? `  ${sent.toLocaleString("en-GB")} frames are there already: ${tierCounts(summary, terminal)}`
        : `  ${tierCounts(summary, terminal)}`,
      "",
      paint("Try it (each line can be pasted as it is)", "bold", terminal),
      "",
      ...calls.flatMap(({ what, curl }) => [paint(`# ${what}`, "grey", terminal), curl]),
      ...(first === undefined ? [] : checkText(first.event_id, stage)),
      "",
      `${paint("Evidence, as it is issued", "bold", terminal)}  (Ctrl-C stops)`,
      "",
      "",
    ].join("\n"),
  );
}

function tierCounts(summary: FleetHealthSummary, terminal: Terminal): string {
  const counts = [
    ["CRITICAL", summary.critical_count],
    ["CAUTION", summary.caution_count],
    ["NOMINAL", summary.nominal_count],
    ["UNKNOWN", summary.unknown_count],
  ] as const;
  return counts
    .filter(([, vehicles]) => vehicles > 0)
    .map(([tier, vehicles]) => `${vehicles} ${paintTier(tier, terminal)}`)
    .join(", ");
}

const noteEveryMs = 5000;
const notesAtFirst = 5;
const notesAtOnce = 50;

interface LiveNotes {
  tell(): Promise<void>;
}

/** Prints each bundle once, oldest first, asking at most every few seconds. The first one comes with the call that fetches it. */
function liveNotes(stage: Stage): LiveNotes {
  const { client, terminal } = stage;
  const told = new Set<string>();
  let askedAtMs = -Infinity;
  return {
    async tell() {
      if (performance.now() - askedAtMs < noteEveryMs) return;
      const isFirstLook = askedAtMs === -Infinity;
      askedAtMs = performance.now();
      const limit = isFirstLook ? notesAtFirst : notesAtOnce;
      const { data } = await client.listEvidence({ limit }, { signal: terminal.stop });
      const fresh = data.filter(({ event_id: id }) => !told.has(id)).toReversed();
      if (!isFirstLook && told.size === 0 && fresh.length > 0) await terminal.out(callText(fresh[0]!, stage));
      for (const item of fresh) {
        told.add(item.event_id);
        await terminal.out(noteOf(item, terminal));
      }
    },
  };
}

/** How to verify a bundle with no service at all: fetch it, then look at files. */
function checkText(eventId: string, { client, options, terminal }: Stage): readonly string[] {
  const url = client.baseUrl === "http://127.0.0.1:8000" ? "" : ` --url ${client.baseUrl}`;
  const folder = join(options.dataDir, "evidence");
  const [bundle, frames] = [join(folder, `${eventId}.json`), join(folder, `${eventId}.frames.ndjson`)];
  const trust = join(options.dataDir, "keys", "trust.json");
  return [
    paint("# verify it offline", "grey", terminal),
    typed(`evidence get ${eventId} --out ${folder}${url}`),
    typed(`evidence verify ${bundle} --frames ${frames} --trust ${trust}`),
  ];
}

function callText(item: EvidenceListItem, stage: Stage): string {
  const { client, terminal } = stage;
  const { what, curl } = evidenceCall(client.baseUrl, developmentApiKey, item.event_id);
  return [paint(`# ${what}`, "grey", terminal), curl, ...checkText(item.event_id, stage), "", ""].join("\n");
}

function noteOf(item: EvidenceListItem, terminal: Terminal): string {
  const when = item.detected_at.slice(0, 16).replace("T", " ");
  const tier = paintTier(item.tier, terminal) + " ".repeat("CRITICAL".length - item.tier.length);
  return `  ${when}  ${item.vehicle_id}  ${tier}  ${item.probable_fault_source.padEnd(11)}  ${item.event_id}\n`;
}
