import { toBase64 } from "../../../../core/encoding/base64.ts";
import { utf8 } from "../../../../core/encoding/bytes.ts";
import { formatWitnessKey, readNote } from "../../../../core/evidence/log/signed-note.ts";
import { parseTlogProof } from "../../../../core/evidence/log/tlog-proof.ts";
import type { VerificationCode } from "../../../../core/evidence/verify/verification-report.ts";
import { untrustedSigner } from "../examples/example-evidence.ts";
import { carriedStatement, statedExample, statementFile } from "../examples/example-statement.ts";
import { exampleWitness } from "../examples/example-witness.ts";
import type { ReportCase } from "./report-cases.ts";

const carried = carriedStatement();
const valid = { verdict: "valid", code: null } as const;
const invalid = (code: VerificationCode) => ({ verdict: "invalid", code }) as const;
const { state } = statedExample;

/** Statements of a state before every verifier: sound, changed by an outsider, and signed as something else. */
export function statementCases(): readonly ReportCase[] {
  return [...sound(), ...changed(), ...demanded()].map((one) => ({
    frames: null,
    ...one,
    name: `a statement ${one.name}`,
  }));
}

function sound(): readonly ReportCase[] {
  const laidOut = utf8(JSON.stringify(carried, null, 2));
  const nothing = { judged: false, tier: null, since: null, frames: 0, last_frame_at: null, health: null };
  const sensors = state.sensors.map((one) => ({ ...one, measured: false, drift: null }));
  const unjudged = { ...statedExample, state: { ...state, ...nothing, sensors } };
  return [
    { name: "as issued", bundle: statementFile(), ...valid },
    { name: "laid out anew", bundle: laidOut, ...valid },
    { name: "laid out anew, and that allowed", bundle: laidOut, relaxed: true, ...valid },
    {
      name: "that nothing was judged",
      bundle: statementFile(carriedStatement({ payload: unjudged })),
      ...valid,
    },
    {
      name: "with a case number",
      bundle: statementFile(carriedStatement({ payload: { ...statedExample, case_number: "CL-1" } })),
      ...valid,
    },
  ];
}

function changed(): readonly ReportCase[] {
  const { envelope, log_index: index, tlog_proof: proof, ...shown } = carried;
  const [signature] = envelope.signatures;
  const from = (change: object) => statementFile({ ...carried, ...change });
  const signed = (given: Parameters<typeof carriedStatement>[0]) => statementFile(carriedStatement(given));
  const other = carriedStatement({ payload: { ...statedExample, reason: "another" } });
  return [
    {
      name: "shown with another tier",
      bundle: from({ state: { ...state, tier: "CRITICAL" } }),
      ...invalid("E_STATEMENT"),
    },
    { name: "shown with a member more", bundle: from({ note: "added" }), ...invalid("E_STATEMENT") },
    {
      name: "shown with a member less",
      bundle: statementFile({
        statement_id: statedExample.statement_id,
        envelope,
        log_index: index,
        tlog_proof: proof,
      }),
      ...invalid("E_STATEMENT"),
    },
    { name: "signed by a stranger", bundle: signed({ signer: untrustedSigner }), ...invalid("E_SIGNATURE") },
    {
      name: "signed by a stranger under the trusted name",
      bundle: signed({ signer: { ...untrustedSigner, keyId: signature!.keyid } }),
      ...invalid("E_SIGNATURE"),
    },
    {
      name: "signed by nobody",
      bundle: from({ envelope: { ...envelope, signatures: [] } }),
      ...invalid("E_SIGNATURE"),
    },
    {
      name: "signed twice",
      bundle: from({ envelope: { ...envelope, signatures: [signature, signature] } }),
      ...invalid("E_SIGNATURE"),
    },
    {
      name: "in the envelope of another",
      bundle: from({ envelope: { ...other.envelope, signatures: envelope.signatures } }),
      ...invalid("E_SIGNATURE"),
    },
    {
      name: "of an unknown payload type",
      bundle: from({ envelope: { ...envelope, payloadType: "application/vnd.plumbline.state+json;v=2" } }),
      ...invalid("E_ENVELOPE"),
    },
    {
      name: "signed as a record of custody",
      bundle: signed({ kind: "custody" }),
      ...invalid("E_ENVELOPE"),
    },
    {
      name: "that is no base64",
      bundle: from({ envelope: { ...envelope, payload: "*" } }),
      ...invalid("E_ENVELOPE"),
    },
    {
      name: "of another version, signed",
      bundle: signed({ payload: { ...statedExample, schema: "urn:plumbline:state:2" } }),
      ...invalid("E_STATEMENT"),
    },
    {
      name: "with a member nobody knows, signed",
      bundle: signed({ payload: { ...statedExample, mood: "good" } }),
      ...invalid("E_STATEMENT"),
    },
    {
      name: "of two sensors, signed",
      bundle: signed({ payload: { ...statedExample, state: { ...state, sensors: state.sensors.slice(1) } } }),
      ...invalid("E_STATEMENT"),
    },
    {
      name: "of a payload that is not canonical",
      bundle: from({ envelope: { ...envelope, payload: toBase64(utf8("{ }")) } }),
      ...invalid("E_SIGNATURE"),
    },
    { name: "without a signature's envelope", bundle: from({ envelope: 1 }), ...invalid("E_SCHEMA") },
    {
      name: "with a member beside the signatures",
      bundle: from({ envelope: { ...envelope, note: "added" } }),
      ...invalid("E_SCHEMA"),
    },
    { name: "at a place below zero", bundle: from({ log_index: -1 }), ...invalid("E_SCHEMA") },
    { name: "at another place than its own", bundle: from({ log_index: 5 }), ...invalid("E_CHECKPOINT") },
    {
      name: "with the place alone",
      bundle: statementFile({ ...shown, envelope, log_index: index }),
      ...invalid("E_LEAF"),
    },
    {
      name: "with the proof alone",
      bundle: statementFile({ ...shown, envelope, tlog_proof: proof }),
      ...invalid("E_CHECKPOINT"),
    },
    {
      name: "with the proof of another",
      bundle: from({ tlog_proof: other.tlog_proof }),
      ...invalid("E_INCLUSION"),
    },
    { name: "with no proof", bundle: from({ tlog_proof: "none" }), ...invalid("E_CHECKPOINT") },
    {
      name: "with a member twice",
      bundle: utf8(JSON.stringify(carried).replace("{", '{"at":"2026-11-20T08:15:00.000Z",')),
      ...invalid("E_FORM"),
    },
    { name: "cut off", bundle: statementFile().slice(0, -1), ...invalid("E_FORM") },
  ];
}

