import { readFile } from "node:fs/promises";
import { Command } from "commander";
import type { EvidenceCustody } from "../../clients/typescript/generated/contract.ts";
import { canonicalText } from "../../core/encoding/canonical-json.ts";
import { effectiveKeys } from "../../core/evidence/verify/effective-keys.ts";
import type { EffectiveKeys } from "../../core/evidence/verify/effective-keys.ts";
import { checkCustodyRecords } from "../../core/evidence/verify/check-custody-records.ts";
import type { CustodyRecord } from "../../core/evidence/bundle/custody-record.ts";
import type { NoteKey } from "../../core/evidence/log/signed-note.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes } from "../exit-codes.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { paint } from "../terminal/paint.ts";
import { readTrustInputs } from "./read-trust-inputs.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface CustodyOptions extends ServiceOptions {
  readonly trust?: string;
  readonly keyring?: string;
  readonly file?: string;
  readonly json?: true;
}

export function evidenceCustodyCommand(terminal: Terminal): Command {
  const command = new Command("custody")
    .description("what was done with evidence after its issue: who was given it, holds, erasure")
    .argument("<event-id>", "for example EVB-20260301-7K3M9Q2XW4HJ")
    .option(
      "--trust <file>",
      "also check every record's signature, chain and place in the log with this trust.json",
    )
    .option("--keyring <file>", "keyring.json to it; left out: the one beside the trust file")
    .option("--file <file>", "read a saved answer (--json) instead of asking the service")
    .option("--json", "all records as JSON, to keep");
  return withServiceOptions(command).action((eventId: string, options: CustodyOptions) =>
    showCustody(eventId, options, terminal),
  );
}

async function showCustody(eventId: string, options: CustodyOptions, terminal: Terminal): Promise<void> {
  const custody =
    options.file === undefined
      ? await fetchAll(eventId, options, terminal)
      : (JSON.parse(await readFile(options.file, "utf8")) as EvidenceCustody);
  await terminal.out(options.json ? `${JSON.stringify(custody, null, 2)}\n` : readable(custody, terminal));
  if (options.trust === undefined) return;
  const { trust, keyring } = options;
  const inputs = await readTrustInputs({ trust, ...(keyring !== undefined && { keyring }) });
  const effective = effectiveKeys({ ...inputs, nowUs: Date.now() * 1000 }, nodePrimitives);
  const detail = faultIn(custody, inputs.trust.logs, effective);
  if (detail !== null) {
    throw new CommandFailure(
      exitCodes.evidenceInvalid,
      `the custody record of ${custody.event_id} is not valid: ${detail}`,
      "ask for it again, and compare with the log: `evidence audit`",
    );
  }
  const count = custody.entries.length;
  terminal.err(`${count} ${count === 1 ? "record" : "records"}: signed, chained and in the log\n`);
  if (effective.finding.kind === "not_checked") terminal.err(`  ${effective.finding.reason}\n`);
}

const pageOfRecords = 1_000;

async function fetchAll(
  eventId: string,
  options: CustodyOptions,
  terminal: Terminal,
): Promise<EvidenceCustody> {
  const client = connect(options);
  const entries: EvidenceCustody["entries"][number][] = [];
  for (;;) {
    const query = { after: entries.at(-1)?.seq ?? 0, limit: pageOfRecords };
    const page = await client.evidence.custody(eventId, query, { signal: terminal.stop });
    entries.push(...page.entries);
    if (!page.has_more) return { ...page, entries };
  }
}

/** Why the records do not count; null when they do. */
function faultIn(
  custody: EvidenceCustody,
  [log]: readonly NoteKey[],
  { finding, keys, versions }: EffectiveKeys,
): string | null {
  if (log === undefined) return "the trust file names no log";
  if (finding.kind === "fail") return finding.detail;
  const { event_id: eventId, content_digest: contentDigest, entries } = custody;
  const documents = entries.map(({ envelope, tlog_proof: tlogProof }) => ({ envelope, tlogProof }));
  const given = { keys, versions, log, primitives: nodePrimitives };
  const history = checkCustodyRecords({ eventId, contentDigest }, documents, given);
  if (history.kind === "broken") return `record ${history.seq}: ${history.detail}`;
  const differing = history.records.find((record, at) => !statesTheSame(entries[at], record));
  return differing === undefined
    ? null
    : `record ${differing.seq} is shown with other words than were signed`;
}

/** What is shown stands beside what was signed, and only the latter is checked by a signature. */
function statesTheSame(
  entry: EvidenceCustody["entries"][number] | undefined,
  record: CustodyRecord,
): boolean {
  if (entry === undefined) return false;
  const { envelope: _envelope, log_index: _index, tlog_proof: _proof, ...shown } = entry;
  const { schema: _schema, event_id: _eventId, prev: _prev, ...signed } = record;
  return canonicalText(shown) === canonicalText(signed);
}

function readable(custody: EvidenceCustody, terminal: Terminal): string {
  const state =
    custody.erased_at !== null
      ? paint(`erased ${custody.erased_at}: ${custody.tombstone?.basis ?? ""}`, "red", terminal)
      : custody.legal_hold
        ? paint("on legal hold", "yellow", terminal)
        : "there, and not on hold";
  const whose = custody.entries.findLast(({ organisation }) => organisation !== undefined)?.organisation;
  const named = [whose ?? [], custody.event_id].flat().join("  ");
  const head = `${paint(named, "bold", terminal)}  ${state}\n`;
  if (custody.entries.length === 0) return `${head}Nothing was done with it since its issue.\n`;
  return (
    head +
    renderTable(custody.entries, [
      { head: "#", cell: ({ seq }) => String(seq), align: "right" },
      { head: "AT (UTC)", cell: ({ at }) => at.slice(0, 19).replace("T", " ") },
      { head: "WHAT", cell: ({ action, form }) => (form === undefined ? action : `${action} ${form}`) },
      { head: "KEY", cell: ({ key_id: keyId }) => keyId },
      { head: "WHY", cell: ({ reason, basis }) => reason ?? basis ?? "" },
      { head: "LOG", cell: ({ log_index: index }) => String(index), align: "right" },
    ])
  );
}
