import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import { fleetFrames } from "../../simulator/generate-fleet.ts";
import { runStamp } from "../run-stamp.ts";
import { peakMebibytesOf } from "../ingest/process-figures.ts";
import { quantile } from "../ingest/quantile.ts";
import { cacheFolder } from "./bench-ledger.ts";
import { createBenchKey, ourRepository, startBenchService } from "./bench-service.ts";
import { calmFleet } from "./load-frames.ts";

/*
 * What becomes of single frames from more clients than the service can serve, all at one address with a connection each,
 * which they keep: frames taken a second, how long taken and refused ones wait, and connections that ended without an
 * answer. A client that is refused comes back after `Retry-After`:
 *
 *     npm run bench -- overload [--clients 16,64,256,1200,2000] [--seconds 20]
 *
 * `--repository` measures the service of another working copy. `--impatient` sends again at once.
 */
const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "16,64,256,1200,2000" },
    seconds: { type: "string", default: "20" },
    repository: { type: "string", default: ourRepository },
    impatient: { type: "boolean", default: false },
    url: { type: "string" },
    authorization: { type: "string", default: "" },
  },
});
const seconds = Number(values.seconds);

async function measure(): Promise<void> {
  const scratch = mkdtempSync(join(cacheFolder(), "overload-"));
  const folder = { dataDir: join(scratch, "data"), repository: values.repository };
  const service = await startBenchService(folder);
  try {
    const authorization = createBenchKey(folder, { preset: "admin" });
    const rows = [];
    process.stdout.write(
      "| clients | taken a second | taken p50 · p99 · max ms | refused | refused p50 · p99 ms | ended without an answer | RSS |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (const clients of values.clients.split(",")) {
      const words = ["--url", service.url, "--authorization", authorization, "--clients", clients];
      words.push("--seconds", values.seconds, ...(values.impatient ? ["--impatient"] : []));
      const figures = await inOwnProcess(words);
      rows.push({ clients: Number(clients), ...figures });
      const { taken, refused, unanswered } = figures;
      process.stdout.write(
        `| ${clients} | ${Math.round(taken.count / seconds)} | ${round(taken.p50)} · ${round(taken.p99)} · ${round(taken.max)} | ${refused.count} | ${round(refused.p50)} · ${round(refused.p99)} | ${unanswered} | ${peakMebibytesOf(service.pid)} MiB |\n`,
      );
    }
    process.stdout.write(`${JSON.stringify({ ...runStamp(), seconds, rows })}\n`);
  } finally {
    await service.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Figures {
  readonly taken: Waits;
  readonly refused: Waits;
  readonly unanswered: number;
}

interface Waits {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function round(ms: number): string {
  return ms.toFixed(0);
}

async function inOwnProcess(words: readonly string[]): Promise<Figures> {
  const child = spawn(process.execPath, [import.meta.filename, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const piece of child.stdout) text += String(piece);
  return JSON.parse(text) as Figures;
}

/** Every client sends its frames one after another, over a connection that it opens again where it ended. */
async function sendFrom(
  clients: number,
  place: { readonly host: string; readonly port: number },
): Promise<Figures> {
  const taken: number[] = [];
  const refused: number[] = [];
  const others = new Map<number, number>();
  let unanswered = 0;
  const frames = fleetFrames(calmFleet(clients), 0, Infinity);
  const untilMs = performance.now() + seconds * 1_000;
  const client = async (): Promise<void> => {
    // Clients do not come all in one moment.
    await sleep(Math.random() * 1_000);
    let connection: Connection | null = null;
    let body = JSON.stringify(frames.next().value);
    while (performance.now() < untilMs) {
      const beganMs = performance.now();
      if (connection === null || connection.isOver) connection = new Connection(place);
      const answer = await connection.ask(body);
      const tookMs = performance.now() - beganMs;
      if (answer === null || answer.closes) connection = null;
      if (answer !== null && answer.status < 300) {
        taken.push(tookMs);
        body = JSON.stringify(frames.next().value);
      } else await sleep(noteRefusal(answer, tookMs));
    }
  };
  /** How long to wait then. */
  const noteRefusal = (answer: ShortAnswer | null, tookMs: number): number => {
    if (answer === null) unanswered += 1;
    else if (answer.status === 503) refused.push(tookMs);
    else others.set(answer.status, (others.get(answer.status) ?? 0) + 1);
    return values.impatient ? 0 : 1_000 * (answer?.retryAfterS ?? 0.1);
  };
  await Promise.all(Array.from({ length: clients }, client));
  if (others.size > 0) process.stderr.write(`other answers: ${JSON.stringify([...others])}\n`);
  return { taken: waitsOf(taken), refused: waitsOf(refused), unanswered };
}

interface ShortAnswer {
  readonly status: number;
  readonly retryAfterS: number;
  readonly closes: boolean;
}

/** As little of HTTP as one kind of request takes: a client library would take more of the machine than the service. */
class Connection {
  readonly #socket: Socket;
  #text = "";
  #settle: ((answer: ShortAnswer | null) => void) | null = null;

  constructor(place: { readonly host: string; readonly port: number }) {
    this.#socket = connect({ host: place.host.split(":")[0]!, port: place.port, noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (piece) => this.#take(String(piece)));
    this.#socket.on("error", () => this.#end(null));
    this.#socket.on("close", () => this.#end(null));
  }

  /** Ended by the service while nothing was asked. */
  get isOver(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  /** Null where the connection ended without an answer. */
  ask(body: string): Promise<ShortAnswer | null> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#socket.write(
        `POST /v1/telemetry/ingest HTTP/1.1\r\nHost: bench\r\nAuthorization: ${values.authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
  }

  #take(piece: string): void {
    this.#text += piece;
    const headEnd = this.#text.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = this.#text.slice(0, headEnd).toLowerCase();
    const length = Number(/content-length: ([0-9]+)/u.exec(head)?.[1] ?? 0);
    if (this.#text.length < headEnd + 4 + length) return;
    this.#text = this.#text.slice(headEnd + 4 + length);
    const closes = head.includes("connection: close");
    if (closes) this.#socket.end();
    const status = Number(head.slice("http/1.1 ".length, "http/1.1 200".length));
    this.#end({ status, retryAfterS: Number(/retry-after: ([0-9]+)/u.exec(head)?.[1] ?? 1), closes });
  }

  #end(answer: ShortAnswer | null): void {
    this.#settle?.(answer);
    this.#settle = null;
  }
}

function waitsOf(taken: number[]): Waits {
  taken.sort((one, another) => one - another);
  const at = (share: number) => (taken.length === 0 ? 0 : quantile(taken, share));
  return { count: taken.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

if (values.url !== undefined) {
  const { host, port } = new URL(`${values.url}/`);
  process.stdout.write(JSON.stringify(await sendFrom(Number(values.clients), { host, port: Number(port) })));
  process.exit(0);
}
await measure();
