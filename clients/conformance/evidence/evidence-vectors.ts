import { bundleSchema, coreOf, readStoredBundle } from "../../../core/encoding/bundle.ts";
import { toBase64 } from "../../../core/encoding/base64.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import { describeDifference } from "../../../core/evidence/rescore/compare-scoring.ts";
import { lineSchema } from "../../../core/evidence/frames/frames-file.ts";
import { contradictionsIn } from "../../../core/evidence/rescore/stated-twice.ts";
import { parseInstant } from "../../../core/encoding/instant.ts";
import { stateStatementSchema } from "../../../core/evidence/log/state-statement.ts";
import { readTrust } from "../../../core/evidence/keys/trust.ts";
import type { VerificationReport } from "../../../core/evidence/verify/verification-report.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { reportAbout, reportOn, reportVector, stepsOf, tenDaysLater } from "./report-vectors.ts";
import { keyringCaseFrames, keyringCases, type KeyringCase } from "./tamperings/keyring-cases.ts";
import { applyEdits, editScript, type ByteEdit } from "./tamperings/edit-script.ts";
import { primitives, trust, trustText, type Example } from "./examples/example-evidence.ts";
import { jsonText } from "../json-text.ts";
import { reportCases } from "./tamperings/report-cases.ts";
import { policyCases, trustWith, type PolicyCase } from "./tamperings/policy-cases.ts";
import { precommitTamperings } from "./tamperings/precommit-tamperings.ts";
import { precommitted } from "./examples/precommitted-evidence.ts";
import {
  falseScores,
  falseSteps,
  fromFirstBlocks,
  fromFleet,
  fromStart,
  fromState,
  fromWorsening,
  realRescore,
} from "./examples/scored-evidence.ts";
import { statementFile } from "./examples/example-statement.ts";
import { statementCases } from "./tamperings/statement-cases.ts";
import { tamperings } from "./tamperings/tamperings.ts";
import { issuedBeforeSubmitters, frames, issued, type InputParts } from "./examples/toy-evidence.ts";

/**
 * The vectors every language runs: whole files, and edits to them with the verdict due. Made with a fixed key, clock and
 * randomness; `npm run vectors` writes them.
 */
export interface VectorCase {
  readonly name: string;
  /** Stem of the two files that are edited. */
  readonly base:
    | "toy"
    | "precommitted"
    | "scored"
    | "scored-from-first-blocks"
    | "scored-from-fleet"
    | "scored-worsened";
  readonly bundle: readonly ByteEdit[];
  readonly frames: readonly ByteEdit[];
  /** Edits to trust.json; left out: none. */
  readonly trust?: readonly ByteEdit[];
  /** The moment as of which is judged; left out: any. */
  readonly now?: string;
  /** The trust file was to be fetched again by then. */
  readonly stale?: true;
  readonly verdict: string;
  readonly code: string | null;
  /** The verdict takes a recomputation of the scoring; without one it is `incomplete`. */
  readonly needs_scoring: boolean;
  /** Of `E_RESCORE`: where the bundle contradicts itself, in the words due; this takes no scoring. */
  readonly stated?: readonly string[];
}

/** What is kept in this folder: no change of the scoring changes any of it, and one of it is a change of the format. */
export function keptFiles(): Readonly<Record<string, Uint8Array>> {
  return {
    "trust.json": utf8(trustText),
    "toy.bundle.json": issued.bytes,
    "toy.frames.ndjson": frames.bytes,
    "precommitted.bundle.json": committed.bundle,
    "precommitted.frames.ndjson": committed.frames,
    "bundle.schema.json": utf8(
      jsonText({ bundle: bundleSchema, line: lineSchema, state_statement: stateStatementSchema }),
    ),
    "verdicts.json": utf8(jsonText(verdictTable())),
  };
}

/** What every language runs, written when it is needed: evidence of the scoring at work, and everything tampered with. */
export function writtenFiles(): Readonly<Record<string, Uint8Array>> {
  const { "verdicts.json": _verdicts, "bundle.schema.json": _schema, ...whole } = keptFiles();
  return {
    ...whole,
    ...filesOf("scored", fromStart),
    ...filesOf("scored-from-first-blocks", fromFirstBlocks),
    ...filesOf("scored-from-fleet", fromFleet),
    ...filesOf("scored-from-state", fromState),
    ...filesOf("scored-worsened", fromWorsening),
    "statement.json": statementFile(),
    "keyring-cases.json": written(keyringVectors()),
    "report-cases.json": written({ about: reportAbout, cases: judgedReportCases.map(reportVector) }),
    "cases.json": written({ about, cases: judgedCases.map(withSteps) }),
  };
}

