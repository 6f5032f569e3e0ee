import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { toHex } from "../../core/encoding/bytes.ts";
import type { Checkpoint } from "../../core/evidence/log/checkpoint.ts";
import { auditLog, type LogAudit } from "./audit-log.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { openLogSource, recoveriesFile } from "./log-source.ts";
import { paint } from "../terminal/paint.ts";
import { readCheckpoint } from "./read-checkpoint.ts";
import { readTrustFile } from "../evidence/read-trust-inputs.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface AuditCommandOptions {
  readonly trust: string;
  readonly seen?: readonly string[];
  readonly save?: string;
  readonly json?: true;
}

export function evidenceAuditCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  return new Command("audit")
    .description("recomputes a transparency log from its entries and compares every part of it")
    .argument("<log>", "address of a service, or a folder laid out as c2sp.org/tlog-tiles")
    .requiredOption("--trust <file>", "trust.json, which names the log and its key")
    .option("--seen <checkpoint...>", "checkpoints of this log you kept, or got from others")
    .option("--save <folder>", "keep the log there, to audit it again or with other tools")
    .option("--json", "the result for machines")
    .addHelpText("after", "\nExit code 0 the log is consistent, 6 it is not.")
    .action(async (log: string, options: AuditCommandOptions) => ended(await audit(log, options, terminal)));
}

async function audit(log: string, options: AuditCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const trust = await readTrustFile(options.trust);
  const source = openLogSource(log, terminal.stop);
  const note = await source.checkpoint().catch((fault: Error) => {
    throw new CommandFailure(
      exitCodes.unreachable,
      `there is no checkpoint at ${source.name}: ${fault.message}`,
      `start a service (${typed("serve --dev")}), or name a folder with a log`,
    );
  });
  const checkpoint = readCheckpoint(note, `${source.name}/checkpoint`, trust);
  const seen = new Map<string, Checkpoint>();
  for (const path of options.seen ?? []) seen.set(path, readCheckpoint(await readFile(path), path, trust));

  const { save } = options;
  const keep =
    save === undefined
      ? {}
      : { keep: (path: string, bytes: Uint8Array) => place(join(save, "tile", path), bytes) };
  const { faults, missing } = await auditLog(source, { checkpoint, seen, ...keep });
  if (save !== undefined) await saveBeside(save, { note, recoveries: await source.recoveries() });

  await terminal.out(
    options.json
      ? `${JSON.stringify(resultJson(checkpoint, { faults, missing }), null, 2)}\n`
      : readable({ checkpoint, faults, missing, seen: seen.size }, terminal),
  );
  return faults.length === 0 ? exitCodes.ok : exitCodes.evidenceInvalid;
}

async function place(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

async function saveBeside(
  folder: string,
  { note, recoveries }: { readonly note: Uint8Array; readonly recoveries: Uint8Array | null },
): Promise<void> {
  await place(join(folder, "checkpoint"), note);
  if (recoveries !== null) await place(join(folder, recoveriesFile), recoveries);
}

function resultJson({ origin, size, root }: Checkpoint, { faults, missing }: LogAudit): object {
  const result = faults.length === 0 ? "sound" : "broken";
  const stated = missing.map(({ from, to, saidAt }) => ({ from, to, said_at: saidAt }));
  return { result, origin, size, root: toHex(root), faults, missing: stated };
}

function readable(
  { checkpoint, faults, missing, seen }: LogAudit & { checkpoint: Checkpoint; seen: number },
  terminal: Terminal,
): string {
  const { origin, size, root } = checkpoint;
  const head = `${origin}  ${size} entries  root ${toHex(root)}\n`;
  if (faults.length > 0) {
    return `${head}${paint("BROKEN: the log is not consistent", "red", terminal)}\n${faults.map((fault) => `  ${fault}\n`).join("")}`;
  }
  const compared =
    seen === 0
      ? ""
      : `, and only grew since ${seen === 1 ? "the checkpoint" : `the ${seen} checkpoints`} seen`;
  const lost = missing.map(
    ({ from, to, saidAt }) =>
      `  Entries ${from} to ${to - 1} are missing, and only their hashes are there: lost before a backup was restored, as entry ${saidAt} of the log says.\n`,
  );
  return `${head}${paint(`SOUND: every tile and the root follow from the entries${compared}`, "green", terminal)}\n${lost.join("")}`;
}
