import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { failed, type Finding, ok } from "./finding.ts";
import { keysFolder } from "../keys/evidence-key-files.ts";
import { frameSaltFile, openFrameSalt } from "../keys/open-frame-salt.ts";
import { sha256 } from "../app/sha256.ts";
import { verifyChains } from "../storage/sqlite/audit/verify-chains.ts";

const what = "pre-commitment";

/** Whether the journals still lead to every head that was committed to. */
export function examineChains(database: DatabaseSync, dataDir: string): Finding {
  if (database.prepare("SELECT 1 FROM chain_place LIMIT 1").get() === undefined) {
    return ok(what, "nothing was committed to yet");
  }
  const secret = join(dataDir, keysFolder, frameSaltFile);
  if (!existsSync(secret)) {
    return failed(what, `${secret} is missing; restore it from a backup`);
  }
  const { compared, differences } = verifyChains(database, { sha256, frameSalt: openFrameSalt(dataDir) });
  const [first] = differences;
  return first === undefined
    ? ok(what, `${compared} heads of chains made again from the journals`)
    : failed(
        what,
        `the journal of ${first.vehicleId} does not lead to the head committed to at entry ${first.seq}: it was changed, or the salt secret is another`,
      );
}
