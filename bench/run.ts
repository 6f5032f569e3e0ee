/**
 * `npm run bench -- NAME [OPTIONS]`: every measurement of the repository. Each prints its figures with date, commit and
 * machine; none is a test. Without a name: what there is.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { benches } from "./benches.ts";

const [name, ...options] = process.argv.slice(2);
const bench = name === undefined ? undefined : benches.get(name);
if (bench === undefined) {
  const width = Math.max(...Array.from(benches.keys(), ({ length }) => length));
  const lines = Array.from(benches, ([one, { prints }]) => `  ${one.padEnd(width)}  ${prints}`);
  const list = `npm run bench -- NAME [OPTIONS]\n\n${lines.join("\n")}\n`;
  if (name === undefined) process.stdout.write(list);
  else process.stderr.write(`There is no bench "${name}".\n${list}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const file = join(import.meta.dirname, bench.file);
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
