import { equalBytes, utf8 } from "../../encoding/bytes.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import type { Trust } from "../keys/trust.ts";
import { keyOfLine, readNote, type NoteKey, type NoteSignature } from "../log/signed-note.ts";
import { parseTlogProof } from "../log/tlog-proof.ts";
import { openCosignature, type Cosignature } from "./witness.ts";
import { brokenTime, clockSkewUs, openTime, type ThirdPartyTime } from "./third-party-time.ts";
import { notApplicable } from "../verify/verification-report.ts";

/**
 * The lines on the checkpoint besides the log's own: each must be of a witness the trust file names, because a line that is
 * not checked would be bytes that may change unnoticed.
 */
export function unexpectedLineFault(checkpoint: string, log: NoteKey, trust: Trust): string | null {
  const other = linesBesides(checkpoint, log).find((line) => keyOfLine(line, trust.witnesses) === null);
  return other === undefined
    ? null
    : `the checkpoint has a line of ${other.name}, which the trust file does not name as a witness`;
}

interface Given {
  readonly trust: Trust;
  readonly primitives: Primitives;
  /** By the verifier's clock; left out: times in the future are not noticed. */
  readonly nowUs: number | undefined;
  readonly required: boolean;
}

/** Who besides the log's owner saw the checkpoint, and when. */
export function checkWitnesses(
  { proof }: { readonly proof: Pick<Bundle["proof"], "log"> },
  given: Given,
): ThirdPartyTime {
  const { trust, required } = given;
  const due = Math.max(trust.witnessThreshold ?? 0, required ? 1 : 0);
  const { text, lines } = witnessedNote(proof, trust);
  const cosignatures: Cosignature[] = [];
  for (const line of lines) {
    const witness = keyOfLine(line, trust.witnesses);
    // `checkLog` has refused it.
    if (witness === null) continue;
    const cosignature = openCosignature(text, { bytes: line.bytes, witness }, given.primitives);
    const fault = cosignatureFault(cosignature, { witness, others: cosignatures, nowUs: given.nowUs });
    if (fault !== null) return brokenTime(fault);
    if (cosignature !== null) cosignatures.push(cosignature);
  }
  return timeOf(cosignatures, { due, anyNamed: trust.witnesses.length > 0 });
}

/** The checkpoint's text, and its lines besides the log's own. */
function witnessedNote(
  { log: proof }: Pick<Bundle["proof"], "log">,
  { logs }: Trust,
): { readonly text: string; readonly lines: readonly NoteSignature[] } {
  const checkpoint = parseTlogProof(proof?.tlog_proof ?? "")?.checkpoint;
  const log = logs.find(({ name }) => name === proof?.origin);
  if (checkpoint === undefined || log === undefined) return { text: "", lines: [] };
  return { text: readNote(utf8(checkpoint))?.text ?? "", lines: linesBesides(checkpoint, log) };
}

function cosignatureFault(
  cosignature: Cosignature | null,
  given: {
    readonly witness: NoteKey;
    readonly others: readonly Cosignature[];
    readonly nowUs: number | undefined;
  },
): string | null {
  const { witness, others, nowUs = Number.POSITIVE_INFINITY } = given;
  if (cosignature === null) return `the cosignature of ${witness.name} does not verify`;
  if (cosignature.timestampS * 1e6 > nowUs + clockSkewUs)
    return `${witness.name} saw the checkpoint in the future`;
  return others.some((other) => equalBytes(other.witness.publicKey, witness.publicKey))
    ? `${witness.name} is counted already, under this name or another`
    : null;
}

function timeOf(
  cosignatures: readonly Cosignature[],
  { due, anyNamed }: { readonly due: number; readonly anyNamed: boolean },
): ThirdPartyTime {
  const count = `${cosignatures.length} cosignature${cosignatures.length === 1 ? "" : "s"}`;
  if (cosignatures.length < due) return brokenTime(`${count} where ${due} are due`);
  // So many witnesses are trusted that many together: the last of the first ones needed settles the time.
  const times = cosignatures.map(({ timestampS }) => timestampS).sort((one, other) => one - other);
  const settled = times[Math.max(due, 1) - 1];
  if (settled === undefined) {
    return anyNamed
      ? openTime("no witness cosigned the checkpoint")
      : { finding: notApplicable("the trust file names no witness"), notAfterUs: null };
  }
  const names = cosignatures.map(
    ({ witness, timestampS }) => `${witness.name} at ${secondsText(timestampS)}`,
  );
  return { finding: { kind: "pass", note: `seen by ${names.join(", ")}` }, notAfterUs: settled * 1e6 };
}

function secondsText(timestampS: number): string {
  return `${new Date(timestampS * 1000).toISOString().slice(0, -".000Z".length)}Z`;
}

/** Every line but the first by the log's key. */
function linesBesides(checkpoint: string, log: NoteKey): readonly NoteSignature[] {
  const lines = (readNote(utf8(checkpoint))?.signatures ?? []).filter((line) => line !== null);
  const own = lines.findIndex((line) => keyOfLine(line, [log]) !== null);
  return lines.filter((_, at) => at !== own);
}
