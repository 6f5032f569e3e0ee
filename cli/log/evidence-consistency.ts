import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { fromBase64 } from "../../core/encoding/base64.ts";
import { equalBytes } from "../../core/encoding/bytes.ts";
import type { Checkpoint } from "../../core/evidence/log/checkpoint.ts";
import { verifyConsistency } from "../../core/evidence/log/merkle.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { consistencyPathFrom, openLogSource } from "./log-source.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { paint } from "../terminal/paint.ts";
import { readCheckpoint } from "./read-checkpoint.ts";
import { readTrustFile } from "../evidence/read-trust-inputs.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ConsistencyOptions {
  readonly trust: string;
  readonly log?: string;
  readonly proof?: string;
}

export function evidenceConsistencyCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  return new Command("consistency")
    .description("checks that the log of one checkpoint is the beginning of the log of another")
    .argument("<old>", "file with the earlier checkpoint")
    .argument("<new>", "file with the later checkpoint")
    .requiredOption("--trust <file>", "trust.json, which names the log and its key")
    .option("--log <log>", "address or folder of the log, whose tiles give the proof")
    .option("--proof <file>", "the proof, base64 hashes, one a line: GET /v1/log/proof/consistency")
    .addHelpText("after", "\nExit code 0 consistent, 6 not: two such checkpoints prove a fork.")
    .action(async (oldPath: string, newPath: string, options: ConsistencyOptions) =>
      ended(await compare({ oldPath, newPath }, options, terminal)),
    );
}

async function compare(
  { oldPath, newPath }: { readonly oldPath: string; readonly newPath: string },
  options: ConsistencyOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const trust = await readTrustFile(options.trust);
  const earlier = readCheckpoint(await readFile(oldPath), oldPath, trust);
  const later = readCheckpoint(await readFile(newPath), newPath, trust);
  const fault = await consistencyFault(earlier, later, { options, stop: terminal.stop });
  if (fault !== null) {
    await terminal.out(`${paint(`FORKED: ${fault} (E_FORK)`, "red", terminal)}\n`);
    return exitCodes.evidenceInvalid;
  }
  await terminal.out(
    `${paint(`CONSISTENT: the log of ${earlier.size} entries is the beginning of the log of ${later.size}`, "green", terminal)}\n`,
  );
  return exitCodes.ok;
}

async function consistencyFault(
  earlier: Checkpoint,
  later: Checkpoint,
  given: { readonly options: ConsistencyOptions; readonly stop: AbortSignal },
): Promise<string | null> {
  if (earlier.origin !== later.origin) throw misuse("the checkpoints are of two logs");
  if (earlier.size > later.size) throw misuse("the earlier checkpoint is larger than the later one");
  if (earlier.size === later.size) {
    return equalBytes(earlier.root, later.root) ? null : `size ${earlier.size} was signed with two roots`;
  }
  // The empty log is the beginning of every log.
  if (earlier.size === 0) return null;
  const claim = {
    oldSize: earlier.size,
    oldRoot: earlier.root,
    size: later.size,
    root: later.root,
    proof: await readProof({ from: earlier.size, to: later.size }, given),
  };
  return verifyConsistency(claim, nodePrimitives.sha256)
    ? null
    : `the proof does not lead from size ${earlier.size} to size ${later.size}`;
}

async function readProof(
  { from, to }: { readonly from: number; readonly to: number },
  { options, stop }: { readonly options: ConsistencyOptions; readonly stop: AbortSignal },
): Promise<readonly Uint8Array[]> {
  if (options.proof !== undefined) {
    const lines = (await readFile(options.proof, "utf8")).split("\n").filter((line) => line !== "");
    return lines.map((line) => {
      const hash = fromBase64(line);
      if (hash?.length === 32) return hash;
      throw misuse(`${options.proof} is not a proof`);
    });
  }
  if (options.log === undefined) throw misuse(`checkpoints of ${from} and ${to} entries need a proof`);
  return consistencyPathFrom(openLogSource(options.log, stop), from, to);
}

function misuse(message: string): CommandFailure {
  return new CommandFailure(
    exitCodes.usage,
    message,
    typed("evidence consistency OLD NEW --trust TRUST --log ADDRESS_OR_FOLDER"),
  );
}
