import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import { toHex } from "../../core/encoding/bytes.ts";
import { ReportFault } from "../../core/reports/evidence-files.ts";
import { htmlReport } from "../../core/reports/html-report.ts";
import { pdfReport } from "../../core/reports/pdf-report.ts";
import type { ReportGiven } from "../../core/reports/report-content.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { nodeScorers } from "../../server/platform/node-scorers.ts";
import { readGiven, refuseTwoFromInput } from "../terminal/read-given.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ReportOptions extends ServiceOptions {
  readonly out: string;
  readonly frames?: string;
  readonly trust?: string;
}

export function evidenceReportCommand(terminal: Terminal): Command {
  const command = new Command("report")
    .description("a report for people, as HTML or PDF; what counts is the bundle inside it")
    .argument(
      "<event-id | bundle>",
      "evidence of a service, or a bundle file to make the report from, offline",
    )
    .requiredOption("--out <file>", "where to write it; .pdf or .html says which")
    .option("--frames <file>", "the frames file of a bundle file")
    .option("--trust <file>", "trust file whose fingerprint the report of a bundle file names");
  return withServiceOptions(command).action((subject: string, options: ReportOptions) =>
    report(subject, options, terminal),
  );
}

const eventId = /^EVB-[0-9]{8}-[0-9A-Z]{12}$/u;

async function report(subject: string, options: ReportOptions, terminal: Terminal): Promise<void> {
  const form = formOf(options.out);
  const bytes = eventId.test(subject)
    ? await askReport(subject, { form, options, terminal })
    : await makeReport(subject, { form, options, terminal });
  await writeFile(options.out, bytes);
  await terminal.out(`${options.out}\n`);
}

function askReport(
  subject: string,
  given: { readonly form: "html" | "pdf"; readonly options: ServiceOptions; readonly terminal: Terminal },
): Promise<Uint8Array> {
  const { evidence } = connect(given.options);
  const call = { signal: given.terminal.stop };
  return given.form === "html" ? evidence.reportHtml(subject, call) : evidence.reportPdf(subject, call);
}

function formOf(out: string): "html" | "pdf" {
  const ending = out.toLowerCase();
  if (ending.endsWith(".html")) return "html";
  if (ending.endsWith(".pdf")) return "pdf";
  throw wrongUse(`${out} ends neither in .html nor in .pdf`);
}

/** From files alone: a report somebody hands over can be made anew and compared. */
async function makeReport(
  path: string,
  given: { readonly form: "html" | "pdf"; readonly options: ReportOptions; readonly terminal: Terminal },
): Promise<Uint8Array> {
  const { form, options, terminal } = given;
  const { frames, trust } = options;
  if (frames === undefined) throw wrongUse(`the report of the bundle file ${path} needs --frames`);
  refuseTwoFromInput([path, frames, trust], typed("evidence report --help"));
  const evidence = { bundle: await readGiven(path, terminal), frames: await readGiven(frames, terminal) };
  const { sha256 } = nodePrimitives;
  const trustSha256 = trust === undefined ? null : toHex(sha256(await readGiven(trust, terminal)));
  await nodeScorers.openFor(evidence.bundle);
  const scorerOf: ReportGiven["scorerOf"] = (scoring) => nodeScorers.scorerOf(scoring);
  const reporting: ReportGiven = { sha256, trustSha256, scorerOf };
  try {
    return form === "pdf"
      ? await pdfReport(evidence, reporting)
      : Buffer.from(htmlReport(evidence, reporting));
  } catch (fault) {
    if (!(fault instanceof ReportFault)) throw fault;
    throw new CommandFailure(
      exitCodes.evidenceInvalid,
      `${path}: ${fault.message}`,
      typed("evidence report --help"),
    );
  }
}

function wrongUse(message: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, message, typed("evidence report --help"));
}
