import { fromBase64 } from "../../encoding/base64.ts";
import { equalBytes } from "../../encoding/bytes.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import type { Trust } from "../keys/trust.ts";
import { logEntry } from "../log/log-entry.ts";
import { leafIsLogged, openLogPlace, type LogPlace, type OpenLogPlace } from "../log/log-place.ts";
import { checkKeyWindow, type ExistenceTime } from "./check-key-window.ts";
import type { Envelope } from "./check-signature.ts";
import { unexpectedLineFault } from "../third-parties/check-witnesses.ts";
import type { EffectiveKeys } from "./effective-keys.ts";
import { failed, finding, missing, notApplicable, passed, type Findings } from "./verification-report.ts";

export type LogFindings = Pick<Findings, "logEntry" | "checkpoint" | "inclusion" | "keyWindow">;

interface Given {
  readonly envelope: Envelope;
  readonly trust: Trust;
  readonly effective: EffectiveKeys;
  readonly existence: ExistenceTime;
  readonly primitives: Primitives;
}

/** What was signed, and the proof of its entry; of a bundle, or of another document. */
type Logged = Pick<Bundle["proof"], "envelope" | "log">;

/** The steps about the transparency log: the entry, the checkpoint, the way from one to the other. */
export function checkLog({ proof }: { readonly proof: Logged }, given: Given): LogFindings {
  const { trust } = given;
  const { log } = proof;
  if (log === undefined) return unlogged(trust);
  const entry = finding(entryFault(proof, log, given));
  if (trust.logs.length === 0) {
    const open = missing("the trust file names no log", { required: false });
    return { logEntry: entry, checkpoint: open, inclusion: open, keyWindow: open };
  }
  const place = openLogProof(log, given);
  if (place.kind === "broken") {
    const nothing = notApplicable("there is no checkpoint to go by");
    return { logEntry: entry, checkpoint: failed(place.detail), inclusion: nothing, keyWindow: nothing };
  }
  const signed = { keyId: proof.envelope.signatures[0]?.keyid ?? "", index: place.proof.index };
  return {
    logEntry: entry,
    checkpoint: passed,
    inclusion: finding(inclusionFault(log, place, given.primitives)),
    keyWindow: checkKeyWindow(given.effective, signed, given.existence),
  };
}

/** A log that only some bundles have to be in proves nothing: one named log makes its proof a duty. */
function unlogged({ logs }: Trust): LogFindings {
  const nothing = notApplicable("there is no log proof");
  const entry =
    logs.length > 0
      ? failed("the bundle has no log proof, and the trust file names a log")
      : missing("neither the bundle nor the trust file names a log", { required: false });
  return { logEntry: entry, checkpoint: nothing, inclusion: nothing, keyWindow: nothing };
}

type LogProof = NonNullable<Bundle["proof"]["log"]>;

/** The entry is compared with the one this very signature must have, so that no byte of it is left to chance. */
function entryFault(
  { envelope: { payloadType, signatures } }: Logged,
  log: LogProof,
  { envelope, effective, primitives }: Given,
): string | null {
  const entry = fromBase64(log.entry);
  if (entry === null) return "the entry is not canonical base64";
  const key = effective.keys.find(({ keyId }) => keyId === signatures[0]?.keyid);
  const signature = fromBase64(signatures[0]?.sig ?? "-");
  if (envelope.kind === "broken" || signature === null || key === undefined) {
    return "there is no trusted signature to compare the entry with";
  }
  const due = logEntry({ payloadType, payload: envelope.payload, signature, key }, primitives.sha256);
  return equalBytes(entry, due) ? null : "the entry is of another signature";
}

function openLogProof(log: LogProof, { trust, primitives }: Given): LogPlace {
  const broken = (detail: string): LogPlace => ({ kind: "broken", detail });
  const place = openLogPlace(log, { logs: trust.logs, primitives });
  if (place.kind === "broken") return place;
  if (place.proof.index !== log.index) return broken("the index it names is not the index of the proof");
  const fault = unexpectedLineFault(place.proof.checkpoint, place.log, trust);
  return fault === null ? place : broken(fault);
}

function inclusionFault(log: LogProof, place: OpenLogPlace, primitives: Primitives): string | null {
  const entry = fromBase64(log.entry);
  if (entry === null) return "there is no entry to look for";
  return leafIsLogged(entry, place, primitives)
    ? null
    : "the proof does not lead from the entry to the checkpoint's root";
}
