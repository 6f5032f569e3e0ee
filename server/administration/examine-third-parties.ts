import type { DatabaseSync } from "node:sqlite";

import { failed, type Finding, ok, warning } from "./finding.ts";
import type { Config } from "../config.ts";
import { sha256 } from "../app/sha256.ts";
import { readThirdParties } from "../third-parties/read-third-parties.ts";
import { messageOf } from "../platform/fault.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";

const what = "third parties";

/** Whether the files about time-stamp authorities and witnesses can be used, and whether evidence waits for them too long. */
export function examineThirdParties(
  config: Pick<Config, "thirdParties" | "sealWaitS">,
  { database, nowUs }: { readonly database: DatabaseSync; readonly nowUs: number },
): readonly Finding[] {
  return [examineFiles(config), ...examineWaiting(config, { database, nowUs })];
}

function examineFiles({ thirdParties }: Pick<Config, "thirdParties">): Finding {
  try {
    const { authorities, witnesses } = readThirdParties(thirdParties, sha256);
    const detail =
      authorities.length === 0 && witnesses.length === 0
        ? "none is configured: every time in the evidence is this machine's claim"
        : `${authorities.length} time-stamp authorities, ${witnesses.length} witnesses`;
    return ok(what, detail);
  } catch (fault) {
    return failed(what, messageOf(fault));
  }
}

/** A running service seals in time; what is left over waits for the next start. */
function examineWaiting(
  { sealWaitS }: Pick<Config, "sealWaitS">,
  { database, nowUs }: { readonly database: DatabaseSync; readonly nowUs: number },
): readonly Finding[] {
  const overdueSinceUs = nowUs - sealWaitS * 1_000_000;
  const row = prepareQuery<{ waiting: number }>(
    database,
    "SELECT count(*) AS waiting FROM unsealed_evidence WHERE since_us < ?",
  ).get(overdueSinceUs);
  const waiting = row?.waiting ?? 0;
  if (waiting === 0) return [];
  const detail = `${waiting} pieces of evidence wait longer than PLUMBLINE_SEAL_WAIT_S for third parties: is the service running?`;
  return [warning(what, detail)];
}
