import type {
  ErasureRequest,
  EvidenceRequest,
  EvidenceRequestResult,
  LegalHoldRequest,
  LegalHoldResult,
  Tombstone,
} from "../../../core/contract/types.ts";
import type { Caller, WriteContext } from "../application.ts";
import type { Written } from "../ports/kept-answer.ts";
import { submitWrite, writerOf, type WritingNeeds } from "../ingest/submit-write.ts";
import type { CustodyAct } from "../ports/write-request.ts";

/** Evidence of a vehicle's open breach up to its newest frame, because somebody asks for it. */
export async function requestEvidence(
  caller: Caller,
  asked: EvidenceRequest & { readonly vehicleId: string },
  ask: WriteContext,
  needs: WritingNeeds,
): Promise<Written<EvidenceRequestResult>> {
  const { answer } = await submitWrite<"evidence-request">(
    {
      kind: "evidence-request",
      writer: writerOf(caller),
      vehicleId: asked.vehicleId,
      reason: asked.reason,
      caseNumber: asked.case_number ?? null,
      keep: ask.keep ?? null,
      audit: ask.audit ?? null,
    },
    needs,
  );
  return answer;
}

/** Sets or releases a legal hold; a request that changes nothing is answered and not recorded. */
export async function setLegalHold(
  caller: Caller,
  { eventId, hold, reason }: LegalHoldRequest & { readonly eventId: string },
  ask: WriteContext,
  needs: WritingNeeds,
): Promise<Written<LegalHoldResult>> {
  const act = { kind: "hold", hold, reason } as const;
  return (await submit(caller, { eventId, act, ask }, needs)) as Written<LegalHoldResult>;
}

/**
 * Erases bundle and frames and leaves a signed tombstone. Throws `Refusal` `evidence_on_hold` while a legal hold is on
 * the evidence, and `evidence_purged` where it was erased before.
 */
export async function eraseEvidence(
  caller: Caller,
  { eventId, basis, decision_sha256: decisionSha256 }: ErasureRequest & { readonly eventId: string },
  ask: WriteContext,
  needs: WritingNeeds,
): Promise<Written<Tombstone>> {
  const act = { kind: "erasure", basis, decisionSha256 } as const;
  return (await submit(caller, { eventId, act, ask }, needs)) as Written<Tombstone>;
}

async function submit(
  caller: Caller,
  wanted: { readonly eventId: string; readonly act: CustodyAct; readonly ask: WriteContext },
  needs: WritingNeeds,
) {
  const { eventId, act, ask } = wanted;
  const { answer } = await submitWrite<"custody">(
    {
      kind: "custody",
      writer: writerOf(caller),
      eventId,
      keyId: caller.keyId,
      act,
      keep: ask.keep ?? null,
      audit: ask.audit ?? null,
    },
    needs,
  );
  return answer;
}
