import { type Quotas, type Usage, frameRowBytes, hourBegins } from "../ports/quotas.ts";
import type { StoredAccounts } from "../ports/transaction.ts";
import { type FrameRefusal, isTakenWhole, placedIn, storageFullCode } from "./frame-refusal.ts";
import { arrivalsOf, type Arrival, type StagedLedger } from "./staged-ledger.ts";
import type { RefusedOutcome, WriteRequest } from "../ports/write-request.ts";
import { withAnswers } from "../in-order.ts";

const vehicleRowBytes = 512;

/** What is known of the vehicles and frames of the batch. */
type Counted = Pick<StagedLedger, "find" | "isCounted">;

/**
 * The quotas of the organisations in one batch: what was used before it, and what it has used so far. Read in the
 * transaction that adds to it, so that no two commits can both take the last place.
 */
export class StagedUsage {
  readonly #quotas: Quotas;
  readonly #usage: Map<string, Usage>;

  static async open(
    requests: readonly WriteRequest[],
    transaction: StoredAccounts,
    given: { readonly quotas: Quotas; readonly nowUs: number; readonly keptSinceUs: number },
  ): Promise<StagedUsage> {
    const { quotas, nowUs, keptSinceUs } = given;
    const organisations = [...new Set(requests.flatMap((request) => ownerOf(request) ?? []))];
    const used = await transaction.findUsage(organisations, {
      newSinceMinute: hourBegins(nowUs),
      keptSinceUs,
    });
    return new StagedUsage(quotas, new Map(withAnswers(organisations, used)));
  }

  private constructor(quotas: Quotas, usage: Map<string, Usage>) {
    this.#quotas = quotas;
    this.#usage = usage;
  }

  /** Books a frame that is about to be taken, or says why it is not; one that was counted before costs nothing. */
  admit(arrival: Arrival, ledger: Counted): FrameRefusal | null {
    if (ledger.isCounted(arrival)) return null;
    const { organisation } = arrival;
    const usage = this.#usageOf(organisation);
    const isNew = ledger.find(arrival) === null;
    const refusal = this.#refusalOf(usage, isNew);
    if (refusal === null) this.#usage.set(organisation, usageAfter(usage, arrival, isNew));
    return refusal;
  }

  /** Why a request that is taken whole or not at all is not taken: as its frames would be refused one after another. */
  refusalOfWhole(request: WriteRequest, ledger: Counted): RefusedOutcome | null {
    const begun = new Set<string>();
    let usage: Usage | undefined;
    for (const [at, arrival] of wholeArrivals(request).entries()) {
      if (ledger.isCounted(arrival)) continue;
      usage ??= this.#usageOf(arrival.organisation);
      const isNew = !begun.has(arrival.vehicleId) && ledger.find(arrival) === null;
      const refusal = this.#refusalOf(usage, isNew);
      if (refusal !== null) return { kind: "refused", ...placedIn(request, at, refusal) };
      if (isNew) begun.add(arrival.vehicleId);
      usage = usageAfter(usage, arrival, isNew);
    }
    return null;
  }

  /** Why no further answer is kept for this organisation. */
  refusalOfAnswer(organisation: string, more: number): FrameRefusal | null {
    const { keptAnswers } = this.#quotas;
    const used = (this.#usage.get(organisation)?.keptAnswers ?? 0) + more;
    if (used < keptAnswers) return null;
    const code = "kept_answer_limit_reached";
    const detail =
      `${used} answers are kept for repeats, which is the maximum of the organisation. Leave Idempotency-Key out where a frame ` +
      "is sent, for it counts once anyway, or wait until older answers have expired.";
    return { code, detail, fault: { header: "idempotency-key", code, detail } };
  }

  #usageOf(organisation: string): Usage {
    const usage = this.#usage.get(organisation);
    if (usage === undefined) throw new Error(`what ${organisation} uses was not asked for`);
    return usage;
  }

  #refusalOf(usage: Usage, isNewVehicle: boolean): FrameRefusal | null {
    return (isNewVehicle ? this.#vehicleRefusal(usage) : null) ?? this.#bytesRefusal(usage);
  }

  #vehicleRefusal({ vehicles, newVehicles }: Usage): FrameRefusal | null {
    const pointer = "/vehicle_id";
    if (vehicles >= this.#quotas.vehicles) {
      const code = "vehicle_limit_reached";
      const detail = `The organisation has ${vehicles} vehicles, which is the maximum; frames of those are accepted. Ask the operator for more.`;
      return { code, detail, fault: { pointer, code, detail } };
    }
    if (newVehicles >= this.#quotas.newVehiclesPerHour) {
      const code = "new_vehicle_limit_reached";
      const detail = `${newVehicles} vehicles were new within the last hour, which is the maximum; frames of known ones are accepted. Send this one again later.`;
      return { code, detail, fault: { pointer, code, detail } };
    }
    return null;
  }

  #bytesRefusal({ storedBytes }: Usage): FrameRefusal | null {
    if (storedBytes < this.#quotas.storedBytes) return null;
    const code = storageFullCode;
    const detail =
      `${storedBytes} of ${this.#quotas.storedBytes} bytes are used by the organisation: there is no room for new frames. ` +
      "Nothing is lost if you keep the frame and send it again later; it counts once. " +
      "The operator raises PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION.";
    return { code, detail, fault: { pointer: "", code, detail } };
  }
}

function usageAfter(usage: Usage, { frame }: Arrival, isNewVehicle: boolean): Usage {
  const vehicles = isNewVehicle ? 1 : 0;
  return {
    ...usage,
    vehicles: usage.vehicles + vehicles,
    newVehicles: usage.newVehicles + vehicles,
    // The states that follow are booked with the next batch.
    storedBytes: usage.storedBytes + frame.raw.length + frameRowBytes + vehicles * vehicleRowBytes,
  };
}

/** The frames of a request that is not divided. */
function wholeArrivals(request: WriteRequest): readonly Arrival[] {
  return isTakenWhole(request) ? arrivalsOf(request) : [];
}

function ownerOf(request: WriteRequest): string | null {
  if (request.kind === "answer") return request.slot.organisation;
  return "writer" in request ? request.writer.organisation : null;
}
