import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

import { median } from "../median.ts";
import { figure, markdownTable } from "../markdown-table.ts";
import type { Competitor } from "./competitor.ts";
import { slowStream } from "./frame-stream.ts";
import { loadForms } from "./load-forms.ts";
import { measureRound, type Round } from "./measure-round.ts";
import { figuresOf, folderBytes, residentBytesOf } from "./process-figures.ts";
import { startService } from "./start-service.ts";
import { warmUp } from "./warm-up.ts";

/** A folder of so many vehicles and frames, made before anything is measured. */
export interface Size {
  readonly name: string;
  readonly vehicles: number;
  readonly framesPerVehicle: number;
}

/** 1, 10 and 50 million frames. At 10,000 frames a second they take two minutes, twenty, and an hour and a half to make. */
const sizes: readonly Size[] = [
  { name: "10k", vehicles: 10_000, framesPerVehicle: 100 },
  { name: "100k", vehicles: 100_000, framesPerVehicle: 100 },
  { name: "1m", vehicles: 1_000_000, framesPerVehicle: 50 },
];

export interface SizeFigures extends Size {
  readonly madeInS: number;
  readonly folderBytes: number;
  /** From the start of the process until it listens, and its processor time by then. */
  readonly startS: number;
  readonly startCpuS: number | null;
  readonly residentBytesAtStart: number | null;
  /** Middle of nine requests each. */
  readonly healthSummaryMs: number;
  readonly queueMs: number;
  /** Batches of 500, every vehicle in turn, from a start without anything in memory. */
  readonly cold: Round;
  readonly residentBytes: number | null;
}

/** Those of the names; an unknown name is an error before anything runs. */
export function readSizes(names: readonly string[]): readonly Size[] {
  return names.map((name) => {
    const size = sizes.find((one) => one.name === name);
    if (size === undefined) throw new RangeError(`no size ${name}; there are 10k, 100k and 1m`);
    return size;
  });
}

export async function measureSize(
  size: Size,
  parent: string,
  say: (what: string) => void,
): Promise<SizeFigures> {
  const folder = mkdtempSync(join(parent, "size-"));
  try {
    say(`making ${size.vehicles} vehicles of ${size.framesPerVehicle} frames each`);
    const stream = slowStream(size.vehicles);
    const makingMs = performance.now();
    const maker = await startService(folder);
    await warmUp({ services: [maker], peers: [] }, stream, size.framesPerVehicle);
    const madeInS = (performance.now() - makingMs) / 1000;
    await maker.close();
    const bytes = folderBytes(folder);
    say(`measuring ${size.name}`);
    const startingMs = performance.now();
    const service = await startService(folder);
    try {
      return {
        ...size,
        madeInS,
        folderBytes: bytes,
        startS: (performance.now() - startingMs) / 1000,
        startCpuS: secondsOf(figuresOf(service.pids)?.cpuUs),
        residentBytesAtStart: residentBytesOf(service.pids),
        healthSummaryMs: await answerMs(service, "/v1/fleet/health-summary"),
        queueMs: await answerMs(service, "/v1/fleet/queue"),
        cold: await measureRound(service, coldForm, stream.take(coldForm.frames)),
        residentBytes: residentBytesOf(service.pids),
      };
    } finally {
      await service.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const coldForm = loadForms.find(({ name }) => name === "batches of 500")!;

function secondsOf(us: number | undefined): number | null {
  return us === undefined ? null : us / 1e6;
}

async function answerMs({ door }: Competitor, path: string): Promise<number> {
  const headers = Object.fromEntries(door.headers.map((line) => line.split(": ", 2) as [string, string]));
  const tookMs: number[] = [];
  for (let times = 0; times < 9; times += 1) {
    const beganMs = performance.now();
    const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    tookMs.push(performance.now() - beganMs);
  }
  return median(tookMs);
}

export function describeSizes(measured: readonly SizeFigures[]): readonly string[] {
  if (measured.length === 0) return [];
  const mib = (bytes: number | null) => figure(bytes === null ? null : bytes / 2 ** 20, 0);
  return [
    "## Large folders",
    "",
    "Started on a folder that was made before: nothing is in memory, and every vehicle's next frame has to find its state on the disk.",
    "",
    ...markdownTable(
      [
        "vehicles",
        "frames",
        "folder MiB",
        "B a frame",
        "start s",
        "start CPU s",
        "MiB at start",
        "health summary ms",
        "queue ms",
        "cold, batches of 500: CPU µs a frame",
        "MiB after",
      ],
      measured.map((size) => [
        String(size.vehicles),
        String(size.vehicles * size.framesPerVehicle),
        mib(size.folderBytes),
        figure(size.folderBytes / (size.vehicles * size.framesPerVehicle), 0),
        figure(size.startS, 2),
        figure(size.startCpuS, 2),
        mib(size.residentBytesAtStart),
        figure(size.healthSummaryMs, 1),
        figure(size.queueMs, 1),
        figure(size.cold.cpuUsPerFrame, 1),
        mib(size.residentBytes),
      ]),
    ),
    "",
  ];
}
