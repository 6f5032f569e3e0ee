import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export const ourRepository = join(import.meta.dirname, "..", "..");

/** Which folder a service keeps, and of which working copy it is. */
export interface BenchFolder {
  readonly dataDir: string;
  readonly repository: string;
}

export interface BenchService {
  readonly url: string;
  readonly pid: number;
  /** As an operator stops it; resolves when it is gone. */
  end(): Promise<void>;
}

/** `plumbline serve` in a process of its own, on any free port, as soon as it says that it listens. */
export async function startBenchService(
  { dataDir, repository }: BenchFolder,
  more: readonly string[] = [],
): Promise<BenchService> {
  const words = ["cli/plumbline.js", "serve", "--port", "0", "--data-dir", dataDir, "--log-level", "error"];
  const child = spawn(process.execPath, [...words, ...more], {
    cwd: repository,
    env: { ...process.env, PLUMBLINE_ISSUER: "bench", PLUMBLINE_LOG_ORIGIN: "bench.invalid" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  return {
    url: await Promise.race([addressOf(child), ended.then(() => Promise.reject(new Error(endedEarly)))]),
    pid: child.pid!,
    async end() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const endedEarly = "the service ended before it listened";

async function addressOf(child: ChildProcess): Promise<string> {
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  return /http:\S+/u.exec(line.toString())![0];
}

/** The value of the Authorization header of a new key; with a service under way or before. */
export function createBenchKey(
  { dataDir, repository }: BenchFolder,
  { preset, org = "bench" }: { readonly preset: "operator" | "engineer" | "admin"; readonly org?: string },
): string {
  const words = ["--org", org, "--name", "bench", "--preset", preset, "--data-dir", dataDir];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["cli/main.ts", "keys", "create", ...words],
    {
      cwd: repository,
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`plumbline keys create: ${stderr}`);
  return `Bearer ${/plumb_\S+/u.exec(stdout)![0]}`;
}
