import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** What processes used so far, with all their threads and children, ended ones too. */
export interface ProcessFigures {
  readonly cpuUs: number;
  readonly writtenBytes: number;
}

/** Linux counts processor time in these. */
const tickUs = 10_000;

/** Null where the system does not tell (anything but Linux). */
export function figuresOf(pids: readonly number[]): ProcessFigures | null {
  const all = withChildren(pids);
  if (all === null) return null;
  return {
    cpuUs: sumOf(all, cpuUsOf),
    writtenBytes: sumOf(all, writtenBytesOf),
  };
}

/** Of this process alone: its children are measured apart. */
export function ownFigures(): ProcessFigures {
  const { user, system } = process.cpuUsage();
  return { cpuUs: user + system, writtenBytes: writtenBytesOf(process.pid) };
}

/** Memory in use, what processes share counted once. */
export function residentBytesOf(pids: readonly number[]): number | null {
  const all = withChildren(pids);
  return all === null ? null : sumOf(all, proportionalBytesOf);
}

/** The most memory a process ever had in use, mebibytes. */
export function peakMebibytesOf(pid: number): number {
  return Math.round(numberIn(`/proc/${pid}/status`, /^VmHWM:\s+([0-9]+) kB/mu) / 1024);
}

/** Bytes of the files in a folder. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).reduce((total, name) => {
    // A file may be gone by now: a write-ahead log, a lock.
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return total + (found?.isFile() === true ? found.size : 0);
  }, 0);
}

function withChildren(pids: readonly number[]): readonly number[] | null {
  const parents = parentsOfAll();
  if (parents === null) return null;
  const found = new Set(pids);
  // Children are found in rounds, because a child's number may be below its parent's.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function parentsOfAll(): ReadonlyMap<number, number> | null {
  const names = tryRead(() => readdirSync("/proc"))?.filter((name) => /^[0-9]+$/u.test(name)) ?? [];
  if (names.length === 0) return null;
  return new Map(names.map((name) => [Number(name), Number(statFields(Number(name))?.[1])]));
}

/** Fields of /proc/PID/stat from the third on: the second is the program's name, which may hold anything but its last parenthesis. */
function statFields(pid: number): readonly string[] | undefined {
  const text = tryRead(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return text?.slice(text.lastIndexOf(") ") + 2).split(" ");
}

/** Own time and that of children that have ended: utime, stime, cutime, cstime (proc(5), fields 14 to 17). */
function cpuUsOf(pid: number): number {
  const fields = statFields(pid)?.slice(11, 15) ?? [];
  return fields.reduce((total, ticks) => total + Number(ticks), 0) * tickUs;
}

function writtenBytesOf(pid: number): number {
  return numberIn(`/proc/${pid}/io`, /^write_bytes: ([0-9]+)/mu);
}

function proportionalBytesOf(pid: number): number {
  return numberIn(`/proc/${pid}/smaps_rollup`, /^Pss: +([0-9]+) kB/mu) * 1024;
}

function numberIn(file: string, form: RegExp): number {
  const text = tryRead(() => readFileSync(file, "utf8"));
  return Number(form.exec(text ?? "")?.[1] ?? 0);
}

/** A process may end while it is looked at. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function sumOf(pids: readonly number[], figure: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + figure(pid), 0);
}
