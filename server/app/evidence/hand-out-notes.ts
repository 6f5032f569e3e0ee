import { Refusal } from "../../../core/contract/refusal.ts";
import type { HandOutForm } from "../../../core/evidence/bundle/custody-record.ts";
import type { Caller } from "../application.ts";
import type { Ledger } from "../ports/ledger.ts";
import { writerOf } from "../ingest/submit-write.ts";
import type { CustodyRequest } from "../ports/write-request.ts";

const hourUs = 3_600_000_000;
/** Hand-outs remembered as noted already; beyond that the store is asked again, which only costs time. */
const maxRemembered = 10_000;
/** Hand-outs that wait for a store that takes no writes; more than that are lost. */
const maxWaiting = 1_000;

/**
 * Notes in the custody of evidence who was given it, before it is given: once for each event, key, form and hour. While
 * the store takes no writes evidence can still be read; what could not be noted then is noted as soon as something can
 * be, unless the process ends first.
 */
export class HandOutNotes {
  readonly #ledger: Pick<Ledger, "write">;
  readonly #nowUs: () => number;
  readonly #noted = new Set<string>();
  readonly #waiting = new Map<string, CustodyRequest>();
  #hour = 0;

  constructor({ ledger, nowUs }: { readonly ledger: Pick<Ledger, "write">; readonly nowUs: () => number }) {
    this.#ledger = ledger;
    this.#nowUs = nowUs;
  }

  /** Throws `Refusal` where the evidence was erased, or went out of scope, since it was looked up. */
  async note(caller: Caller, eventId: string, form: HandOutForm): Promise<void> {
    this.#beginHour();
    const key = JSON.stringify([eventId, caller.keyId, form]);
    if (this.#noted.has(key)) return;
    const { keyId } = caller;
    const act = { kind: "hand-out", form } as const;
    const writer = writerOf(caller);
    // The audit log has every hand-out by the request, beside this one an hour.
    await this.#write(key, { kind: "custody", writer, eventId, keyId, act, keep: null });
    if (this.#waiting.size > 0) await this.#makeUp();
  }

  async #write(key: string, request: CustodyRequest): Promise<void> {
    try {
      const outcome = await this.#ledger.write(request);
      if (outcome.kind === "refused") throw new Refusal(outcome.code, outcome.detail);
      if (this.#noted.size < maxRemembered) this.#noted.add(key);
      this.#waiting.delete(key);
    } catch (fault) {
      if (!isUnavailable(fault)) throw fault;
      if (this.#waiting.size < maxWaiting) this.#waiting.set(key, request);
    }
  }

  /** Notes what waits, oldest first, until the store refuses again. What was erased meanwhile is let go. */
  async #makeUp(): Promise<void> {
    for (const [key, request] of this.#waiting) {
      await this.#write(key, request).catch(() => this.#waiting.delete(key));
      if (this.#waiting.has(key)) return;
    }
  }

  #beginHour(): void {
    const hour = Math.floor(this.#nowUs() / hourUs);
    if (hour === this.#hour) return;
    this.#hour = hour;
    this.#noted.clear();
  }
}

const unavailableCodes: ReadonlySet<string> = new Set([
  "storage_unavailable",
  "clock_unusable",
  "overloaded",
]);

function isUnavailable(fault: unknown): boolean {
  return fault instanceof Refusal && unavailableCodes.has(fault.code);
}
