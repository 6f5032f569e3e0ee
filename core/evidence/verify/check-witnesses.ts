import type { Bundle } from "../bundle/bundle.ts";
import { equalBytes, utf8 } from "../../encoding/bytes.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import { keyOfLine, readNote, type NoteKey, type NoteSignature } from "../log/signed-note.ts";
import { parseTlogProof } from "../log/tlog-proof.ts";
import type { Trust } from "../keys/trust.ts";
import { failed, missing, notApplicable, type Finding } from "./verification-report.ts";
import { openCosignature, type Cosignature } from "../log/witness.ts";

/** How far clocks of honest people may be apart. */
export const clockSkewUs = 300_000_000;

export interface ThirdPartyTime {
  readonly finding: Finding;
  /** The evidence existed then at the latest, microseconds since 1970; null when nobody outside says so. */
  readonly notAfterUs: number | null;
}

/**
 * The lines on the checkpoint besides the log's own: each must be of a witness the trust file names, because a line nobody
 * checks would be bytes anybody may change.
 */
export function unexpectedLineFault(checkpoint: string, log: NoteKey, trust: Trust): string | null {
  const stranger = linesBesides(checkpoint, log).find((line) => keyOfLine(line, trust.witnesses) === null);
  return stranger === undefined
    ? null
    : `the checkpoint has a line of ${stranger.name}, which the trust file does not name as a witness`;
}

/** V11: who besides the log's owner saw the checkpoint, and when. */
export function checkWitnesses(
  { proof }: Bundle,
  given: {
    readonly trust: Trust;
    readonly primitives: Primitives;
    /** By the verifier's clock; left out: times in the future are not noticed. */
    readonly nowUs: number | undefined;
    readonly required: boolean;
  },
): ThirdPartyTime {
  const { trust, primitives, nowUs = Number.POSITIVE_INFINITY } = given;
  const broken = (detail: string): ThirdPartyTime => ({ finding: failed(detail), notAfterUs: null });
  const due = Math.max(trust.witnessThreshold ?? 0, given.required ? 1 : 0);
  const checkpoint = parseTlogProof(proof.log?.tlog_proof ?? "")?.checkpoint;
  const log = trust.logs.find(({ name }) => name === proof.log?.origin);
  const lines = checkpoint === undefined || log === undefined ? [] : linesBesides(checkpoint, log);
  const text = checkpoint === undefined ? "" : (readNote(utf8(checkpoint))?.text ?? "");

  const seen: Cosignature[] = [];
  for (const line of lines) {
    const witness = keyOfLine(line, trust.witnesses);
    // V8 has refused it.
    if (witness === null) continue;
    const cosignature = openCosignature(text, { bytes: line.bytes, witness }, primitives);
    if (cosignature === null) return broken(`the cosignature of ${witness.name} does not verify`);
    if (cosignature.timestampS * 1e6 > nowUs + clockSkewUs)
      return broken(`${witness.name} saw the checkpoint in the future`);
    if (seen.some((other) => equalBytes(other.witness.publicKey, witness.publicKey)))
      return broken(`${witness.name} is counted already, under this name or another`);
    seen.push(cosignature);
  }
  return findingOf(seen, { due, anyNamed: trust.witnesses.length > 0 });
}

function findingOf(
  seen: readonly Cosignature[],
  { due, anyNamed }: { readonly due: number; readonly anyNamed: boolean },
): ThirdPartyTime {
  const count = `${seen.length} cosignature${seen.length === 1 ? "" : "s"}`;
  if (seen.length < due) return { finding: failed(`${count} where ${due} are due`), notAfterUs: null };
  if (seen.length === 0) {
    const finding = anyNamed
      ? missing("no witness cosigned the checkpoint", { required: false })
      : notApplicable("the trust file names no witness");
    return { finding, notAfterUs: null };
  }
  const names = seen.map(({ witness, timestampS }) => `${witness.name} at ${secondsText(timestampS)}`);
  // So many witnesses are believed that many together: the last of the first ones needed settles the time.
  const times = seen.map(({ timestampS }) => timestampS).sort((one, other) => one - other);
  const notAfterUs = times[Math.max(due, 1) - 1]! * 1e6;
  return { finding: { kind: "pass", note: `seen by ${names.join(", ")}` }, notAfterUs };
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
