import { availableParallelism } from "node:os";

import { settingsToJson } from "../../core/scoring/settings/settings.ts";
import {
  joinReports,
  type StatesReport,
  type VerificationNeeds,
  verifyStates,
} from "../app/journal/verify-states.ts";
import { WorkerCalls } from "../platform/worker-calls.ts";
import type { AuditMethods, AuditStart } from "../storage/sqlite/audit/audit-thread.ts";
import type { SqliteAudit } from "../storage/sqlite/audit/sqlite-audit.ts";

/** Fewer entries are folded sooner than a thread has loaded its modules. */
const manyEntries = 5_000;
/** Each thread has a cache of pages of its own. */
const mostThreads = 8;
/** So that no thread is left with a long piece when the others are done, and progress is reported in small steps. */
const piecesAThread = 16;
const longestPiece = 256;

/**
 * The report of `verifyStates`, with the vehicles shared out among threads: each folds whole vehicles, on a connection of
 * its own to `address`, and the report lists them in the same order.
 */
export async function verifyInThreads(
  {
    address,
    ...needs
  }: Omit<VerificationNeeds, "audit" | "keys"> & {
    readonly audit: SqliteAudit;
    readonly address: string;
  },
  { threads = Math.min(mostThreads, availableParallelism()), worthThreads = manyEntries } = {},
): Promise<StatesReport> {
  const { audit, settings, scoring, onProgress } = needs;
  if (threads < 2 || !(audit.countEntries() >= worthThreads)) return verifyStates(needs);
  const keys = audit.vehicleKeys();
  const pieces = cut(keys, Math.min(longestPiece, Math.ceil(keys.length / (threads * piecesAThread))));
  const reports: StatesReport[] = [];
  let next = 0;
  let done = 0;
  const workerData: AuditStart = { address, settings: settingsToJson(settings), scoring };
  const work = async (): Promise<void> => {
    const calls = new WorkerCalls<AuditMethods>({
      thread: new URL("../storage/sqlite/audit/audit-thread.ts", import.meta.url),
      name: "a folding thread",
      workerData,
    });
    try {
      while (next < pieces.length) {
        const at = next;
        next += 1;
        const piece = pieces[at] ?? [];
        // oxlint-disable-next-line no-await-in-loop -- a thread takes the next piece when it is done with one
        reports[at] = await calls.call("verify", piece);
        done += piece.length;
        onProgress?.(done, keys.length);
      }
    } finally {
      await calls.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, pieces.length) }, work));
  return joinReports(reports);
}

function cut(keys: readonly number[], length: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(keys.length / length) }, (_, at) =>
    keys.slice(at * length, (at + 1) * length),
  );
}
