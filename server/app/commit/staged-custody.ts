import type { LegalHoldResult, Tombstone } from "../../../core/contract/types.ts";
import type { Signer } from "../../../core/evidence/keys/dsse.ts";
import { custodyDigest, type CustodyRecord } from "../../../core/evidence/bundle/custody-record.ts";
import { formatInstant, formatTime } from "../../../core/encoding/instant.ts";
import { signDocument } from "../../../core/evidence/log/logged-document.ts";
import type { Sha256 } from "../../../core/encoding/primitives.ts";
import type { JsonObject } from "../../../core/encoding/strict-json.ts";
import type { Written } from "../ports/kept-answer.ts";
import type { EvidenceStanding, UnloggedDocument } from "../ports/logged-document.ts";
import type { Transaction } from "../ports/transaction.ts";
import { damagedDetail } from "../evidence/read-evidence.ts";
import { presentTombstone } from "../present/present-custody.ts";
import type { CustodyRequest, RefusedOutcome, Writer, WriteRequest } from "../ports/write-request.ts";

interface CustodyNeeds {
  readonly signer: Signer;
  readonly sha256: Sha256;
  readonly nowUs: () => number;
}

/** What a record says beside who, when and after which. */
type RecordBody = BodyOf<CustodyRecord>;
type BodyOf<Record> = Record extends unknown
  ? Omit<Record, "schema" | "event_id" | "organisation" | "seq" | "at" | "key_id" | "prev">
  : never;

const hourUs = 3_600_000_000;

/**
 * Where a batch does things with issued evidence, and writes down that it did: every record is signed, follows the one
 * before by its digest, and is entered in the log in the same transaction. Nothing of it is visible outside; if the
 * transaction is undone it is dropped.
 */
export class StagedCustody {
  readonly documents: UnloggedDocument[] = [];
  readonly #standing: Map<string, EvidenceStanding>;
  readonly #needs: CustodyNeeds;
  readonly #nowUs: number;

  /** Finds how the evidence stands that the requests name. */
  static async open(
    requests: readonly WriteRequest[],
    transaction: Pick<Transaction, "findEvidence">,
    needs: CustodyNeeds,
  ): Promise<StagedCustody> {
    const nowUs = needs.nowUs();
    const ids = [
      ...new Set(requests.flatMap((request) => (request.kind === "custody" ? [request.eventId] : []))),
    ];
    const found = ids.length === 0 ? [] : await transaction.findEvidence(ids, nowUs - (nowUs % hourUs));
    const standing = found.filter((one) => one !== null);
    return new StagedCustody(new Map(standing.map((one) => [one.eventId, one])), needs, nowUs);
  }

  private constructor(standing: Map<string, EvidenceStanding>, needs: CustodyNeeds, nowUs: number) {
    this.#standing = standing;
    this.#needs = needs;
    this.#nowUs = nowUs;
  }

  /** Why a request cannot be carried out as the evidence stands; null lets it through. */
  refusalOf(request: WriteRequest): RefusedOutcome | null {
    if (request.kind !== "custody") return null;
    const evidence = this.#standing.get(request.eventId);
    if (evidence === undefined || !isInScope(evidence, request.writer)) {
      return refused("evidence_not_found", "There is no such evidence; /v1/evidence lists what there is.");
    }
    if (evidence.isErased) {
      return refused("evidence_purged", "The evidence was erased; its custody shows the tombstone.");
    }
    return request.act.kind === "erasure" ? this.#refusalOfErasure(evidence) : null;
  }

