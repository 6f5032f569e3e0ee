import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const repository = new URL("..", import.meta.url);

/** `plumbline …` in a process of its own, with the Node this test runs on. */
export function spawnPlumbline(words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, ["cli/main.ts", ...words], {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
}

export interface FinishedProcess {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. */
export async function runPlumbline(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<FinishedProcess> {
  const child = spawnPlumbline(words, env);
  const out = textOf(child.stdout!);
  const err = textOf(child.stderr!);
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, out: await out, err: await err };
}

export interface ServiceProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Everything it wrote so far, on both streams. */
  said(): string;
  /** Ends it as a power switch would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends it politely, by SIGTERM if nothing else is named, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const listeningLine = /listening on (http:\/\/[\d.]+:(\d+))/u;
const startWithinMs = 120_000;

/** A real service process, ready when this resolves. Port 0 takes any free one. */
export async function startServiceProcess(given: {
  readonly dataDir: string;
  readonly port: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Without the development key; then it signs only once it is told its names. */
  readonly isProduction?: true;
}): Promise<ServiceProcess> {
  const mode = given.isProduction === true ? [] : ["--dev"];
  const words = ["serve", ...mode, "--port", String(given.port), "--data-dir", given.dataDir];
  const child = spawnPlumbline(words, given.env);
  const gone = once(child, "exit") as Promise<[number | null]>;
  let said = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (said += String(chunk)));
  const [, url, port] = await listening(child);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [exitCode] = await gone;
    return exitCode;
  };
  return {
    url: url!,
    port: Number(port),
    pid: child.pid!,
    said: () => said,
    kill: async () => void (await end("SIGKILL")),
    stop: (signal = "SIGTERM") => end(signal),
  };
}

/** Waits for the line that says where it listens; both streams are read to their end, or a full pipe would stop it. */
function listening(child: ChildProcess): Promise<RegExpExecArray> {
  const late = setTimeout(() => child.kill("SIGKILL"), startWithinMs);
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: unknown) => {
      said += String(chunk);
      const match = listeningLine.exec(said);
      if (match === null) return;
      clearTimeout(late);
      resolve(match);
    };
    child.stdout!.on("data", hear);
    child.stderr!.on("data", hear);
    child.once("exit", () => {
      clearTimeout(late);
      reject(new Error(`the service did not start:\n${said}`));
    });
  });
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}
