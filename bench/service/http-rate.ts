import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { developmentApiKey } from "../../core/contract/api-key.ts";
import type { TelemetryFrame } from "../../core/contract/types.ts";
import { runStamp } from "../run-stamp.ts";
import { loadFrames, vehicles, warmUpFrames } from "./load-frames.ts";
import { type DiskProbe, probeDisk } from "./disk-probe.ts";
import { PlainConnection } from "./plain-connection.ts";

/**
 * Durable frames a second over HTTP: a real server process, requests written beforehand and sent over plain sockets, so
 * that the client costs little of the cores it shares. Every answer is an acknowledgement after fsync. Every vehicle
 * has an established baseline before the clock starts. `bench:commit-rate` is the same without HTTP and parsing.
 */

interface Load {
  readonly form: "frame" | "batch" | "ndjson";
  readonly framesPerRequest: number;
  /** Connections, each with one request under way. */
  readonly clients: number;
  readonly frames: number;
}

const loads: readonly Load[] = [
  { form: "frame", framesPerRequest: 1, clients: 64, frames: 10_000 },
  { form: "batch", framesPerRequest: 20, clients: 32, frames: 30_000 },
  { form: "batch", framesPerRequest: 500, clients: 4, frames: 40_000 },
  { form: "ndjson", framesPerRequest: 20_000, clients: 2, frames: 40_000 },
];

interface Result extends Load {
  readonly framesPerSecond: number;
  readonly answerMsP50: number;
  readonly answerMsP99: number;
  /** Processor time of the server, all threads, microseconds a frame: says what the rate would be on idle cores. */
  readonly serverCpuUsPerFrame: number | null;
  /** Requests that were turned away with 503 and sent again. */
  readonly turnedAway: number;
  readonly disk: DiskProbe;
}

const folder = mkdtempSync(join(process.cwd(), ".bench-"));
try {
  const results: Result[] = [];
  for (const load of loads) results.push(await measure(load, mkdtempSync(join(folder, "data-"))));
  print(results);
  save(results);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(load: Load, dataDir: string): Promise<Result> {
  const disk = probeDisk(dataDir);
  const { server, port } = await startServer(dataDir);
  try {
    const { warmUp, timed } = loadFrames(load.frames);
    await sendAll(port, requestsOf(warmUp, { ...load, form: "ndjson", framesPerRequest: 5_000 }), 1);
    const requests = requestsOf(timed, load);
    const beganCpuUs = cpuUsOf(server);
    const beganMs = performance.now();
    const { answersMs, turnedAway } = await sendAll(port, requests, load.clients);
    const tookS = (performance.now() - beganMs) / 1000;
    const endedCpuUs = cpuUsOf(server);
    const at = (share: number) => answersMs[Math.floor(share * (answersMs.length - 1))]!;
    return {
      ...load,
      framesPerSecond: load.frames / tookS,
      answerMsP50: at(0.5),
      answerMsP99: at(0.99),
      serverCpuUsPerFrame:
        beganCpuUs === null || endedCpuUs === null ? null : (endedCpuUs - beganCpuUs) / load.frames,
      turnedAway,
      disk,
    };
  } finally {
    await stopServer(server);
  }
}

async function startServer(
  dataDir: string,
): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, "../../server/main.ts")], {
    env: {
      ...process.env,
      PLUMBLINE_DATA_DIR: dataDir,
      PLUMBLINE_PORT: "0",
      PLUMBLINE_MODE: "development",
      PLUMBLINE_LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const chunk of server.stdout) {
    const port = /listening on http:\/\/127\.0\.0\.1:([0-9]+)/.exec(String(chunk))?.[1];
    if (port !== undefined) return { server, port: Number(port) };
  }
  throw new Error("the server ended before it listened");
}

/** Processor time used so far, where the system tells (Linux: ticks of 10 ms); null elsewhere. */
function cpuUsOf({ pid }: ChildProcess): number | null {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return null;
  const fields = readFileSync(path, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGTERM");
  });
}

function requestsOf(frames: readonly TelemetryFrame[], load: Load): Buffer[] {
  const { framesPerRequest, form } = load;
  return Array.from({ length: Math.ceil(frames.length / framesPerRequest) }, (_, at) =>
    requestOf(frames.slice(at * framesPerRequest, (at + 1) * framesPerRequest), form),
  );
}

function requestOf(frames: readonly TelemetryFrame[], form: Load["form"]): Buffer {
  const body = bodyOf(frames, form);
  const head = [
    "POST /v1/telemetry/ingest HTTP/1.1",
    "Host: 127.0.0.1",
    `Authorization: Bearer ${developmentApiKey}`,
    `Content-Type: ${form === "ndjson" ? "application/x-ndjson" : "application/json"}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function bodyOf(frames: readonly TelemetryFrame[], form: Load["form"]): string {
  switch (form) {
    case "frame":
      return JSON.stringify(frames[0]);
    case "batch":
      return JSON.stringify({ frames });
    case "ndjson":
      return frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
  }
}

/** Sends every request and waits for every answer; what is turned away is sent again after a moment. */
async function sendAll(
  port: number,
  requests: readonly Buffer[],
  clients: number,
): Promise<{ readonly answersMs: readonly number[]; readonly turnedAway: number }> {
  const waiting = [...requests];
  const answersMs: number[] = [];
  let turnedAway = 0;
  const client = async (): Promise<void> => {
    let connection = new PlainConnection(port);
    for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
      const sentMs = performance.now();
      const status = await connection.send(request);
      if (status === 503) {
        turnedAway += 1;
        waiting.push(request);
        connection.close();
        await new Promise((resolve) => setTimeout(resolve, 100));
        connection = new PlainConnection(port);
      } else if (status === 200) answersMs.push(performance.now() - sentMs);
      else throw new Error(`the server answered ${status}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { answersMs: answersMs.sort((one, other) => one - other), turnedAway };
}

function print(results: readonly Result[]): void {
  console.table(
    results.map((result) => ({
      form: result.form,
      "frames/request": result.framesPerRequest,
      clients: result.clients,
      "frames/s": Math.round(result.framesPerSecond),
      "answer p50 ms": Number(result.answerMsP50.toFixed(1)),
      "answer p99 ms": Number(result.answerMsP99.toFixed(1)),
      "server CPU µs/frame": result.serverCpuUsPerFrame && Math.round(result.serverCpuUsPerFrame),
      "turned away": result.turnedAway,
      "disk p50 ms": Number(result.disk.fdatasyncMsP50.toFixed(2)),
    })),
  );
}

function save(results: readonly Result[]): void {
  const path = new URL("../results/http-rate.json", import.meta.url);
  mkdirSync(new URL(".", path), { recursive: true });
  const report = { ...runStamp(), vehicles, warm_up_frames_per_vehicle: warmUpFrames, results };
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}
