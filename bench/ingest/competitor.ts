import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

import type { Door } from "./load-forms.ts";
import type { ProcessFigures } from "./process-figures.ts";

export const serviceName = "Plumbline";
export const bareName = "bare node:http";

/** A server under load. */
export interface Competitor {
  readonly name: string;
  readonly door: Door;
  /** Processes whose work counts, with their children. */
  readonly pids: readonly number[];
  /** Where its frames come to lie; null when it keeps none. */
  readonly folder: string | null;
  /** Does at once what the server has put off and would do later; gives what that took of this process. */
  readonly finish?: () => ProcessFigures;
  close(): Promise<void>;
}

/** A program that says on its output or its error output that it listens. */
export async function startListening(
  command: string,
  words: readonly string[],
  options: SpawnOptions,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = spawn(command, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  endWithUs(child, "SIGTERM");
  let said = "";
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said = `${said}${chunk.toString()}`.slice(-10_000);
      const found = /http:\/\/127\.0\.0\.1:([0-9]+)/u.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    // Heard to the end: a full pipe would hold the program up.
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${command} ended before it listened: ${said.slice(-2000)}`)));
  });
  return { child, port };
}

/** An interrupted bench leaves no server behind. */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = (): void => void child.kill(signal);
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

export function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
