import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { SingleBar } from "cli-progress";

import { runStamp } from "../run-stamp.ts";

/** What every part of the detection bench is given. */
export interface Bench {
  /** True: as many runs as the figures need. False: enough to see that they hold. */
  readonly full: boolean;
  /** Share of a full bench's runs to make, at most 1: for machines with little time. */
  readonly share: number;
  readonly seed: number;
  /**
   * The kept result of an earlier run, or else a new one, kept. `inputs` are the plan's numbers; with `judgedBy` "scoring" a
   * change of the scoring makes it anew, with "bench" only a change of the bench's own detectors and generators does.
   */
  kept<T>(what: string, inputs: unknown, judgedBy: "scoring" | "bench", compute: () => T): T;
  /** The same for work that waits for another process. */
  keptLater<T>(what: string, inputs: unknown, compute: () => Promise<T>): Promise<T>;
  /** Says what is being done, and moves the bar by one. */
  step(what: string): void;
}

/** What a part found, for people, for programs and for the eye. */
export interface PartOutcome {
  readonly markdown: readonly string[];
  readonly json: unknown;
  readonly figures: readonly { readonly file: string; readonly svg: string }[];
}

export interface Part {
  /** File name of its results, and the word after `--only`. */
  readonly name: string;
  readonly title: string;
  /** How many steps the bar is to expect. */
  steps(full: boolean): number;
  run(bench: Bench): PartOutcome | Promise<PartOutcome>;
}

export function openBench(
  { full, share }: { full: boolean; share: number },
  steps: number,
): Bench & { close(): void } {
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: "{bar} {percentage} % | {what}",
        stream: process.stderr,
        clearOnComplete: true,
      })
    : null;
  bar?.start(steps, 0, { what: "" });
  const digests = { scoring: runStamp().scoringSha256, bench: benchDigest() };
  return {
    full,
    share,
    seed: 20_261_121,
    kept(what, inputs, judgedBy, compute) {
      const file = fileOf([what, inputs, digests.bench, judgedBy === "scoring" ? digests.scoring : ""]);
      return existsSync(file) ? read(file) : keep(file, compute());
    },
    async keptLater(what, inputs, compute) {
      const file = fileOf([what, inputs, digests.bench]);
      return existsSync(file) ? read(file) : keep(file, await compute());
    },
    step(what) {
      bar?.increment(1, { what });
    },
    close() {
      bar?.stop();
    },
  };
}

const cache = join(import.meta.dirname, "../.cache/detection");

function fileOf(key: unknown): string {
  return join(cache, `${createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 24)}.json`);
}

function read(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Answers with the value as it will be read back: NaN and undefined do not survive, and must not at first either. */
function keep<T>(file: string, value: T): T {
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, JSON.stringify(value));
  return read(file);
}

/** Over the sources that make the streams and the detectors measured against; not over what only tells of them. */
function benchDigest(): string {
  const hash = createHash("sha256");
  for (const folder of ["simulated", "peers"]) {
    const path = join(import.meta.dirname, folder);
    for (const file of readdirSync(path).filter(makesResults).toSorted())
      hash.update(file).update(readFileSync(join(path, file)));
  }
  return hash.digest("hex");
}

function makesResults(file: string): boolean {
  // What a Python detector is asked is part of the key of its results already.
  const onlyTells = /^(?:tell-|measure-simulated|simulated-results|peer-process)|\.test\.ts$/u;
  return /\.(?:ts|py)$/u.test(file) && !onlyTells.test(file);
}
