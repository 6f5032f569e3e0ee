import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { checkTimeStamp } from "../timestamp/check-time-stamp.ts";
import { clockSkewUs, type ThirdPartyTime } from "./check-witnesses.ts";
import { formatInstant, parseInstant } from "../../encoding/instant.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import type { Trust } from "../keys/trust.ts";
import { failed, missing, notApplicable } from "./verification-report.ts";

/**
 * V12: the words of time-stamp authorities on the envelope's signature. All of them must hold, each by another root of the
 * trust file, and none may be older than what it stamps says of itself.
 */
export function checkTimeStamps(
  bundle: Bundle,
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
  const stamps = bundle.proof.timestamps ?? [];
  const due = Math.max(trust.timeStampThreshold ?? 0, given.required ? 1 : 0);
  if (stamps.length < due) return broken(`${stamps.length} time stamps where ${due} are due`);
  if (stamps.length === 0) return withoutStamps(trust);
  if (trust.timeStampRoots.length === 0)
    return open("the bundle has time stamps, and the trust file names no authority");
  if (primitives.x509 === undefined) return open("this verifier has no cryptography for X.509");

  const data = fromBase64(bundle.proof.envelope.signatures[0]?.sig ?? "-");
  if (data === null) return broken("there is no signature that could be stamped");
  const earliestUs = newestTimeUs(bundle) - clockSkewUs;
  const proven: { readonly notAfterUs: number; readonly root: string }[] = [];
  for (const { token } of stamps) {
    const stored = fromBase64(token);
    if (stored === null) return broken("a time stamp is not canonical base64");
    const stamp = checkTimeStamp(stored, { data, roots: trust.timeStampRoots, x509: primitives.x509 });
    if (stamp.kind === "broken") return broken(stamp.detail);
    if (stamp.notAfterUs < earliestUs) return broken("it is older than the evidence says it is itself");
    if (stamp.timeUs > nowUs + clockSkewUs) return broken("it is of the future");
    const root = toBase64(stamp.root.spki);
    if (proven.some((other) => other.root === root)) return broken("one authority is counted twice");
    proven.push({ notAfterUs: stamp.notAfterUs, root });
  }
  const notAfterUs = Math.min(...proven.map((stamp) => stamp.notAfterUs));
  const note = `${proven.length} of ${proven.length} hold, the earliest at ${formatInstant(notAfterUs)}`;
  return { finding: { kind: "pass", note }, notAfterUs };
}

/** The newest moment the bundle speaks of: of the server's clock, and of the vehicle's at the breach. */
function newestTimeUs({ issued_at, tier_transition: { after } }: Bundle): number {
  return Math.max(parseInstant(issued_at) ?? 0, parseInstant(after.since ?? "") ?? 0);
}

function withoutStamps({ timeStampRoots }: Trust): ThirdPartyTime {
  return timeStampRoots.length > 0
    ? open("the bundle has no time stamp, and the trust file names authorities")
    : {
        finding: notApplicable("the bundle has no time stamp and the trust file wants none"),
        notAfterUs: null,
      };
}

function open(reason: string): ThirdPartyTime {
  return { finding: missing(reason, { required: false }), notAfterUs: null };
}
