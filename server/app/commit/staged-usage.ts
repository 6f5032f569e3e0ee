import {
  type Quotas,
  type Usage,
  dayBegins,
  frameRowBytes,
  hourBegins,
  vehicleRowBytes,
} from "../ports/quotas.ts";
import type { StoredAccounts } from "../ports/transaction.ts";
import { type FrameRefusal, isTakenWhole, placedIn, storageFullCode } from "./frame-refusal.ts";
import { arrivalsOf, type Arrival, type StagedLedger } from "./staged-ledger.ts";
import type { RefusedOutcome, Writer, WriteRequest } from "../ports/write-request.ts";
import { withAnswers } from "../in-order.ts";

/**
 * What a frame is booked with until it is written and its bytes are known: as most frames take, whose text is stored beside
 * one like it; of a long text it is not known whether there is one.
 */
export function expectedFrameBytes(raw: string): number {
  return frameRowBytes + (raw.length > longText ? raw.length : usualTextAndScore);
}

const longText = 1_024;
const usualTextAndScore = 240;

/** What is known of the vehicles and frames of the batch. */
type Counted = Pick<StagedLedger, "find" | "isCounted">;

/**
 * The quotas of the organisations in one batch: what was used before it, and what it has used so far. Read in the
 * transaction that adds to it, so that no two commits can both take the last place.
 */
export class StagedUsage {
  readonly #quotas: Quotas;
  readonly #usage: Map<string, Usage>;
  /** Requests for evidence and statements within 24 hours, by key: of those that ask. */
  readonly #requests: Map<string, number>;

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
    const requested = new Map<string, number>();
    for (const keyId of requestersIn(requests)) {
      requested.set(keyId, await transaction.countEvidenceRequests({ keyId, sinceUs: dayBegins(nowUs) }));
    }
    return new StagedUsage(quotas, new Map(withAnswers(organisations, used)), requested);
  }

  private constructor(quotas: Quotas, usage: Map<string, Usage>, requests: Map<string, number>) {
    this.#quotas = quotas;
    this.#usage = usage;
    this.#requests = requests;
  }

  /** Books a request for evidence or a statement that is about to be carried out. */
  bookEvidenceRequest({ writer }: { readonly writer: Writer }): void {
    this.#requests.set(writer.keyId, (this.#requests.get(writer.keyId) ?? 0) + 1);
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
    if (request.kind === "evidence-request" || request.kind === "statement")
      return this.#evidenceRefusal(request);
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

  #evidenceRefusal({ writer }: { readonly writer: Writer }): RefusedOutcome | null {
    const { evidenceRequestsPerDay: most } = this.#quotas;
    const full = this.#bytesRefusal(this.#usageOf(writer.organisation));
    if (full !== null) return { kind: "refused", code: full.code, detail: full.detail };
    const used = this.#requests.get(writer.keyId) ?? 0;
    if (used < most) return null;
    const detail = `This key has requested evidence or statements ${used} times within 24 hours, which is the maximum. Ask again later, or fetch what was issued: GET /v1/evidence.`;
    return { kind: "refused", code: "evidence_request_limit_reached", detail };
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

function requestersIn(requests: readonly WriteRequest[]): ReadonlySet<string> {
  return new Set(
    requests.flatMap((request) =>
      request.kind === "evidence-request" || request.kind === "statement" ? [request.writer.keyId] : [],
    ),
  );
}

function usageAfter(usage: Usage, { frame }: Arrival, isNewVehicle: boolean): Usage {
  const vehicles = isNewVehicle ? 1 : 0;
  return {
    ...usage,
    vehicles: usage.vehicles + vehicles,
    newVehicles: usage.newVehicles + vehicles,
    // What it took indeed, and the states that follow, are booked with the next batch.
    storedBytes: usage.storedBytes + expectedFrameBytes(frame.raw) + vehicles * vehicleRowBytes,
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
