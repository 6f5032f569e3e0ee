import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { parseInstant } from "../../core/encoding/instant.ts";
import type { StateStatementPayload } from "../../core/evidence/log/state-statement.ts";
import type { Trust } from "../../core/evidence/keys/trust.ts";
import { organisationNotStated } from "../../core/evidence/bundle/submitter.ts";
import { reportJson, verificationSteps } from "../../core/evidence/verify/verification-report.ts";
import type { Finding, VerificationReport } from "../../core/evidence/verify/verification-report.ts";
import { verifyBundle } from "../../core/evidence/verify/verify-bundle.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { nodeScorers } from "../../server/platform/node-scorers.ts";
import { paint } from "../terminal/paint.ts";
import { readGiven, refuseTwoFromInput } from "../terminal/read-given.ts";
import { stateSentence } from "../../core/reports/state-sentence.ts";
import { readTrustInputs } from "./read-trust-inputs.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface VerifyCommandOptions {
  readonly frames?: string;
  readonly trust: string;
  readonly keyring?: string;
  readonly trustSha256?: string;
  readonly relaxed?: true;
  readonly requireFrames?: true;
  readonly requireRescore?: true;
  readonly requireTimestamp?: true;
  readonly requireWitness?: true;
  readonly requirePrecommit?: true;
  readonly requireOrganisation?: string;
  readonly now?: number;
  readonly sigstore?: string;
  readonly json?: true;
}

export function evidenceVerifyCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  return new Command("verify")
    .description("checks a bundle from files alone: no service, no network")
    .argument("<bundle>", "bundle file, as issued, or a statement of a state; - reads standard input")
    .option("--frames <file>", "its frames file; without it the verdict is at best incomplete")
    .requiredOption(
      "--trust <file>",
      "trust.json: the evidence keys and the log you trust, from a source other than the bundle",
    )
    .option(
      "--keyring <file>",
      "keyring.json (/v1/evidence/keys/history), for a trust file that pins the roots of a keyring; left out: the keyring.json beside the trust file",
    )
    .option("--trust-sha256 <hex>", "fingerprint the trust file must have, as published elsewhere")
    .option("--relaxed", "also accept a reformatted bundle, for example pretty-printed")
    .option("--require-frames", "missing frames make it invalid")
    .option("--require-rescore", "a scoring that was not recomputed makes it invalid")
    .option("--require-timestamp", "a bundle without a time stamp of a trusted authority is invalid")
    .option("--require-witness", "a bundle whose checkpoint no trusted witness saw is invalid")
    .option("--require-precommit", "a bundle whose frames the log did not commit to as they came is invalid")
    .option("--require-organisation <name>", "a bundle about another organisation's vehicle is invalid")
    .option(
      "--now <time>",
      "judge as of this moment, UTC, for example 2027-01-31T12:00:00Z (default: this machine's clock)",
      readMoment,
    )
    .option("--sigstore <file>", "a Sigstore bundle that must be the one this bundle makes")
    .option("--json", "every step, for machines")
    .addHelpText(
      "after",
      "\nExit code 0 valid, 6 invalid, 1 incomplete: no check failed, but not everything was checked." +
        "\nA trust file in the folder of the bundle came with it: without --trust-sha256 the issuer is not confirmed.",
    )
    .action(async (bundle: string, options: VerifyCommandOptions) =>
      ended(await verify(bundle, options, terminal)),
    );
}

async function verify(bundle: string, options: VerifyCommandOptions, terminal: Terminal): Promise<ExitCode> {
  refuseTwoFromInput([bundle, options.frames], typed("evidence verify --help"));
  const { trust: given, keyring } = await readTrustInputs(options);
  const trust = pinned(given, options);
  const input = {
    bundle: await readGiven(bundle, terminal),
    frames: options.frames === undefined ? null : await readGiven(options.frames, terminal),
    trust,
    keyring,
  };

  await nodeScorers.openFor(input.bundle);
  const report = verifyBundle(input, nodePrimitives, {
    ...demandsOf(options),
    nowUs: options.now ?? Date.now() * 1000,
    ...(options.sigstore !== undefined && { sigstore: await readFile(options.sigstore) }),
    rescore: nodeScorers.rescore,
  });

  const exitCode = exitCodeOf(report);
  await terminal.out(
    options.json
      ? `${JSON.stringify({ ...reportJson(report), exit_status: exitCode }, null, 2)}\n`
      : readableReport(report, { isIssuerConfirmed: isIssuerConfirmed(bundle, options), terminal }) +
          (options.now === undefined ? "" : `  judged as of   ${report.judgedAsOf}  (--now)\n`),
  );
  if (
    report.verdict === "incomplete" &&
    report.statement === null &&
    options.frames === undefined &&
    !options.json
  ) {
    terminal.err(
      `  next: give the frames file: ${typed(`evidence verify ${bundle} --frames FRAMES --trust ${options.trust}`)}\n`,
    );
  }
  return exitCode;
}

/** What is asked of a bundle beyond what every verifier asks. */
function demandsOf(options: VerifyCommandOptions) {
  return {
    form: options.relaxed ? ("relaxed" as const) : ("strict" as const),
    requireFrames: options.requireFrames === true,
    requireRescore: options.requireRescore === true,
    requireTimestamp: options.requireTimestamp === true,
    requireWitness: options.requireWitness === true,
    requirePrecommit: options.requirePrecommit === true,
    ...(options.requireOrganisation !== undefined && { requireOrganisation: options.requireOrganisation }),
  };
}

