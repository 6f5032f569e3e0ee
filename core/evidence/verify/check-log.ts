import { fromBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { equalBytes } from "../../encoding/bytes.ts";
import type { Envelope } from "./check-signature.ts";
import { checkKeyWindow, type EffectiveKeys, type ExistenceTime } from "./effective-keys.ts";
import { unexpectedLineFault } from "./check-witnesses.ts";
import { logEntry } from "../log/log-entry.ts";
import { leafIsLogged, openLogPlace, type LogPlace, type OpenLogPlace } from "../log/log-place.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import type { Trust, TrustedKey } from "../keys/trust.ts";
import { failed, finding, missing, notApplicable, type Findings } from "./verification-report.ts";

export type LogFindings = Pick<Findings, "V7" | "V8" | "V9" | "V10">;

/** The steps about the transparency log: the entry, the checkpoint, the way from one to the other. */
export function checkLog(
  { proof }: Bundle,
  given: {
    readonly envelope: Envelope;
    readonly trust: Trust;
    readonly believed: EffectiveKeys;
    readonly seen: ExistenceTime;
    readonly primitives: Primitives;
  },
): LogFindings {
  const { trust } = given;
  if (proof.log === undefined) return unlogged(trust);
  const leaf = finding(entryFault(proof, given));
  if (trust.logs.length === 0) {
    const open = missing("the trust file names no log", { required: false });
    return { V7: leaf, V8: open, V9: open, V10: open };
  }
  const opened = openLogProof(proof.log, given);
  if (opened.kind === "broken") {
    const nothing = notApplicable("there is no checkpoint to go by");
    return { V7: leaf, V8: failed(opened.detail), V9: nothing, V10: nothing };
  }
  return {
    V7: leaf,
    V8: { kind: "pass" },
    V9: finding(inclusionFault(proof.log, opened, given.primitives)),
    V10: checkKeyWindow(
      given.believed,
      { keyId: proof.envelope.signatures[0]?.keyid ?? "", index: opened.proof.index },
      given.seen,
    ),
  };
}

/** A log that only some bundles have to be in proves nothing: one named log makes its proof a duty. */
function unlogged({ logs }: Trust): LogFindings {
  const nothing = notApplicable("there is no log proof");
  const leaf =
    logs.length > 0
      ? failed("the bundle has no log proof, and the trust file names a log")
      : missing("neither the bundle nor the trust file names a log", { required: false });
  return { V7: leaf, V8: nothing, V9: nothing, V10: nothing };
}

type Given = Parameters<typeof checkLog>[1];

/** The entry is compared with the one this very signature must have, so that no byte of it is left to chance. */
function entryFault({ envelope: { signatures }, log }: Bundle["proof"], given: Given): string | null {
  const { envelope, believed, primitives } = given;
  const entry = fromBase64(log!.entry);
  if (entry === null) return "the entry is not canonical base64";
  const key = believed.keys.find(({ keyId }) => keyId === signatures[0]?.keyid);
  const signature = fromBase64(signatures[0]?.sig ?? "-");
  if (envelope.kind === "broken" || signature === null || key === undefined) {
    return "there is no trusted signature to compare the entry with";
  }
  const due = logEntry({ payload: envelope.payload, signature, key: keyOf(key) }, primitives.sha256);
  return equalBytes(entry, due) ? null : "the entry is of another signature";
}

function keyOf({ algorithm, spki }: TrustedKey): Parameters<typeof logEntry>[0]["key"] {
  return { algorithm, spki };
}

type LogProof = NonNullable<Bundle["proof"]["log"]>;

function openLogProof(log: LogProof, { trust, primitives }: Given): LogPlace {
  const broken = (detail: string): LogPlace => ({ kind: "broken", detail });
  const place = openLogPlace(log, { logs: trust.logs, primitives });
  if (place.kind === "broken") return place;
  if (place.proof.index !== log.index) return broken("proof.log.index is not the index of the proof");
  const key = trust.logs.find(({ name }) => name === log.origin)!;
  const strangers = unexpectedLineFault(place.proof.checkpoint, key, trust);
  return strangers === null ? place : broken(strangers);
}

function inclusionFault(log: LogProof, place: OpenLogPlace, primitives: Primitives): string | null {
  const entry = fromBase64(log.entry);
  if (entry === null) return "there is no entry to look for";
  return leafIsLogged(entry, place, primitives)
    ? null
    : "the proof does not lead from the entry to the checkpoint's root";
}
