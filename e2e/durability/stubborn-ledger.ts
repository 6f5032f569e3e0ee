import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { Refusal } from "../../core/contract/refusal.ts";
import { defaultSettings } from "../../core/scoring/settings.ts";
import { ingestFrame } from "../../server/app/ingest-frames.ts";
import { radarFrame, startUs } from "../../server/storage/frames-for-tests.ts";
import { openLedger } from "../../server/storage/sqlite/open-ledger.ts";

/**
 * A process that keeps sending frames to a ledger whose disk fails: run as `node stubborn-ledger.ts DATA_DIR FRAMES`.
 * It tells what became of each frame (`A number`, or `R number code` and, for a reader at that moment, whether the
 * answer memory could be read), and `broken` when the ledger says that the process must end.
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
  try {
    await ingestFrame(
      caller,
      radarFrame("van-1", number),
      { requestId: "req", receivedAtUs: startUs },
      needs,
    );
    tell(`A ${number}`);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const { kind } = await ledger.recallAnswer({ space: "any", fingerprint: "any" });
    tell(`R ${number} ${refusal.code} reads:${kind} ${ledger.whyUnavailable()}`);
    await sleep(100);
  }
}
await ledger.close();
tell("closed");

function tell(line: string): void {
  writeSync(1, `${line}\n`);
}
