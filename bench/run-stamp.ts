import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

/** What a figure needs beside it to be worth anything. */
export interface RunStamp {
  readonly date: string;
  /** Short commit, with `+` when the working tree differs from it. */
  readonly commit: string;
  readonly machine: string;
  /** SHA-256 over the scoring's source files: two runs with the same value judged by the same rules. */
  readonly scoringSha256: string;
}

export function runStamp(): RunStamp {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commitOf(),
    machine: `${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
    scoringSha256: scoringDigest(),
  };
}

const root = join(import.meta.dirname, "..");

/** Of this checkout or another one. */
export function commitOf(checkout = root): string {
  try {
    const git = (...words: string[]) =>
      execFileSync("git", words, { cwd: checkout, encoding: "utf8" }).trim();
    const changed =
      git("status", "--porcelain", "--untracked-files=no", "core", "server", "simulator") !== "";
    return `${git("rev-parse", "--short", "HEAD")}${changed ? "+" : ""}`;
  } catch {
    return "unknown";
  }
}

function scoringDigest(): string {
  const hash = createHash("sha256");
  const folder = join(root, "core/scoring");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .toSorted();
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}
