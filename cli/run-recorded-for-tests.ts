import { Readable } from "node:stream";
import { runCommandLine } from "./run-command-line.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface RecordedRun {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process with everything it writes kept; what tests use instead of a shell. */
export async function runRecorded(
  args: readonly string[],
  given: {
    readonly stdin?: string | Uint8Array;
    readonly hasColour?: boolean;
    readonly isScreen?: boolean;
    readonly stop?: AbortSignal;
    readonly columns?: number;
  } = {},
): Promise<RecordedRun> {
  const written = { out: "", err: "" };
  const out = (text: string) => {
    written.out += text;
    return Promise.resolve();
  };
  const exitCode = await runCommandLine(args, {
    out,
    exact: out,
    isScreen: given.isScreen ?? false,
    err: (text) => (written.err += text),
    stdin: Readable.from([Buffer.from(given.stdin ?? "")]),
    hasColour: given.hasColour ?? false,
    hasProgress: false,
    columns: given.columns ?? 80,
    stop: given.stop ?? new AbortController().signal,
  });
  return { exitCode, ...written };
}

/** A terminal for commands that are only looked at. */
export const nowhere: Terminal = {
  out: () => Promise.resolve(),
  exact: () => Promise.resolve(),
  isScreen: false,
  err: () => undefined,
  stdin: Readable.from([]),
  hasColour: false,
  hasProgress: false,
  columns: 80,
  stop: new AbortController().signal,
};
