import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { formatVerifierKey } from "../../core/evidence/log/signed-note.ts";
import { whyPepperIsLost } from "../keys/open-api-key-pepper.ts";
import { logKeyFile, openLogSigner } from "../keys/open-log-signer.ts";
import { messageOf } from "../platform/fault.ts";
import { metaValue } from "../storage/sqlite/meta-value.ts";
import { holdsApiKeys } from "../storage/sqlite/start/open-if-not-empty.ts";
import { failed, type Finding, ok } from "./finding.ts";

const what = "keys";

/** Whether what the log is signed with, and API keys are checked with, is there; evidence keys have a check of their own. */
export function examineKeys(database: DatabaseSync, dataDir: string): Finding {
  const lost = whyLogKeyIsLost(database, dataDir) ?? whyPepperIsLost(dataDir, () => holdsApiKeys(database));
  if (lost !== null) return failed(what, lost);
  return ok(
    what,
    metaValue(database, "log_key") === null
      ? "the secret of the API keys is there; the log has not begun"
      : "the log's key and the secret of the API keys are there",
  );
}

function whyLogKeyIsLost(database: DatabaseSync, dataDir: string): string | null {
  const known = metaValue(database, "log_key");
  const path = logKeyFile(dataDir);
  if (known === null) return null;
  const then = "the service will not start: put the folder keys back, from the same backup as the database";
  if (!existsSync(path)) return `${path} is missing, and the log is signed with it; ${then}`;
  try {
    const here = formatVerifierKey(openLogSigner(dataDir, known.slice(0, known.indexOf("+"))));
    return here === known ? null : `${path} is not the key of this log (${known}); ${then}`;
  } catch (fault) {
    return messageOf(fault);
  }
}
