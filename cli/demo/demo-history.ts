import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { CommandFailure, exitCodes } from "../exit-codes.ts";

/** The simulated past of a demo, kept in its data folder so that a restart continues the same story. */
export interface DemoHistory {
  readonly seed: number;
  readonly vehicles: number;
  readonly periodS: number;
  /** Capture time of the first frames, microseconds since 1970. */
  readonly startUs: number;
  /** Every frame captured before this was acknowledged by the service. */
  readonly playedUntilUs: number;
}

const historyFile = Type.Object({
  version: Type.Literal(1),
  seed: Type.Number(),
  vehicles: Type.Number(),
  period_s: Type.Number(),
  start: Type.String(),
  played_until: Type.String(),
});
type HistoryFile = Static<typeof historyFile>;

/** The history kept in the folder; null when there is none yet. */
export async function readDemoHistory(dataDir: string): Promise<DemoHistory | null> {
  const path = pathOf(dataDir);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const file = parse(text);
  if (file === null) {
    throw new CommandFailure(
      exitCodes.failed,
      `${path} is not the history of a demo`,
      `remove the folder ${dataDir} to start a new one, or name another with --data-dir`,
    );
  }
  return {
    seed: file.seed,
    vehicles: file.vehicles,
    periodS: file.period_s,
    startUs: Date.parse(file.start) * 1000,
    playedUntilUs: Date.parse(file.played_until) * 1000,
  };
}

/** Replaces the kept history in one step: a stop at any moment leaves the old one or the new one. */
export async function writeDemoHistory(dataDir: string, history: DemoHistory): Promise<void> {
  const file: HistoryFile = {
    version: 1,
    seed: history.seed,
    vehicles: history.vehicles,
    period_s: history.periodS,
    start: new Date(history.startUs / 1000).toISOString(),
    played_until: new Date(history.playedUntilUs / 1000).toISOString(),
  };
  const path = pathOf(dataDir);
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

function pathOf(dataDir: string): string {
  return join(dataDir, "simulation.json");
}

function parse(text: string): HistoryFile | null {
  const file = jsonOf(text);
  if (!Check(historyFile, file)) return null;
  return [file.start, file.played_until].every((time) => Number.isFinite(Date.parse(time))) ? file : null;
}

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
