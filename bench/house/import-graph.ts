import { posix } from "node:path";

import type { SourceFile } from "./source-files.ts";

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** `from "./x.ts"`, `import "./x.ts"`, `import("./x.ts")`: what a file takes from its neighbours, types included. */
const relativeImport = /(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)"/gu;

/** Every import of one of the files by another; what is imported but not among them is left out. */
export function importsAmong(files: readonly SourceFile[]): readonly Import[] {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, folder, text }) =>
    Array.from(text.matchAll(relativeImport), ([, to = ""]) => ({
      from: path,
      to: posix.normalize(posix.join(folder, to)),
    })).filter(({ to }) => known.has(to)),
  );
}

/** The sets of files that all reach each other (Tarjan 1972), the largest first; a file alone is none. */
export function importCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  for (const start of targets.keys()) visit(start);
  return cycles.toSorted((a, b) => b.length - a.length);

  function visit(file: string): number {
    const known = order.get(file);
    if (known !== undefined) return open.includes(file) ? known : Infinity;
    const number = order.size;
    order.set(file, number);
    open.push(file);
    const reached = (targets.get(file) ?? []).map(({ to }) =>
      Math.min(visit(to), lowest.get(to) ?? Infinity),
    );
    const low = Math.min(
      number,
      ...reached.filter((_, index) => open.includes(targets.get(file)![index]!.to)),
    );
    lowest.set(file, low);
    if (low === number) close(file);
    return low;
  }

  function close(file: string): void {
    const cycle = open.splice(open.indexOf(file));
    if (cycle.length > 1) cycles.push(cycle);
  }
}
