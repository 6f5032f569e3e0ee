import { stateSentence } from "../../core/reports/state-sentence.ts";
import { readFile, writeFile } from "node:fs/promises";
import { Command } from "commander";
import { toHex } from "../../core/encoding/bytes.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { connect, type ServiceOptions, withServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface HoldOptions extends ServiceOptions {
  readonly reason: string;
  readonly release?: true;
}

export function evidenceHoldCommand(terminal: Terminal): Command {
  const command = new Command("hold")
    .description("sets a legal hold on evidence, or releases it: what is on hold cannot be erased")
    .argument("<event-id>", "for example EVB-20260301-7K3M9Q2XW4HJ")
    .requiredOption("--reason <text>", "why, for example the number of the claim; kept in the custody")
    .option("--release", "release the hold");
  return withServiceOptions(command).action((eventId: string, options: HoldOptions) =>
    holdEvidence(eventId, options, terminal),
  );
}

async function holdEvidence(eventId: string, options: HoldOptions, terminal: Terminal): Promise<void> {
  const { reason, release } = options;
  const request = { hold: release !== true, reason };
  const result = await connect(options).evidence.setLegalHold(eventId, request, { signal: terminal.stop });
  const state = result.legal_hold ? "on legal hold" : "not on hold";
  await terminal.out(
    `${eventId} is ${state}${result.changed ? "" : ", as it was before: nothing was recorded"}\n`,
  );
}

interface RequestOptions extends ServiceOptions {
  readonly reason: string;
  readonly case?: string;
}

export function evidenceRequestCommand(terminal: Terminal): Command {
  const command = new Command("request")
    .description("issues evidence of a vehicle's open breach up to its newest frame")
    .argument("<vehicle-id>", "the vehicle")
    .requiredOption("--reason <text>", "why; signed with the evidence")
    .option("--case <number>", "of the claim, the order, the file; signed with the evidence");
  return withServiceOptions(command).action((vehicleId: string, options: RequestOptions) =>
    requestEvidence(vehicleId, options, terminal),
  );
}

async function requestEvidence(
  vehicleId: string,
  options: RequestOptions,
  terminal: Terminal,
): Promise<void> {
  const request = { reason: options.reason, case_number: options.case ?? null };
  const issued = await connect(options).vehicles.requestEvidence(vehicleId, request, {
    signal: terminal.stop,
  });
  const { evidence_id: eventId, frame_seq: seq, supersedes, tier } = issued;
  await terminal.out(
    `${eventId}: ${vehicleId} is ${tier} at entry ${seq} of its journal` +
      `${supersedes === null ? "" : `; it supersedes ${supersedes}`}\n` +
      `fetch it with: ${typed(`evidence get ${eventId} --out FOLDER`)}\n`,
  );
}

interface StatementOptions extends RequestOptions {
  readonly at?: string;
  readonly out?: string;
}

export function evidenceStatementCommand(terminal: Terminal): Command {
  const command = new Command("statement")
    .description("issues a signed statement of how a vehicle was judged at a moment, whatever its tier")
    .argument("<vehicle-id>", "the vehicle")
    .requiredOption("--reason <text>", "why; signed with the statement")
    .option("--case <number>", "of the claim, the order, the file; signed with the statement")
    .option("--at <time>", "the moment, UTC, for example 2026-03-01T08:15:00Z; left out: now")
    .option("--out <file>", "write the statement with its proof there; it must not exist");
  return withServiceOptions(command).action((vehicleId: string, options: StatementOptions) =>
    requestStatement(vehicleId, options, terminal),
  );
}

async function requestStatement(
  vehicleId: string,
  { out, ...options }: StatementOptions,
  terminal: Terminal,
): Promise<void> {
  const client = connect(options);
  const call = { signal: terminal.stop };
  const { reason, case: caseNumber = null, at = null } = options;
  const asked = { reason, case_number: caseNumber, at };
  const { statement_id: id, ...issued } = await client.vehicles.requestStatement(vehicleId, asked, call);
  if (out !== undefined)
    await writeFile(out, await client.evidence.statement(id, call).asBytes(), { flag: "wx" });
  await terminal.out(
    `${id}: ${vehicleId} at ${issued.at}: ${stateSentence(issued.state)}\n` +
      (out === undefined
        ? `it carries no frames: it is the issuer's signed claim\n`
        : `${out}\ncheck it with: ${typed(`evidence verify ${out} --trust TRUST`)}\n`),
  );
}

interface EraseOptions extends ServiceOptions {
  readonly basis: string;
  readonly decision: string;
  readonly forGood?: true;
}

export function evidenceEraseCommand(terminal: Terminal): Command {
  const command = new Command("erase")
    .description("erases bundle and frames of evidence for good; a signed tombstone and the log's entry stay")
    .argument("<event-id>", "for example EVB-20260301-7K3M9Q2XW4HJ")
    .requiredOption("--basis <text>", "ground of the erasure, for example the retention rule")
    .requiredOption("--decision <file>", "the document with the decision; only its SHA-256 is sent")
    .option("--for-good", "needed, because nothing brings it back");
  return withServiceOptions(command).action((eventId: string, options: EraseOptions) =>
    eraseEvidence(eventId, options, terminal),
  );
}

async function eraseEvidence(eventId: string, options: EraseOptions, terminal: Terminal): Promise<void> {
  const { basis, decision, forGood } = options;
  if (forGood !== true) {
    throw new CommandFailure(
      exitCodes.usage,
      `nothing brings ${eventId} back once it is erased`,
      `keep a copy if you may: ${typed(`evidence get ${eventId} --out FOLDER`)}; then add --for-good`,
    );
  }
  const request = { basis, decision_sha256: toHex(nodePrimitives.sha256(await readFile(decision))) };
  const tombstone = await connect(options).evidence.erase(eventId, request, { signal: terminal.stop });
  await terminal.out(
    `${eventId} was erased at ${tombstone.erased_at}\nits entry in the log stays: ${tombstone.leaf_index}\n` +
      `what is left of it: ${typed(`evidence custody ${eventId}`)}\n`,
  );
}
