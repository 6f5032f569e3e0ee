/**
 * The ingest bench: `npm run bench -- ingest`. A seeded fleet is sent to the service, to a bare node:http and to the peers
 * of bench/peers, in turn, round after round, in requests of several sizes; every answer of those that keep frames
 * means that they are on the disk. Requests are written beforehand and sent over plain sockets, so that the client costs
 * little of the cores it shares. `-- --full` adds folders of many vehicles and frames; plan.ts lists the other flags.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";

import { commitOf, runStamp } from "../run-stamp.ts";
import { cacheFolder } from "../service/bench-ledger.ts";
import type { Competitor } from "./competitor.ts";
import { describeIngest, drawIngest, type IngestFindings } from "./describe-ingest.ts";
import { fastStream, type FrameStream, slowStream } from "./frame-stream.ts";
import { loadForms } from "./load-forms.ts";
import { type Ceilings, measureCeilings } from "./measure-ceilings.ts";
import { measureRates } from "./measure-rates.ts";
import { measureRound, type Round } from "./measure-round.ts";
import { describeSizes, measureSize, readSizes, type SizeFigures } from "./measure-sizes.ts";
import { type Plan, readPlan } from "./plan.ts";
import { describeProfiles, profileServices } from "./profile-service.ts";
import { residentBytesOf } from "./process-figures.ts";
import { startBareHttp, startService } from "./start-service.ts";
import { startPeers } from "./start-peers.ts";
import { summarise } from "./summarise.ts";
import { warmUp } from "./warm-up.ts";

const plan = readPlan(process.argv.slice(2));
const sizes = plan.full ? readSizes(plan.sizes) : [];
const stamp = { ...runStamp(), loadAverageBefore: loadavg()[0]! };
const beganMs = performance.now();
const folder = mkdtempSync(join(cacheFolder(), "ingest-"));
// Interrupted it ends in order: at the process's exit its servers are ended and its folders removed.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

const findings = await measureAll(plan);
const profiles = plan.profile ? await profileServices(plan, folder, say) : [];
const sized: SizeFigures[] = [];
for (const size of sizes) sized.push(await measureSize(size, folder, say));
write();

async function measureAll({ vehicles, fastVehicles, ...given }: Plan): Promise<IngestFindings> {
  const services = [await startService(mkdtempSync(join(folder, "service-")))];
  const started: Competitor[] = [...services];
  try {
    if (given.beside !== null) {
      const other = await startService(mkdtempSync(join(folder, "other-")), { checkout: given.beside });
      services.push(other);
      started.push(other);
    }
    started.push(await startBareHttp());
    const { peers, leftOut } = await startPeers(folder);
    started.push(...peers);
    for (const reason of leftOut) say(`left out: ${reason}`);
    const memory = (): readonly (number | null)[] => started.map(({ pids }) => residentBytesOf(pids));
    const memoryBefore = memory();
    const streams = { "1 Hz": slowStream(vehicles), "20 Hz": fastStream(fastVehicles) };
    say(`${given.warmUp} frames of each of ${vehicles} vehicles before the clock runs`);
    await warmUp({ services, peers }, streams["1 Hz"], given.warmUp);
    await warmUp({ services, peers }, streams["20 Hz"], given.fastWarmUp);
    const forms = await measureForms(started, streams, given.rounds);
    say("fixed rates");
    const rates = await measureRates([...services, ...peers], streams["1 Hz"], given);
    const memoryAfter = memory();
    const residentBytes = Object.fromEntries(
      started.map(({ name }, at) => [name, [memoryBefore[at]!, memoryAfter[at]!] as const]),
    );
    return { forms, rates, residentBytes, leftOut };
  } finally {
    await Promise.all(started.map((one) => one.close()));
  }
}

async function measureForms(
  competitors: readonly Competitor[],
  streams: Readonly<Record<"1 Hz" | "20 Hz", FrameStream>>,
  rounds: number,
) {
  const found = loadForms.map((form) => ({
    form,
    competitors: new Map<string, Round[]>(competitors.map(({ name }) => [name, []])),
    ceilings: [] as Ceilings[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { form, competitors: rows, ceilings } of found) {
      say(`round ${round + 1} of ${rounds}: ${form.name}`);
      const frames = streams[form.fleet].take(form.frames);
      // Another one begins each round: what a machine does in the background then meets all alike.
      for (let turn = 0; turn < competitors.length; turn += 1) {
        const competitor = competitors[(round + turn) % competitors.length]!;
        rows.get(competitor.name)!.push(await measureRound(competitor, form, frames));
      }
      // Single frames that wait together are one commit.
      const group = form.body === "frame" ? form.clients : form.framesPerRequest;
      ceilings.push(measureCeilings(frames, { group, folder }));
    }
  }
  return found.map(({ form, competitors: rows, ceilings }) =>
    summarise({ form: form.name, competitors: Object.fromEntries(rows), ceilings }),
  );
}

/** The documented plan's figures are the ones the documents quote; a quick look never replaces them. */
function write(): void {
  const kept = plan.keep || plan.asDocumented;
  const place = kept ? join(import.meta.dirname, "../results") : join(cacheFolder(), "ingest");
  mkdirSync(place, { recursive: true });
  const tookS = (performance.now() - beganMs) / 1000;
  const loadAverageAfter = loadavg()[0]!;
  // The place of another checkout says nothing to others; its commit does, and stands in the tables.
  const words = process.argv
    .slice(2)
    .map((word, at, all) => (all[at - 1] === "--beside" ? "DIR" : word))
    .join(" ");
  const text = [
    "# Ingest",
    "",
    `\`npm run bench -- ingest${words === "" ? "" : ` -- ${words}`}\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}; ${tookS.toFixed(0)} s. Load average before ${stamp.loadAverageBefore.toFixed(1)}, after ${loadAverageAfter.toFixed(1)}: where it is above the bench's own two or three before the run, others were at work, and ratios say more than rates.`,
    "",
    `${plan.vehicles} vehicles at 1 Hz, one frame a block, ${plan.warmUp} frames each before the clock; ${plan.fastVehicles} at 20 Hz, ${plan.fastWarmUp} frames each; ${plan.rounds} rounds, competitors in turn within each.`,
    "",
    ...describeIngest(findings),
    ...describeProfiles(profiles),
    ...describeSizes(sized),
    "![processor time by frames a request](ingest.svg)",
    "![latency by rate](ingest-latency.svg)",
    "",
  ].join("\n");
  process.stdout.write(`${text}\n`);
  writeFileSync(join(place, "ingest.md"), text);
  const report = {
    stamp: { ...stamp, loadAverageAfter },
    tookS,
    plan: { ...plan, beside: plan.beside && commitOf(plan.beside) },
    ...findings,
    profiles,
    sizes: sized,
  };
  writeFileSync(join(place, "ingest.json"), `${JSON.stringify(report, null, 1)}\n`);
  for (const [file, svg] of Object.entries(drawIngest(findings))) writeFileSync(join(place, file), svg);
}

function say(what: string): void {
  process.stderr.write(`${((performance.now() - beganMs) / 1000).toFixed(0)} s  ${what}\n`);
}
