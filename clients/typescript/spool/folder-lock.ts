import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Who holds a folder: a process, by its number and by when it began, for numbers are given out again. */
interface Holder {
  readonly pid: number;
  readonly began: string | null;
}

/** Takes the folder for this process, or throws when another holds it. What a killed process left is taken over. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, "lock");
  const mine: Holder = { pid: process.pid, began: await beginOf(process.pid) };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await taken(path, mine)) return () => rm(path, { force: true });
    const holder = await holderOf(path);
    if (holder !== null && (await isAlive(holder))) {
      throw new Error(`${folder} is in use by process ${holder.pid}: one writer a spool`);
    }
    await rm(path, { force: true });
  }
  throw new Error(`${folder} is being taken by another process`);
}

/** A link is made at once or not at all: nobody ever reads half a lock. */
async function taken(path: string, mine: Holder): Promise<boolean> {
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeFile(draft, JSON.stringify(mine));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function holderOf(path: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(path, "utf8")) as Partial<Holder>;
    return typeof holder.pid === "number" ? { pid: holder.pid, began: holder.began ?? null } : null;
  } catch {
    return null;
  }
}

async function isAlive({ pid, began }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It is there, but somebody else's.
    if (codeOf(error) !== "EPERM") return false;
  }
  return began === null || began === (await beginOf(pid));
}

/** Linux says when a process began, and which start of the machine that counts from; elsewhere the number has to do. */
async function beginOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    // The name of the program stands in brackets, and may hold anything.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return `${boot.trim()}:${ticks}`;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
