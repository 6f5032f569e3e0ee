import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What every part of the detection bench is given. */
export interface Bench {
  /** True: as many runs as the figures need. False: enough to see that they hold. */
  readonly full: boolean;
  /** Share of a full bench's simulated runs to make, at most 1: for machines with little time. */
  readonly share: number;
  readonly seed: number;
  /**
   * The kept result of an earlier run, or else a new one, kept. `inputs` are the plan's numbers, `madeBy` the sources that
   * make the result (files and folders of the project): a change of either makes it anew.
   */
  kept<T>(what: string, inputs: unknown, madeBy: readonly string[], compute: () => T): T;
  /** The same for work that waits for another process, and so lets others of its kind begin. */
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

/** `onStep` hears what is being done, step by step. */
export function openBench(
  { full, share }: { full: boolean; share: number },
  onStep: (what: string) => void,
): Bench {
  // Read before anything runs: the code that will judge has been loaded by now, whatever becomes of its files.
  const sources = readSources();
  return {
    full,
    share,
    seed: 20_261_121,
    kept(what, inputs, madeBy, compute) {
      const file = fileOf([what, inputs, madeBy.map((source) => digestOf(source, sources))]);
      return existsSync(file) ? read(file) : keep(file, compute());
    },
    async keptLater(what, inputs, compute) {
      const file = fileOf([what, inputs]);
      return existsSync(file) ? read(file) : keep(file, await compute());
    },
    step: onStep,
  };
}

const root = join(import.meta.dirname, "../..");
const cache = join(root, "bench/.cache/detection");

function fileOf(key: unknown): string {
  return join(cache, `${createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 24)}.json`);
}

function read(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Answers with the value as it will be read back: NaN and undefined do not survive, and must not at first either. */
function keep<T>(file: string, value: T): T {
  mkdirSync(cache, { recursive: true });
  // Whole or not at all, whenever a run is interrupted.
  writeFileSync(`${file}.tmp`, JSON.stringify(value));
  renameSync(`${file}.tmp`, file);
  return read(file);
}

/** Digest of every source file that can make a result, by its path in the project. */
function readSources(): ReadonlyMap<string, string> {
  return new Map(
    ["core/scoring", "simulator", "bench/detection"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(?:ts|py)$/u.test(file) && !file.endsWith(".test.ts"))
        .toSorted()
        .map((file): [string, string] => {
          const path = `${folder}/${file}`;
          return [
            path,
            createHash("sha256")
              .update(readFileSync(join(root, path)))
              .digest("hex"),
          ];
        }),
    ),
  );
}

/** Of a file or folder. */
function digestOf(source: string, sources: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  let found = 0;
  for (const [path, digest] of sources) {
    if (path !== source && !path.startsWith(`${source}/`)) continue;
    hash.update(path).update(digest);
    found++;
  }
  if (found === 0) throw new Error(`no source ${source} to make a result`);
  return hash.digest("hex");
}
