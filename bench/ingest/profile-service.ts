import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { figure, markdownTable } from "../markdown-table.ts";
import type { Competitor } from "./competitor.ts";
import { slowStream } from "./frame-stream.ts";
import { loadForms, requestsOf } from "./load-forms.ts";
import type { Plan } from "./plan.ts";
import { sendInTurn } from "./send-load.ts";
import { startService } from "./start-service.ts";
import { warmUp } from "./warm-up.ts";

/** Time of one thread in one part of the source, µs a frame. */
export interface ProfileLine {
  readonly thread: string;
  readonly part: string;
  readonly usPerFrame: number;
}

const form = loadForms.find(({ name }) => name === "batches of 500")!;
/** Enough for some ten thousand samples. */
const requestsTimed = 60;

/** Where one service's time goes. */
export interface ServiceProfile {
  readonly service: string;
  readonly lines: readonly ProfileLine[];
}

/** Where the time of batches of 500 goes, here and in the checkout beside. */
export async function profileServices(
  plan: Plan,
  parent: string,
  say: (what: string) => void,
): Promise<readonly ServiceProfile[]> {
  const found: ServiceProfile[] = [];
  for (const checkout of plan.beside === null ? [undefined] : [undefined, plan.beside]) {
    const folder = mkdtempSync(join(parent, "profiled-"));
    const profiles = join(folder, "profiles");
    mkdirSync(profiles);
    const service = await startService(join(folder, "data"), {
      profiles,
      ...(checkout !== undefined && { checkout }),
    });
    say(`profiling ${service.name}`);
    found.push({ service: service.name, lines: await profileService(service, plan, profiles) });
  }
  return found;
}

/** V8's sampling profiler on every thread, what came before the load left out. */
async function profileService(
  service: Competitor,
  { vehicles, warmUp: framesBefore }: Plan,
  profiles: string,
): Promise<readonly ProfileLine[]> {
  const stream = slowStream(vehicles);
  await warmUp({ services: [service], peers: [] }, stream, framesBefore);
  const frames = stream.take(requestsTimed * form.framesPerRequest);
  const requests = requestsOf(frames, form, service.door);
  const fromUs = nowUs();
  await sendInTurn(service.door.port, requests, form.clients);
  const span = { fromUs, toUs: nowUs() };
  await service.close();
  return readdirSync(profiles)
    .map((file) => JSON.parse(readFileSync(join(profiles, file), "utf8")) as CpuProfile)
    .flatMap((profile) => linesOf(profile, span, frames.length));
}

/** The profiler's clock: monotonic, microseconds. */
function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** As V8 writes it (Chrome DevTools Protocol, Profiler.Profile). */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  /** From the sample before, the first from the start. */
  readonly timeDeltas: readonly number[];
}

/** Self time within the span by part of the source, largest first; idle time left out. */
export function linesOf(
  profile: CpuProfile,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
  frames: number,
): readonly ProfileLine[] {
  const parts = partsOf(profile);
  const spent = new Map<string, number>();
  let atUs = profile.startTime;
  profile.samples.forEach((node, at) => {
    // A sample stands for the time until the next one.
    atUs += profile.timeDeltas[at]!;
    const lastsUs = profile.timeDeltas[at + 1] ?? 0;
    const part = parts.get(node)!;
    if (atUs < fromUs || atUs >= toUs || part === idle) return;
    spent.set(part, (spent.get(part) ?? 0) + lastsUs);
  });
  const thread = threadOf(profile);
  return [...spent]
    .map(([part, us]) => ({ thread, part, usPerFrame: us / frames }))
    .toSorted((one, other) => other.usPerFrame - one.usPerFrame);
}

const idle = "(idle)";

/** Of every node. What the machine does itself, native code, counts where it was called from. */
function partsOf({ nodes }: CpuProfile): ReadonlyMap<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const visit = (id: number, from: string): void => {
    const node = byId.get(id)!;
    const part = partOf(node.callFrame, from);
    parts.set(id, part);
    for (const child of node.children ?? []) visit(child, part);
  };
  visit(nodes[0]!.id, "");
  return parts;
}

/** The folder of a file of ours, two levels deep in core and server; else the caller's part, or what the runtime is doing. */
function partOf({ functionName, url }: CpuProfile["nodes"][number]["callFrame"], from: string): string {
  if (/^\((?:idle|garbage collector|program)\)$/u.test(functionName)) return functionName;
  const ours = /\/((?:core|server)\/[^/]+(?:\/[^/]+)?)\/(?:[^/]+\/)*[^/]+\.ts$/u.exec(url)?.[1];
  if (ours !== undefined) return ours;
  return from === "" ? "node" : from;
}

/** A thread is known by the file it began with; what the profile does not tell is the main thread. */
function threadOf({ nodes }: CpuProfile): string {
  const urls = nodes.map(({ callFrame }) => callFrame.url);
  const entry = urls.find((url) => url.endsWith("-thread.ts"));
  return urls.some((url) => url.endsWith("/server/main.ts")) || entry === undefined
    ? "main"
    : entry.slice(entry.lastIndexOf("/") + 1, -"-thread.ts".length);
}

/** Less than this is left out of the table. */
const leastUs = 0.2;

export function describeProfiles(profiles: readonly ServiceProfile[]): readonly string[] {
  if (profiles.length === 0) return [];
  const places = new Map(
    profiles.flatMap(({ lines }) => lines.map(({ thread, part }) => [`${thread} ${part}`, { thread, part }])),
  );
  const timesOf = (thread: string, part: string): readonly number[] =>
    profiles.map(
      ({ lines }) => lines.find((line) => line.thread === thread && line.part === part)?.usPerFrame ?? 0,
    );
  const rows = [...places.values()].map(({ thread, part }) => ({
    thread,
    part,
    times: timesOf(thread, part),
  }));
  return [
    "## Profile of batches of 500",
    "",
    `Samples of V8's profiler on every thread, µs a frame, self time by folder, on the clock: on a shared machine a thread that waits for a core goes on counting. Native code counts where it was called from; V8's helper threads are not in it. Below ${leastUs} µs left out.`,
    "",
    ...markdownTable(
      ["thread", "part", ...profiles.map(({ service }) => service)],
      rows
        .filter(({ times }) => Math.max(...times) >= leastUs)
        .map(({ thread, part, times }) => [thread, part, ...times.map((us) => figure(us, 1))]),
    ),
    "",
  ];
}
