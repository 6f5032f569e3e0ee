import type { Primitives } from "../../encoding/primitives.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import type { Trust } from "../keys/trust.ts";
import type { ExistenceTime } from "../verify/check-key-window.ts";
import { checkTimeStamps } from "./check-time-stamps.ts";
import { checkWitnesses } from "./check-witnesses.ts";
import type { ThirdPartyTime } from "./third-party-time.ts";
import type { Required } from "../verify/verification-input.ts";

/** What witnesses and time-stamp authorities state of when a bundle existed. */
export interface ThirdPartyTimes {
  readonly witnesses: ThirdPartyTime;
  readonly timeStamps: ThirdPartyTime;
}

export function thirdPartyTimes(
  bundle: Bundle,
  given: {
    readonly trust: Trust;
    readonly primitives: Primitives;
    readonly nowUs: number | undefined;
    readonly required: Pick<Required, "witness" | "timestamp">;
  },
): ThirdPartyTimes {
  const { required } = given;
  return {
    witnesses: checkWitnesses(bundle, { ...given, required: required.witness }),
    timeStamps: checkTimeStamps(bundle, { ...given, required: required.timestamp }),
  };
}

/** The earliest of the times at which a third party saw the bundle; null where none did. */
export function earliestUs({ witnesses, timeStamps }: ThirdPartyTimes): number | null {
  const times = [witnesses.notAfterUs, timeStamps.notAfterUs].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** When the bundle existed at the latest, and whether the trust file or the caller wants that known. */
export function existenceTime(
  times: ThirdPartyTimes,
  { trust, required }: { readonly trust: Trust; readonly required: Required },
): ExistenceTime {
  const isDemanded =
    required.timestamp ||
    required.witness ||
    trust.timeStampThreshold !== null ||
    trust.witnessThreshold !== null;
  return { isDemanded, notAfterUs: earliestUs(times) };
}