  #refusalOfErasure(evidence: EvidenceStanding): RefusedOutcome | null {
    // Its tombstone would name the place in the log that the damaged bytes state.
    if (evidence.leafIndex === null) return refused("evidence_damaged", damagedDetail(evidence.eventId));
    return evidence.isOnHold
      ? refused("evidence_on_hold", "A legal hold is on this evidence. Release it first, if that is right.")
      : null;
  }

  /** Does what a request that is not refused asks for. Null where no answer besides its being done is awaited. */
  carryOut(request: CustodyRequest): Written<LegalHoldResult | Tombstone> | null {
    const { act } = request;
    switch (act.kind) {
      case "hand-out":
        this.#handOut(request, act.form);
        return null;
      case "hold":
        return written(this.#hold(request, act));
      case "erasure":
        return written(this.#erase(request, act));
    }
  }

  #handOut(request: CustodyRequest, form: EvidenceStanding["handedOut"][number]["form"]): void {
    const evidence = this.#evidenceOf(request);
    const { keyId } = request;
    // A client that asks again and again is one fact, not a thousand: the log must not grow by polling.
    if (evidence.handedOut.some((one) => one.keyId === keyId && one.form === form)) return;
    this.#record(request, { action: "handed_out", form });
    this.#change(request, { handedOut: [...evidence.handedOut, { keyId, form }] });
  }

  #hold(
    request: CustodyRequest,
    { hold, reason }: { readonly hold: boolean; readonly reason: string },
  ): LegalHoldResult {
    const changed = this.#evidenceOf(request).isOnHold !== hold;
    if (changed) {
      this.#record(request, { action: hold ? "hold_set" : "hold_released", reason });
      this.#change(request, { isOnHold: hold });
    }
    return { event_id: request.eventId, legal_hold: hold, changed, at: formatTime(this.#nowUs) };
  }

  #erase(
    request: CustodyRequest,
    { basis, decisionSha256 }: { readonly basis: string; readonly decisionSha256: string },
  ): Tombstone {
    const { eventId, organisation, contentDigest, leafIndex } = this.#evidenceOf(request);
    this.#record(request, { action: "erased", basis, decision_sha256: decisionSha256 });
    const tombstone = this.#sign("tombstone", request, {
      schema: "urn:plumbline:tombstone:1",
      event_id: eventId,
      organisation,
      content_digest: contentDigest,
      leaf_index: leafIndex,
      erased_at: formatInstant(this.#nowUs),
      basis,
      decision_sha256: decisionSha256,
    });
    this.documents.push({ ...tombstone, erases: true });
    this.#change(request, { isErased: true, leafIndex: null });
    return presentTombstone(tombstone.envelope);
  }

  #record(request: CustodyRequest, body: RecordBody): void {
    const { eventId, organisation, contentDigest, newest } = this.#evidenceOf(request);
    const seq = (newest?.seq ?? 0) + 1;
    const record: CustodyRecord = {
      schema: "urn:plumbline:custody:1",
      event_id: eventId,
      organisation,
      seq,
      at: formatInstant(this.#nowUs),
      key_id: request.keyId,
      ...body,
      prev: newest?.digest ?? contentDigest,
    };
    const digest = custodyDigest(record, this.#needs.sha256);
    const form = body.action === "handed_out" ? body.form : null;
    this.documents.push({
      ...this.#sign("custody", request, record),
      custody: { seq, action: body.action, form, keyId: request.keyId, digest },
    });
    this.#change(request, { newest: { seq, digest } });
  }

  #sign(
    kind: "custody" | "tombstone",
    { writer, eventId }: CustodyRequest,
    payload: JsonObject,
  ): UnloggedDocument {
    const signed = signDocument(kind, payload, this.#needs);
    return { ...signed, organisation: writer.organisation, subject: eventId, loggedAtUs: this.#nowUs };
  }

  #evidenceOf({ eventId }: CustodyRequest): EvidenceStanding {
    const evidence = this.#standing.get(eventId);
    if (evidence === undefined) throw new Error(`how ${eventId} stands was not asked for`);
    return evidence;
  }

  #change(request: CustodyRequest, change: Partial<EvidenceStanding>): void {
    this.#standing.set(request.eventId, { ...this.#evidenceOf(request), ...change });
  }
}

function isInScope(
  { organisation, fleetId }: EvidenceStanding,
  writer: Pick<Writer, "organisation" | "fleets">,
): boolean {
  return organisation === writer.organisation && (writer.fleets === null || writer.fleets.includes(fleetId));
}

function refused(code: RefusedOutcome["code"], detail: string): RefusedOutcome {
  return { kind: "refused", code, detail };
}

function written<T>(value: T): Written<T> {
  return { value, body: JSON.stringify(value) };
}
