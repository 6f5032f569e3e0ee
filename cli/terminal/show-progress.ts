import { Presets, SingleBar } from "cli-progress";
import { printableLine } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

/** A bar on standard error, or nothing where it would not be seen. */
export interface ProgressBar {
  update(done: number, notes: Readonly<Record<string, string>>): void;
  stop(): void;
}

const noProgress: ProgressBar = { update: () => {}, stop: () => {} };

/** `format` as cli-progress has it: `{bar}`, `{percentage}`, `{eta_formatted}` and the names given as notes. */
export function showProgress(
  terminal: Terminal,
  given: {
    readonly total: number;
    readonly format: string;
    readonly notes: Readonly<Record<string, string>>;
  },
): ProgressBar {
  if (!terminal.hasProgress || given.total <= 0) return noProgress;
  const bar = new SingleBar(
    {
      stream: process.stderr,
      format: given.format,
      hideCursor: true,
      clearOnComplete: true,
      etaBuffer: 50,
      barsize: 30,
    },
    Presets.shades_classic,
  );
  bar.start(given.total, 0, given.notes);
  return {
    update: (done, notes) => bar.update(Math.min(done, given.total), printableNotes(notes)),
    stop: () => bar.stop(),
  };
}

/** The bar writes past the terminal, so its notes pass the gate here. */
function printableNotes(notes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(notes).map(([name, note]) => [name, printableLine(note)]));
}