/** Evidence that names a frozen scorer, as it is kept beside it. */
export function filesOf(stem: string, { issued: bundle, frames: file }: Example) {
  return { [`${stem}.bundle.json`]: bundle.bytes, [`${stem}.frames.ndjson`]: file.bytes };
}

/** The verdict, the code and the result of each step, of every case: what a change of the verifier shows in. */
function verdictTable() {
  const rowOf = ({ name, report }: Judged) => [name, report.verdict, report.code, stepsOf(report)];
  return {
    about:
      "What our verifier finds in each case: verdict, code of the first step that fails, result of V0 to V16.",
    cases: judgedCases.map(({ base, ...one }) => [base, ...rowOf(one)]),
    keyring_cases: judgedKeyringCases.map(rowOf),
    report_cases: judgedReportCases.map(rowOf),
  };
}

interface Judged {
  readonly name: string;
  readonly report: VerificationReport;
}

const committed = precommitted();

const about =
  "Edits to the files of this folder, the verdict due and the code of the first step that fails (docs/evidence-format.md). " +
  "The toy bundle is scored by the version toy-1, which nobody else has: as it stands it is incomplete. " +
  "`stated` says where such a bundle contradicts itself: that is E_RESCORE for verifiers without any scoring too. " +
  "`trust` are edits to trust.json, `now` is the moment as of which is judged; a verdict that is `incomplete` because the trust file is old then is `stale`. " +
  "`steps` is the result of each step V0 to V16: p pass, f fail, n not checked; V15 is that of a verifier that knows the scoring. " +
  "An edit takes `remove` bytes out at offset `at` of the original and puts the base64 `insert` in.";

/** Evidence under keyrings: whole files, each once, as base64. */
function keyringVectors() {
  const files: Record<string, string> = { frames: toBase64(keyringCaseFrames) };
  const named = (bytes: Uint8Array) => {
    const encoded = toBase64(bytes);
    const known = Object.keys(files).find((name) => files[name] === encoded);
    const name = known ?? `file-${Object.keys(files).length}`;
    files[name] = encoded;
    return name;
  };
  const listed = judgedKeyringCases.map((one) => ({
    name: one.name,
    bundle: named(one.bundle),
    trust: named(utf8(one.trust)),
    keyring: named(one.keyring),
    verdict: one.code === null ? "valid" : "invalid",
    code: one.code,
    steps: stepsOf(one.report),
  }));
  return { about: keyringAbout, cases: listed, files };
}

function keyringReport({ bundle, keyring, trust: pin }: KeyringCase): VerificationReport {
  const input = {
    bundle,
    frames: keyringCaseFrames,
    keyring,
    trust: readTrust(utf8(pin), primitives.sha256),
  };
  const nowUs = parseInstant(tenDaysLater)!;
  return verifyBundle(input, primitives, { rescore: realRescore, nowUs });
}

const keyringAbout =
  "Evidence from before, during and after a change of keys, with the keyring and the trust file it is judged by. " +
  "`steps` is as in cases.json. " +
  "`frames` are the frames of each bundle; the verdict takes a recomputation of the scoring.";

function withSteps({ report, ...one }: VectorCase & Judged) {
  return { ...one, steps: stepsOf(report) };
}

function reportOf(one: VectorCase): VerificationReport {
  const base = baseFiles[one.base];
  const input = {
    bundle: applyEdits(base.bundle, one.bundle),
    frames: applyEdits(base.frames, one.frames),
    trust: readTrust(applyEdits(utf8(trustText), one.trust ?? []), primitives.sha256),
  };
  const nowUs = parseInstant(one.now ?? tenDaysLater)!;
  return verifyBundle(input, primitives, { rescore: realRescore, nowUs });
}

