import type { Readable } from "node:stream";

/** Why a command ended before its time: somebody wanted it to. The reason of the terminal's `stop`. */
export class StoppedByUser extends Error {
  override readonly name = "StoppedByUser";
}

/** Where a command reads and writes. Tests give their own. */
export interface Terminal {
  /** Standard output. Resolves when more may be written. */
  out(text: string): Promise<void>;
  /** Standard output, for what has to arrive byte for byte in a file or another program: on a screen it is printable text. */
  exact(text: string): Promise<void>;
  /** Whether standard output is a screen. */
  readonly isScreen: boolean;
  /** Standard error. */
  err(text: string): void;
  readonly stdin: Readable;
  /** Whether standard output is read by a person who sees colours. */
  readonly hasColour: boolean;
  /** Characters a line of standard output has; 80 where it is not known. */
  readonly columns: number;
  /** Whether standard error is a terminal that can redraw a line. */
  readonly hasProgress: boolean;
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP, with a StoppedByUser. */
  readonly stop: AbortSignal;
}

/** The terminal of this process. `NO_COLOR` (no-color.org) switches colours off. */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => stop.abort(new StoppedByUser(`stopped by ${signal}`)));
  }
  // `plumbline … | head` closes the pipe early: that is the reader's wish, not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`error: standard output cannot be written to: ${error.message}\n`);
    process.exit(1);
  });
  const noColour = (process.env["NO_COLOR"] ?? "") !== "";
  const out = (text: string): Promise<void> =>
    new Promise((resolve) => {
      if (process.stdout.write(text)) resolve();
      else process.stdout.once("drain", resolve);
    });
  return {
    out,
    exact: out,
    isScreen: process.stdout.isTTY,
    err: (text) => process.stderr.write(text),
    stdin: process.stdin,
    hasColour: process.stdout.isTTY && !noColour && process.env["TERM"] !== "dumb",
    columns: process.stdout.columns ?? defaultColumns,
    hasProgress: process.stderr.isTTY,
    stop: stop.signal,
  };
}

const defaultColumns = 80;
