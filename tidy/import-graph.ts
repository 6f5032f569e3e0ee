import { posix } from "node:path";

import type { TrackedFile } from "./tracked-files.ts";

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** `from "./x.ts"`, `import "./x.ts"`, `import("./x.ts")`: what a file takes from its neighbours, types included. */
const relativeImport = /(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)"/gu;

/** Every import of one of the TypeScript files by another; what is imported but not among them is left out. */
export function importsAmong(files: readonly TrackedFile[]): readonly Import[] {
  const typed = files.filter(({ path }) => /\.tsx?$/u.test(path));
  const known = new Set(typed.map(({ path }) => path));
  return typed.flatMap(({ path, folder, bytes }) =>
    Array.from(bytes.toString().matchAll(relativeImport), ([, to = ""]) => ({
      from: path,
      to: posix.normalize(posix.join(folder, to)),
    })).filter(({ to }) => known.has(to)),
  );
}
