import { Refusal } from "../../../core/contract/refusal.ts";
import type { Caller } from "../application.ts";
import { twinRefusal } from "../commit/kept-answers.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { WriteSequence } from "./write-sequence.ts";
import type { Keep, RefusedOutcome, WriteOutcome, WriteRequest, Writer } from "../ports/write-request.ts";

/** What every writing verb needs. */
export interface WritingNeeds {
  readonly ledger: Ledger;
  readonly inFlight: KeysInFlight;
}

/** Idempotency keys whose first request is still running, with its fingerprint. */
export type KeysInFlight = Map<string, string>;

type OutcomeOf<Kind extends WriteRequest["kind"]> = Extract<WriteOutcome, { kind: Kind }>;

/**
 * Hands a request to the ledger and waits until its effect is durable. Throws `Refusal` when it is refused, also
 * while a request with the same idempotency key is still running.
 */
export function submitWrite<Kind extends WriteRequest["kind"]>(
  request: Extract<WriteRequest, { kind: Kind }>,
  { ledger, inFlight }: WritingNeeds,
  sequence?: WriteSequence,
): Promise<OutcomeOf<Kind>> {
  const keep = "keep" in request ? request.keep : null;
  const write = (): Promise<OutcomeOf<Kind>> => ledger.write(request, sequence).then(taken<Kind>);
  return keep === null ? write() : underKey(keep, inFlight, write);
}

function taken<Kind extends WriteRequest["kind"]>(outcome: WriteOutcome): OutcomeOf<Kind> {
  if (outcome.kind === "refused") throw refusal(outcome);
  return outcome as OutcomeOf<Kind>;
}

async function underKey<Outcome>(
  keep: NonNullable<Keep>,
  inFlight: KeysInFlight,
  write: () => Promise<Outcome>,
): Promise<Outcome> {
  const running = inFlight.get(keep.space);
  if (running !== undefined) throw refusal(twinRefusal(running === keep.fingerprint));
  inFlight.set(keep.space, keep.fingerprint);
  try {
    return await write();
  } finally {
    inFlight.delete(keep.space);
  }
}

export function writerOf({ organisation, keyId, fleets }: Caller): Writer {
  return { organisation, keyId, fleets };
}

function refusal({ code, detail, fault }: RefusedOutcome): Refusal {
  return new Refusal(code, detail, fault === undefined ? [] : [fault]);
}