const toy = { bundle: issued.bytes, frames: frames.bytes };
const scored = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
const early = { bundle: fromFirstBlocks.issued.bytes, frames: fromFirstBlocks.frames.bytes };
const fleet = { bundle: fromFleet.issued.bytes, frames: fromFleet.frames.bytes };
const worsened = { bundle: fromWorsening.issued.bytes, frames: fromWorsening.frames.bytes };
const baseFiles: Readonly<Record<VectorCase["base"], Files>> = {
  toy,
  precommitted: committed,
  scored,
  "scored-from-first-blocks": early,
  "scored-from-fleet": fleet,
  "scored-worsened": worsened,
};

function tamperedCases(): readonly VectorCase[] {
  const tampered = tamperings
    .map(({ name, input, code }) => ({ name, code, ...toy, ...input() }))
    // What only the toy scoring finds is no vector: nobody else has it.
    .filter((one) => codeWithoutScoring(one) === one.code)
    .map((one) => caseOf({ name: one.name, base: "toy", code: one.code }, toy, one));
  const forged = falseScores.map(({ name, input }) =>
    caseOf({ name: `${name}, signed`, base: "scored", code: "E_RESCORE" }, scored, input),
  );
  return [
    { ...caseOf({ name: "as issued", base: "toy", code: null }, toy, toy), verdict: "incomplete" },
    {
      ...caseOf(
        { name: "issued before it named its organisation", base: "toy", code: null },
        toy,
        issuedBeforeSubmitters(),
      ),
      verdict: "incomplete",
    },
    caseOf({ name: "as issued", base: "scored", code: null }, scored, scored),
    caseOf({ name: "as issued", base: "scored-from-first-blocks", code: null }, early, early),
    caseOf({ name: "as issued", base: "scored-from-fleet", code: null }, fleet, fleet),
    caseOf({ name: "as issued", base: "scored-worsened", code: null }, worsened, worsened),
    ...falseSteps.map(({ name, input }) =>
      caseOf({ name: `${name}, signed`, base: "scored-worsened", code: "E_RESCORE" }, worsened, input),
    ),
    {
      ...caseOf({ name: "as issued", base: "precommitted", code: null }, committed, committed),
      verdict: "incomplete",
    },
    ...precommitTamperings.map(([name, commitment, code]) =>
      caseOf({ name, base: "precommitted", code }, committed, precommitted(commitment)),
    ),
    ...policyCases.map((one) => policyCaseOf(one, { toy, scored, precommitted: committed }[one.base])),
    ...tampered,
    ...forged,
  ];
}

function policyCaseOf(one: PolicyCase, base: Files): VectorCase {
  const { trust, now, stale, verdict } = one;
  return {
    ...caseOf(one, base, one.input?.() ?? base),
    trust: editScript(utf8(trustText), trustWith(trust)),
    ...(now !== undefined && { now }),
    ...(stale === true && { stale }),
    verdict,
  };
}

interface Files {
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array;
}

function codeWithoutScoring(one: { readonly bundle: Uint8Array; readonly frames: Uint8Array | null }) {
  return verifyBundle({ ...one, trust }, primitives).code;
}

function caseOf(
  named: Pick<VectorCase, "name" | "base" | "code">,
  base: Files,
  input: InputParts,
): VectorCase {
  return {
    name: named.name,
    base: named.base,
    bundle: editScript(base.bundle, input.bundle ?? base.bundle),
    frames: editScript(base.frames, input.frames ?? base.frames),
    verdict: named.code === null ? "valid" : "invalid",
    code: named.code,
    needs_scoring: named.base.startsWith("scored"),
    ...(named.code === "E_RESCORE" && { stated: contradictionsOf(input.bundle ?? base.bundle) }),
  };
}

function contradictionsOf(bytes: Uint8Array): readonly string[] {
  const bundle = readStoredBundle(bytes);
  return contradictionsIn(coreOf(bundle), primitives.sha256).map(describeDifference);
}

const written = (value: unknown) => utf8(`${JSON.stringify(value)}\n`);

/** Each case, and what our own verifier says of it: read from its edits, as others read it. */
export const judgedCases = tamperedCases().map((one) => ({ ...one, report: reportOf(one) }));
export const judgedKeyringCases = keyringCases().map((one) => ({ ...one, report: keyringReport(one) }));
export const judgedReportCases = [...reportCases(), ...statementCases()].map((one) => ({
  ...one,
  report: reportOn(one),
}));
