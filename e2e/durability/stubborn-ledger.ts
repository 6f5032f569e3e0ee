import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { Refusal } from "../../core/contract/refusal.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { ingestFrame } from "../../server/app/ingest/ingest-frames.ts";
import { radarFrame, startUs } from "../../server/storage/frames-for-tests.ts";
import { openLedger } from "../../server/storage/sqlite/write/open-ledger.ts";

/**
 * A process that sends frames to a ledger whose disk fails, each until it is taken: run as
 * `node stubborn-ledger.ts DATA_DIR FRAMES`. It tells what became of each attempt (`A number`, or `R number code` with
 * what a reader got at that moment), and `broken` when the ledger says that the process must end.
 */
const [dataDir, frames] = process.argv.slice(2);

const ledger = await openLedger({
  dataDir: dataDir!,
  settings: defaultSettings,
  issuer: {
    organisation: "test",
    software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
  },
  specification: new Uint8Array(),
  onBroken() {
    tell("broken");
    process.exit(70);
  },
});
const needs = { ledger, inFlight: new Map<string, string>() };
const caller = { organisation: "acme", keyId: "key", scopes: ["admin"], fleets: null };

for (let number = 0; number < Number(frames); number += 1) {
  while (!(await isTaken(number))) await sleep(100);
}
await ledger.close();
tell("closed");

async function isTaken(number: number): Promise<boolean> {
  try {
    await ingestFrame(
      caller,
      radarFrame("van-1", number),
      { requestId: "req", receivedAtUs: startUs },
      needs,
    );
    tell(`A ${number}`);
    return true;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const { kind } = await ledger.recallAnswer({ space: "any", fingerprint: "any" });
    tell(`R ${number} ${refusal.code} reads:${kind} ${ledger.whyUnavailable()}`);
    return false;
  }
}

function tell(line: string): void {
  writeSync(1, `${line}\n`);
}
