import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import { formatInstant, parseInstant } from "../../encoding/instant.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import type { Trust } from "../keys/trust.ts";
import { checkTimeStamp } from "../timestamp/check-time-stamp.ts";
import { brokenTime, clockSkewUs, openTime, type ThirdPartyTime } from "./third-party-time.ts";
import { notApplicable } from "../verify/verification-report.ts";

interface Given {
  readonly trust: Trust;
  readonly primitives: Primitives;
  /** By the verifier's clock; left out: times in the future are not noticed. */
  readonly nowUs: number | undefined;
  readonly required: boolean;
}

/**
 * The statements of time-stamp authorities on the envelope's signature. All of them must hold, each under another root of
 * the trust file, and none may be older than what it stamps says of itself.
 */
export function checkTimeStamps(bundle: Bundle, given: Given): ThirdPartyTime {
  const { trust, primitives, required } = given;
  const stamps = bundle.proof.timestamps ?? [];
  const due = Math.max(trust.timeStampThreshold ?? 0, required ? 1 : 0);
  if (stamps.length < due) return brokenTime(`${stamps.length} time stamps where ${due} are due`);
  if (stamps.length === 0) return withoutStamps(trust);
  if (trust.timeStampRoots.length === 0)
    return openTime("the bundle has time stamps, and the trust file names no authority");
  const { x509 } = primitives;
  return x509 === undefined
    ? openTime("this verifier has no cryptography for X.509")
    : checkEach(bundle, stamps, { ...given, x509 });
}

function checkEach(
  bundle: Bundle,
  stamps: readonly { readonly token: string }[],
  given: Given & { readonly x509: NonNullable<Primitives["x509"]> },
): ThirdPartyTime {
  const data = fromBase64(bundle.proof.envelope.signatures[0]?.sig ?? "-");
  if (data === null) return brokenTime("there is no signature that could be stamped");
  const { x509, trust } = given;
  const allowed = allowedTimes(bundle, given);
  const roots = new Set<string>();
  const times: number[] = [];
  for (const { token } of stamps) {
    const stored = fromBase64(token);
    if (stored === null) return brokenTime("a time stamp is not canonical base64");
    const stamp = checkTimeStamp(stored, { data, roots: trust.timeStampRoots, x509 });
    if (stamp.kind === "broken") return brokenTime(stamp.detail);
    const root = toBase64(stamp.root.spki);
    const fault = timeFault(stamp, allowed) ?? (roots.has(root) ? "one authority is counted twice" : null);
    if (fault !== null) return brokenTime(fault);
    roots.add(root);
    times.push(stamp.notAfterUs);
  }
  const notAfterUs = Math.min(...times);
  const note = `${times.length} of ${times.length} hold, the earliest at ${formatInstant(notAfterUs)}`;
  return { finding: { kind: "pass", note }, notAfterUs };
}

/** Neither older than the bundle itself nor of the future. */
function allowedTimes(bundle: Bundle, { nowUs = Number.POSITIVE_INFINITY }: Given) {
  return { fromUs: newestTimeUs(bundle) - clockSkewUs, untilUs: nowUs + clockSkewUs };
}

function timeFault(
  stamp: { readonly notAfterUs: number; readonly timeUs: number },
  { fromUs, untilUs }: { readonly fromUs: number; readonly untilUs: number },
): string | null {
  if (stamp.notAfterUs < fromUs) return "it is older than the evidence says it is itself";
  return stamp.timeUs > untilUs ? "it is of the future" : null;
}

/** The newest moment the bundle speaks of: of the server's clock, and of the vehicle's at the breach. */
function newestTimeUs({ issued_at, tier_transition: { after } }: Bundle): number {
  return Math.max(parseInstant(issued_at) ?? 0, parseInstant(after.since ?? "") ?? 0);
}

function withoutStamps({ timeStampRoots }: Trust): ThirdPartyTime {
  return timeStampRoots.length > 0
    ? openTime("the bundle has no time stamp, and the trust file names authorities")
    : {
        finding: notApplicable("the bundle has no time stamp and the trust file wants none"),
        notAfterUs: null,
      };
}
