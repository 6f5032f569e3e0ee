import { ErasedRefusal, Refusal } from "../../../core/contract/refusal.ts";
import { readStoredBundle } from "../../../core/encoding/bundle.ts";
import { sigstoreBundle } from "../../../core/evidence/bundle/sigstore-bundle.ts";
import { presentTombstone } from "../present/present-custody.ts";
import type { Caller } from "../application.ts";
import type { EvidenceReader, StoredEvidence } from "../ports/reading/evidence-reader.ts";
import { awaitingIssuer } from "../log/read-log.ts";
import { scopeOf } from "../visibility-scope.ts";

/** What it takes to find a piece of evidence. */
export interface FindingNeeds {
  readonly evidence: Pick<EvidenceReader, "findEvidence" | "countWaiting">;
}

/** The exact bytes of a bundle and of its frames file, as issued. */
export async function readEvidence(
  caller: Caller,
  eventId: string,
  needs: FindingNeeds,
): Promise<{ readonly bundle: Uint8Array; readonly frames: Uint8Array }> {
  const { bundle, frames } = await openSealed(caller, { eventId, withFrames: true }, needs);
  return { bundle, frames };
}

/** The bundle under Sigstore's names, made from it at each call: there is nothing to keep. */
export async function readSigstoreBundle(
  caller: Caller,
  eventId: string,
  needs: FindingNeeds,
): Promise<Uint8Array> {
  const { bundle } = await openSealed(caller, { eventId, withFrames: false }, needs);
  return sigstoreBundle(readStoredBundle(bundle));
}

/** What may be handed out: besides what `openEvidence` refuses, `evidence_not_sealed` while third parties are being asked. */
export async function openSealed(...asked: Parameters<typeof openEvidence>): Promise<StoredEvidence> {
  const found = await openEvidence(...asked);
  if (found.isSealed) return found;
  throw new Refusal(
    "evidence_not_sealed",
    "Third parties are being asked about this evidence. Ask again a little later: what is handed out never changes.",
  );
}

/**
 * Throws `Refusal` `evidence_not_found`, alike for an id that does not exist and for one out of the caller's scope,
 * `issuer_not_named` for a breach whose evidence waits,
 * `ErasedRefusal` for evidence that was erased, and `evidence_damaged` where the stored bytes are no longer those that
 * were stored: they are not handed out.
 */
export async function openEvidence(
  caller: Caller,
  wanted: { readonly eventId: string; readonly withFrames: boolean },
  needs: FindingNeeds,
): Promise<StoredEvidence> {
  const scope = scopeOf(caller);
  const found = await needs.evidence.findEvidence({ scope, ...wanted });
  if (found === null) {
    const { eventId } = wanted;
    if ((await needs.evidence.countWaiting({ scope, eventId, vehicleId: null })) > 0) throw awaitingIssuer();
    throw new Refusal("evidence_not_found", "There is no such evidence; /v1/evidence lists what there is.");
  }
  if (found.tombstone !== null) throw new ErasedRefusal(presentTombstone(found.tombstone));
  if (!found.isIntact) throw new Refusal("evidence_damaged", damagedDetail(wanted.eventId));
  return found;
}

export function damagedDetail(eventId: string): string {
  return `What is stored of ${eventId} was damaged and is not handed out. Its operator finds it with \`plumbline doctor\` and restores it from a backup.`;
}
