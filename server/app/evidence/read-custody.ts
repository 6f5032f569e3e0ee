import { Refusal } from "../../../core/contract/refusal.ts";
import type { EvidenceCustody } from "../../../core/contract/types.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import type { Caller } from "../application.ts";
import { presentCustodyRecord, presentTombstone } from "../present/present-custody.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { newestCheckpoint } from "../log/read-log.ts";
import { scopeOf } from "../visibility-scope.ts";

/** What was done with evidence after its issue, oldest first, each record with its proof under the newest checkpoint. */
export async function readCustody(
  caller: Caller,
  ask: { readonly eventId: string; readonly afterSeq: number; readonly limit: number },
  { evidence, log }: Pick<ReadingNeeds, "evidence" | "log">,
): Promise<EvidenceCustody> {
  const { eventId, afterSeq, limit } = ask;
  const scope = scopeOf(caller);
  const found = await evidence.readCustody({ scope, eventId, afterSeq, limit: limit + 1 });
  if (found === null) {
    throw new Refusal("evidence_not_found", "There is no such evidence; /v1/evidence lists what there is.");
  }
  const records = found.records.slice(0, limit);
  // Read after the records: a checkpoint that holds them all.
  const { size, note } = await newestCheckpoint(log);
  const tombstone = found.tombstone === null ? null : presentTombstone(found.tombstone);
  return {
    event_id: eventId,
    content_digest: found.contentDigest,
    legal_hold: found.isOnHold,
    erased_at: tombstone?.erased_at ?? null,
    tombstone,
    entries: await Promise.all(
      records.map(async ({ envelope, leafIndex: index }) => {
        const hashes = await log.proveInclusion({ index, size });
        const proof = formatTlogProof({ index, hashes, checkpoint: note });
        return presentCustodyRecord(envelope, { index, proof });
      }),
    ),
    has_more: found.records.length > records.length,
  };
}
