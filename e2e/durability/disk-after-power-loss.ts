import type { TracedStep } from "./disk-trace.ts";

/**
 * What becomes of what was written and not synchronised when the power goes: `dropped` loses all of it, `some` keeps
 * each call or not by chance (a disk may write in any order), `torn` keeps each sector of 512 bytes or not by chance,
 * `kept` keeps everything: then only the process was killed.
 */
export const lossModes = ["dropped", "some", "torn", "kept"] as const;
export type LossMode = (typeof lossModes)[number];

const sectorBytes = 512;

/** The files as they may be found after the power went right after `steps`. `random` gives numbers in [0, 1). */
export function diskAfterPowerLoss(
  steps: readonly TracedStep[],
  mode: LossMode,
  random: () => number,
): ReadonlyMap<string, Uint8Array> {
  const durable = durableSteps(steps);
  const keeps = () => mode === "kept" || (mode !== "dropped" && random() < 0.5);
  const files = new Map<string, GrowingFile>();
  for (const [at, step] of steps.entries()) {
    if (!changesFile(step)) continue;
    const isDurable = durable[at] === true;
    if (!isDurable && mode === "torn" && step.kind === "write") {
      writeTorn(files.get(step.file), step, random);
    } else if (isDurable || keeps()) carryOut(step, files);
  }
  return new Map([...files].map(([name, file]) => [name, file.bytes()]));
}

type FileStep = Extract<TracedStep, { kind: "create" | "unlink" | "truncate" | "write" }>;

function changesFile(step: TracedStep): step is FileStep {
  return step.kind !== "sync" && step.kind !== "sync-folder" && step.kind !== "printed";
}

function carryOut(step: FileStep, files: Map<string, GrowingFile>): void {
  switch (step.kind) {
    case "create":
      if (!files.has(step.file)) files.set(step.file, new GrowingFile());
      return;
    case "unlink":
      files.delete(step.file);
      return;
    case "truncate":
      files.get(step.file)?.truncate(step.size);
      return;
    case "write":
      files.get(step.file)?.write(step.offset, step.bytes);
  }
}

/** A write is durable once its file was synchronised after it; a name, once its folder was. */
function durableSteps(steps: readonly TracedStep[]): readonly boolean[] {
  const synchronised = new Set<string>();
  let isFolderSynchronised = false;
  return steps
    .toReversed()
    .map((step) => {
      switch (step.kind) {
        case "sync":
          synchronised.add(step.file);
          return true;
        case "sync-folder":
          isFolderSynchronised = true;
          return true;
        case "create":
        case "unlink":
          return isFolderSynchronised;
        case "write":
        case "truncate":
          return synchronised.has(step.file);
        case "printed":
          return true;
      }
    })
    .toReversed();
}

function writeTorn(
  file: GrowingFile | undefined,
  { offset, bytes }: Extract<TracedStep, { kind: "write" }>,
  random: () => number,
): void {
  for (let from = 0; from < bytes.length; from += sectorBytes) {
    if (random() < 0.5) file?.write(offset + from, bytes.subarray(from, from + sectorBytes));
  }
}

/** A file in memory; what lies between two writes is zeros. */
class GrowingFile {
  #bytes = new Uint8Array(64 * 1024);
  #size = 0;

  write(offset: number, bytes: Uint8Array): void {
    const end = offset + bytes.length;
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.set(bytes, offset);
    this.#size = Math.max(this.#size, end);
  }

  truncate(size: number): void {
    if (size > this.#bytes.length) this.#grow(size);
    this.#bytes.fill(0, size);
    this.#size = size;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
