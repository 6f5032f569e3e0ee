import { Readable } from "node:stream";
import { runCommandLine } from "./run-command-line.ts";

export interface RecordedRun {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process with everything it writes kept; what tests use instead of a shell. */
export async function runRecorded(
  words: readonly string[],
  given: {
    readonly stdin?: string | Uint8Array;
    readonly hasColour?: boolean;
    readonly isScreen?: boolean;
    readonly stop?: AbortSignal;
  } = {},
): Promise<RecordedRun> {
  const written = { out: "", err: "" };
  const out = (text: string) => {
    written.out += text;
    return Promise.resolve();
  };
  const exitCode = await runCommandLine(words, {
    out,
    exact: out,
    isScreen: given.isScreen ?? false,
    err: (text) => (written.err += text),
    stdin: Readable.from([Buffer.from(given.stdin ?? "")]),
    hasColour: given.hasColour ?? false,
    hasProgress: false,
    stop: given.stop ?? new AbortController().signal,
  });
  return { exitCode, ...written };
}
