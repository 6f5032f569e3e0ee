import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import type { Finding } from "./examine-data-folder.ts";
import { keysFolder } from "./keys/open-evidence-signer.ts";
import { frameSaltFile, openFrameSalt } from "./keys/open-frame-salt.ts";
import { sha256 } from "./keys/sha256.ts";
import { verifyChains } from "./storage/sqlite/verify-chains.ts";

const what = "pre-commitment";

/** Whether the journals still lead to every head that was committed to. */
export function examineChains(database: DatabaseSync, dataDir: string): Finding {
  if (database.prepare("SELECT 1 FROM chain_place LIMIT 1").get() === undefined) {
    return { what, status: "ok", detail: "nothing was committed to yet" };
  }
  const secret = join(dataDir, keysFolder, frameSaltFile);
  if (!existsSync(secret)) {
    return { what, status: "failed", detail: `${secret} is missing; restore it from a backup` };
  }
  const { compared, differences } = verifyChains(database, { sha256, frameSalt: openFrameSalt(dataDir) });
  const [first] = differences;
  return first === undefined
    ? { what, status: "ok", detail: `${compared} heads of chains made again from the journals` }
    : {
        what,
        status: "failed",
        detail: `the journal of ${first.vehicleId} does not lead to the head committed to at entry ${first.seq}: it was changed, or the salt secret is another`,
      };
}
