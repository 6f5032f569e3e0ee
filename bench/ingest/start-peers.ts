import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import { type Competitor, endChild, endWithUs, startListening } from "./competitor.ts";

/** What is installed of the peers, started; and in words why the others are left out. */
export async function startPeers(
  folder: string,
): Promise<{ readonly peers: readonly Competitor[]; readonly leftOut: readonly string[] }> {
  const peers: Competitor[] = [];
  const leftOut: string[] = [];
  for (const [name, start] of Object.entries(starts)) {
    try {
      if (!existsSync(pythonOf(name)))
        throw new Error(`not installed; bench/peers/${name}/install.sh does it`);
      peers.push(await start(folder));
    } catch (fault) {
      leftOut.push(`bench/peers/${name}: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  }
  return { peers, leftOut };
}

const starts: Readonly<Record<string, (folder: string) => Promise<Competitor>>> = {
  "fastapi-sqlite": startWithSqlite,
  "fastapi-postgres": startWithPostgres,
};

async function startWithSqlite(parent: string): Promise<Competitor> {
  const folder = mkdtempSync(join(parent, "peer-"));
  const { child, port } = await startApp("fastapi-sqlite", join(folder, "frames.db"));
  return {
    ...competitorOf("FastAPI + numpy + SQLite", port),
    pids: [child.pid!],
    folder,
    close: () => endChild(child, "SIGTERM"),
  };
}

async function startWithPostgres(): Promise<Competitor> {
  const database = await startPostgres();
  try {
    const { child, port } = await startApp("fastapi-postgres", database.url);
    return {
      ...competitorOf("FastAPI + river + PostgreSQL", port),
      pids: [child.pid!, database.pid],
      // The tables; its log is written anew in a ring of files and counts as written, not as stored.
      folder: join(database.folder, "base"),
      async close() {
        await endChild(child, "SIGTERM");
        await database.close();
      },
    };
  } catch (fault) {
    await database.close();
    throw fault;
  }
}

function competitorOf(name: string, port: number): Pick<Competitor, "name" | "door"> {
  const paths = { frame: "/frame", batch: "/frames", ndjson: "/ndjson" } as const;
  return { name, door: { port, path: (body) => paths[body], headers: [] } };
}

function pythonOf(name: string): string {
  return join(import.meta.dirname, "../.cache/peers-ingest", name, "bin/python");
}

function startApp(name: string, database: string): ReturnType<typeof startListening> {
  const words = ["-m", "uvicorn", "app:app", "--port", "0", "--no-access-log"];
  return startListening(pythonOf(name), words, {
    cwd: join(import.meta.dirname, "../peers", name),
    env: { ...process.env, DATABASE: database, PYTHONDONTWRITEBYTECODE: "1", OPENBLAS_NUM_THREADS: "1" },
  });
}

interface Postgres {
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  close(): Promise<void>;
}

const programs = "/usr/lib/postgresql/15/bin";

/** A database of its own in a temporary folder, as `initdb` makes it, on loopback. */
async function startPostgres(): Promise<Postgres> {
  if (!existsSync(join(programs, "postgres"))) throw new Error("PostgreSQL 15 is not installed");
  // In the system's folder for temporary files, because its user may not be let into ours.
  const parent = mkdtempSync(join(tmpdir(), "plumbline-postgres-"));
  const who = ownerOf(parent);
  const folder = join(parent, "data");
  const made = spawnSync(join(programs, "initdb"), ["-D", folder, "-A", "trust", "-U", "bench"], {
    ...who,
    cwd: parent,
    encoding: "utf8",
  });
  if (made.status !== 0) {
    rmSync(parent, { recursive: true });
    throw new Error(`initdb failed: ${made.stderr.slice(-500)}`);
  }
  const port = await freePort();
  const words = ["-D", folder, "-h", "127.0.0.1", "-p", String(port), "-k", ""];
  const child = spawn(join(programs, "postgres"), words, { ...who, cwd: parent, stdio: "ignore" });
  // Its "immediate" stop: what it held is thrown away with the folder.
  endWithUs(child, "SIGQUIT");
  process.once("exit", () => rmSync(parent, { recursive: true, force: true, maxRetries: 10 }));
  const close = async (): Promise<void> => {
    // Its "fast" stop: clients are sent away, what is committed is kept.
    await endChild(child, "SIGINT");
    rmSync(parent, { recursive: true });
  };
  await untilReady(port, child);
  return { url: `postgresql://bench@127.0.0.1:${port}/postgres`, pid: child.pid!, folder, close };
}

/** PostgreSQL refuses to run as root: its own user does it then, and is given the folder. */
function ownerOf(folder: string): { readonly uid?: number; readonly gid?: number } {
  if (userInfo().uid !== 0) return {};
  const numberOf = (option: string) =>
    Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout.trim());
  const who = { uid: numberOf("-u"), gid: numberOf("-g") };
  chownSync(folder, who.uid, who.gid);
  chmodSync(folder, 0o700);
  return who;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  const words = ["-h", "127.0.0.1", "-p", String(port), "-U", "bench"];
  for (let tries = 0; tries < 150; tries += 1) {
    if (spawnSync(join(programs, "pg_isready"), words).status === 0) return;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await endChild(child, "SIGKILL");
  throw new Error("PostgreSQL did not start");
}