function demanded(): readonly ReportCase[] {
  const witness = exampleWitness("one");
  const text = readNote(utf8(parseTlogProof(carried.tlog_proof)!.checkpoint))!.text;
  const line = witness.line(text, Date.parse(statedExample.issued_at) / 1000 + 60);
  const seen = statementFile({ ...carried, tlog_proof: carried.tlog_proof + line });
  const witnesses = { witnesses: [formatWitnessKey(witness.key)], witness_threshold: 1 };
  const bundle = statementFile();
  return [
    { name: "seen by a witness", bundle: seen, trust: witnesses, ...valid },
    { name: "seen by nobody where a witness is due", bundle, trust: witnesses, ...invalid("E_WITNESS") },
    { name: "with a line nobody named", bundle: seen, ...invalid("E_CHECKPOINT") },
    { name: "of the organisation required", bundle, requireOrganisation: "acme", ...valid },
    {
      name: "of another organisation than is required",
      bundle,
      requireOrganisation: "globex",
      ...invalid("E_STATEMENT"),
    },
    {
      name: "of another organisation than the trust file requires",
      bundle,
      trust: { require: { organisation: "globex" } },
      ...invalid("E_STATEMENT"),
    },
    { name: "where frames are required", bundle, require: ["frames"], ...invalid("E_FRAMES") },
    { name: "where pre-commitment is required", bundle, require: ["precommit"], ...invalid("E_FRAMES") },
    { name: "where recomputing is required", bundle, require: ["rescore"], ...invalid("E_RESCORE") },
    { name: "where a time stamp is required", bundle, require: ["timestamp"], ...invalid("E_TIMESTAMP") },
    { name: "beside a Sigstore export", bundle, sigstore: utf8("{}"), ...invalid("E_FORK") },
    {
      name: "by a trust file that was to be fetched again",
      bundle,
      trust: { refresh_after: "2026-11-21T00:00:00.000Z" },
      verdict: "incomplete",
      code: null,
    },
    {
      name: "by a trust file without a log",
      bundle,
      trust: { logs: undefined },
      verdict: "incomplete",
      code: null,
    },
  ];
}
