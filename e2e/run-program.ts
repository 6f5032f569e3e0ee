import { type SpawnOptions, spawn } from "node:child_process";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of another language to its end. A program that is not there ends with status null and says so on stderr. */
export function runProgram(
  program: string,
  words: readonly string[],
  options: SpawnOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const written = { stdout: "", stderr: "" };
    child.stdout.on("data", (bytes: Buffer) => (written.stdout += bytes.toString()));
    child.stderr.on("data", (bytes: Buffer) => (written.stderr += bytes.toString()));
    child.once("error", (fault) => resolve({ status: null, stdout: "", stderr: fault.message }));
    child.once("close", (status) => resolve({ status, ...written }));
  });
}