/** Microseconds since 1970. A day alone is its last moment. */
function readMoment(text: string): number {
  const atUs = parseInstant(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T23:59:59.999Z` : text);
  if (atUs !== null) return atUs;
  throw new InvalidArgumentError("It is a time in UTC, for example 2027-01-31T12:00:00Z, or a day.");
}

/** Whoever swaps the bundle can swap the trust file with it; the fingerprint comes another way. */
function pinned(trust: Trust, { trustSha256 }: VerifyCommandOptions): Trust {
  if (trustSha256 === undefined || trustSha256.toLowerCase() === trust.sha256) return trust;
  throw new CommandFailure(
    exitCodes.usage,
    `the trust file has the fingerprint ${trust.sha256}, not ${trustSha256.slice(0, 64)}`,
    "ask the issuer which of the two is right before you trust any bundle",
  );
}

function exitCodeOf({ verdict }: VerificationReport): ExitCode {
  switch (verdict) {
    case "valid":
      return exitCodes.ok;
    case "invalid":
      return exitCodes.evidenceInvalid;
    case "incomplete":
      return exitCodes.failed;
  }
}

/** A trust file that lies beside the bundle came with it, as in an archive: until its fingerprint is named, it names no issuer. */
function isIssuerConfirmed(bundle: string, { trust, trustSha256 }: VerifyCommandOptions): boolean {
  return trustSha256 !== undefined || bundle === "-" || dirname(resolve(bundle)) !== dirname(resolve(trust));
}

interface ReportShown {
  readonly isIssuerConfirmed: boolean;
  readonly terminal: Terminal;
}

function readableReport(report: VerificationReport, given: ReportShown): string {
  const { terminal } = given;
  const { subject, statement, findings, code, provenTime } = report;
  const lines = verificationSteps.map(
    ({ step, number, title }) =>
      `  ${number.padEnd(4)} ${title.padEnd(30)} ${printableLine(describeFinding(findings[step], terminal))}`,
  );
  return [
    ...headOf(report).map((line) => paint(printableLine(line), "bold", terminal)),
    ...lines,
    "",
    `${verdictWord(report, given)}${code === null ? "" : ` (${code})`}`,
    `  ${statement === null ? "bundle" : "file  "} sha256  ${report.bundleSha256}`,
    ...(report.framesSha256 === null ? [] : [`  frames sha256  ${report.framesSha256}`]),
    `  trust  sha256  ${report.trustSha256}  (compare it with what the issuer published elsewhere)`,
    ...(provenTime.notAfter === null
      ? []
      : [`  existed by     ${provenTime.notAfter}  (third parties say so)`]),
    ...(typeof subject?.keyId === "string" ? [`  signing key    ${subject.keyId}`] : []),
    "",
  ].join("\n");
}

function headOf({ subject, statement }: VerificationReport): readonly string[] {
  if (subject === null) return ["neither a bundle nor a statement"];
  const { organisation, apiKeyId, eventId, vehicleId, tier } = subject;
  return [
    `organisation ${organisation ?? organisationNotStated}`,
    ...(apiKeyId === null ? [] : [`API key ${apiKeyId}`]),
    ...(statement === null ? [`${eventId}  ${vehicleId}  ${tier}`] : statementLines(statement)),
  ];
}

function statementLines(statement: StateStatementPayload): readonly string[] {
  const { case_number: caseNumber } = statement;
  return [
    `${statement.statement_id}  ${statement.vehicle_id}`,
    `  at ${statement.at}: ${stateSentence(statement.state)}`,
    `  reason         ${statement.reason}`,
    ...(caseNumber === null ? [] : [`  case number    ${caseNumber}`]),
    `  issued         ${statement.issued_at} by ${statement.issuer.organisation}`,
  ];
}

function describeFinding(finding: Finding, terminal: Terminal): string {
  switch (finding.kind) {
    case "pass":
      return paint("pass", "green", terminal) + (finding.note === undefined ? "" : `  (${finding.note})`);
    case "fail":
      return `${paint("FAIL", "red", terminal)}  ${finding.detail}`;
    case "not_checked":
      return paint(`not checked: ${finding.reason}`, finding.wanted ? "yellow" : "grey", terminal);
  }
}

function verdictWord({ verdict, statement }: VerificationReport, given: ReportShown): string {
  const { terminal } = given;
  switch (verdict) {
    case "valid":
      if (!given.isIssuerConfirmed)
        return paint(
          "UNCHANGED, ISSUER NOT CONFIRMED: every check holds, by a trust file that lies beside the bundle;\n" +
            "  name its published SHA-256 with --trust-sha256, or use a trust file you have from elsewhere",
          "yellow",
          terminal,
        );
      return paint(
        statement === null
          ? "VALID: signed by the issuer and unchanged; the recomputed scoring is identical"
          : "VALID: signed by the issuer, unchanged, and in the log. It is the issuer's claim: it carries no frames to recompute it from",
        "green",
        terminal,
      );
    case "incomplete":
      return paint("INCOMPLETE: no check failed, but not everything was checked", "yellow", terminal);
    case "invalid":
      return paint(
        `INVALID: do not rely on this ${statement === null ? "bundle" : "statement"}`,
        "red",
        terminal,
      );
  }
}
