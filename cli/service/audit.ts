import { Command, InvalidArgumentError, Option } from "commander";
import type { AuditRecord } from "../../core/contract/types.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { printableLine } from "../terminal/printable.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataDirOption, folderOf } from "./data-dir-option.ts";
import { withAdministration } from "./with-administration.ts";

interface AuditOptions extends ServiceOptions {
  readonly org?: string;
  readonly dataDir?: string;
  readonly limit: number;
  readonly json?: true;
}

/** A page of the interface: who wants all of it follows its pages. */
const mostRecords = 1_000;

export function auditCommand(terminal: Terminal): Command {
  const command = new Command("audit")
    .description(
      "what was done and tried, by which key: of a data folder, with or without a running service, or of the service at --url",
    )
    .addOption(
      new Option(
        "--org <organisation>",
        "whose log (default: what belongs to no organisation, such as unknown keys)",
      ).conflicts("url"),
    )
    .option("--limit <records>", `at most so many, the latest, up to ${mostRecords}`, readLimit, 50)
    .addOption(dataDirOption().conflicts("url"))
    .option("--json", "a record a line");
  return withServiceOptions(command).action((options: AuditOptions) => showAudit(options, terminal));
}

async function showAudit(options: AuditOptions, terminal: Terminal): Promise<void> {
  const { limit } = options;
  const records =
    options.url === undefined
      ? await recordsInFolder(options)
      : (await connect(options).audit.list({ limit }, { signal: terminal.stop })).data;
  if (options.json) {
    return terminal.out(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  }
  if (records.length === 0) return terminal.out("Nothing is recorded.\n");
  await terminal.out(
    renderTable(records, [
      { head: "TIME (UTC)", cell: ({ at }) => at.slice(0, 19).replace("T", " ") },
      { head: "KEY", cell: ({ key_id: key }) => key ?? "–" },
      { head: "ACTION", cell: ({ action }) => action },
      { head: "SUBJECT", cell: ({ subject }) => printableLine(subject ?? "–") },
      { head: "RESULT", cell: ({ result, code }) => (code === null ? result : `${result}, ${code}`) },
      { head: "FROM", cell: ({ client_address: address }) => address ?? "here" },
      { head: "TIMES", cell: ({ count }) => String(count), align: "right" },
    ]),
  );
}

/** Looks at the links of what it shows, since nobody else stands between. */
async function recordsInFolder({
  org = "",
  limit,
  ...options
}: AuditOptions): Promise<readonly AuditRecord[]> {
  const { records, fault } = await withAdministration(
    { ...folderOf(options), mustExist: true },
    (administration) => administration.readAudit(org, limit),
  );
  if (fault === null) return records;
  throw new CommandFailure(
    exitCodes.evidenceInvalid,
    `the audit log was changed since it was written: ${fault}`,
    typed("doctor"),
  );
}

function readLimit(text: string): number {
  const limit = /^[0-9]{1,4}$/u.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= mostRecords) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostRecords}.`);
}
