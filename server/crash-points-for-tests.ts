import { createHash } from "node:crypto";
import fs, { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue, StatementSync } from "node:sqlite";

type Run = (this: StatementSync, ...values: SQLInputValue[]) => ReturnType<StatementSync["run"]>;

/** The files at one moment, and which. */
export interface CrashPoint {
  readonly step: string;
  readonly copy: string;
}

/**
 * Runs `work` and copies the data folder around each of its steps, as often as the files differ: every statement on the log
 * and on evidence, every transaction, and every call that writes a file. A killed process leaves its files as one of
 * these copies. The copies are beside the data folder.
 */
export async function crashPointsOf(
  dataDir: string,
  work: () => Promise<unknown>,
): Promise<{ readonly steps: readonly string[]; readonly points: readonly CrashPoint[] }> {
  const steps: string[] = [];
  const points = new Map<string, CrashPoint>();
  const originals = {
    // oxlint-disable-next-line typescript/unbound-method -- bound again where it is called
    run: StatementSync.prototype.run as Run,
    // oxlint-disable-next-line typescript/unbound-method -- bound again where it is called
    exec: DatabaseSync.prototype.exec,
    openSync: fs.openSync,
    writeSync: fs.writeSync,
    fsyncSync: fs.fsyncSync,
    renameSync: fs.renameSync,
    linkSync: fs.linkSync,
    rmSync: fs.rmSync,
  };
  let isCopying = false;
  const around = <Result>(step: string, act: () => Result): Result => {
    if (isCopying) return act();
    const copyNow = (when: string) => {
      isCopying = true;
      steps.push(`${when} ${step}`);
      const digest = digestOf(dataDir);
      if (!points.has(digest)) {
        const copy = join(dirname(dataDir), `crash-${points.size}`);
        cpSync(dataDir, copy, { recursive: true });
        points.set(digest, { step: `${when} ${step}`, copy });
      }
      isCopying = false;
    };
    copyNow("before");
    const result = act();
    copyNow("after");
    return result;
  };
  const run: Run = function (...values) {
    const act = () => originals.run.apply(this, values);
    return /\b(log_|evidence|keyring)/.test(this.sourceSQL)
      ? around(this.sourceSQL.slice(0, 40), act)
      : act();
  };
  Object.assign(StatementSync.prototype, { run });
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
    return around(sql, () => originals.exec.call(this, sql));
  };
  for (const name of ["openSync", "writeSync", "fsyncSync", "renameSync", "linkSync", "rmSync"] as const) {
    const original = originals[name] as (...values: unknown[]) => unknown;
    (fs as unknown as Record<string, unknown>)[name] = (...values: unknown[]) =>
      around(name, () => original(...values));
  }
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(StatementSync.prototype, { run: originals.run });
    DatabaseSync.prototype.exec = originals.exec;
    Object.assign(fs, originals);
    syncBuiltinESMExports();
  }
  return { steps, points: [...points.values()] };
}

/** Of all files but the one SQLite makes anew when it is missing. */
function digestOf(path: string): string {
  const digest = createHash("sha256");
  for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }).toSorted()) {
    const file = join(path, name);
    if (name.endsWith("-shm") || !statSync(file).isFile()) continue;
    digest.update(`${name}\n`).update(readFileSync(file));
  }
  return digest.digest("hex");
}
