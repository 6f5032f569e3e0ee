import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A group of processes that may use so much memory and no more, as a container gives it; those that begin in it belong to it. */
export interface MemoryGroup {
  /** Whatever process `begin` starts belongs to the group. */
  startIn<T>(begin: () => Promise<T>): Promise<T>;
  /** Once none of them runs any more. */
  remove(): void;
}

/** Null where no such group may be made: that takes rights that not everybody has. */
export function memoryGroup(name: string, mebibytes: number): MemoryGroup | null {
  const home = ownGroup();
  if (home === null) return null;
  const group = join(home.root, name);
  try {
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, home.limit), String(mebibytes * 2 ** 20));
  } catch {
    return null;
  }
  const enter = (folder: string) => writeFileSync(join(folder, "cgroup.procs"), String(process.pid));
  return {
    async startIn(begin) {
      enter(group);
      try {
        return await begin();
      } finally {
        enter(home.own);
      }
    },
    remove: () => rmdirSync(group),
  };
}

/** Where groups that limit memory are, and this process's own: those of Linux's first kind (cgroup v1), then of its second. */
function ownGroup(): { readonly root: string; readonly own: string; readonly limit: string } | null {
  const told = "/proc/self/cgroup";
  const lines = existsSync(told) ? readFileSync(told, "utf8").split("\n") : [];
  const pathAfter = (mark: RegExp) => lines.find((line) => mark.test(line))?.replace(mark, "");
  const first = pathAfter(/^\d+:memory:/u);
  if (first !== undefined) {
    const root = "/sys/fs/cgroup/memory";
    return { root, own: join(root, first), limit: "memory.limit_in_bytes" };
  }
  const second = pathAfter(/^0::/u);
  const root = "/sys/fs/cgroup";
  return second === undefined ? null : { root, own: join(root, second), limit: "memory.max" };
}
