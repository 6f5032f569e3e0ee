import type { AuditEntry } from "../ports/audit.ts";

/** Entries of one organisation that are recorded singly within a minute; more are counted. */
export const singlyPerMinute = 2_000;
/** Of what cannot be laid to any organisation: anybody can cause it. */
export const anonymousSinglyPerMinute = 100;
/** Kinds of entries that are counted apart within a minute; the rest is counted by action and result alone. */
const mostGroups = 1_000;
/** Entries that wait for a store that takes no writes. */
const mostWaiting = 10_000;
const writtenAtOnce = 500;
const gatherMs = 100;
const retryMs = 1_000;
const minuteUs = 60_000_000;

export interface AuditTrailNeeds {
  /** Writes entries down, all or none. */
  readonly write: (entries: readonly AuditEntry[]) => Promise<unknown>;
  readonly nowUs: () => number;
  /** Called when entries could not be written for the first time, and again only after some were. */
  readonly warn: (fault: unknown) => void;
}

/**
 * What is to be recorded beside any transaction: noted at once, written within moments in few transactions, and never
 * waited for. Whoever makes thousands of alike requests is one record with a count, so that a flood neither fills the
 * disk nor pushes out what others did.
 */
export class AuditTrail {
  readonly #needs: AuditTrailNeeds;
  readonly #waiting: AuditEntry[] = [];
  readonly #counted = new Map<string, AuditEntry>();
  /** Entries recorded singly in this minute, by organisation. */
  readonly #taken = new Map<string, number>();
  #minute = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #isFailing = false;

  constructor(needs: AuditTrailNeeds) {
    this.#needs = needs;
  }

  note(entry: Omit<AuditEntry, "atUs" | "count">): void {
    const atUs = this.#needs.nowUs();
    this.#beginMinute(atUs);
    const { organisation } = entry;
    const taken = this.#taken.get(organisation) ?? 0;
    const most = organisation === "" ? anonymousSinglyPerMinute : singlyPerMinute;
    if (taken < most && this.#waiting.length < mostWaiting) {
      this.#taken.set(organisation, taken + 1);
      this.#waiting.push({ ...entry, atUs, count: 1 });
    } else {
      this.#count({ ...entry, atUs, count: 1 });
    }
    this.#schedule(gatherMs);
  }

  /** Writes what waits, and what was counted of the minute that is not over yet. */
  async close(): Promise<void> {
    this.#settleCounts();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#writing;
    this.#isFailing = false;
    while (this.#waiting.length > 0 && !this.#isFailing) await this.#writeSome();
  }

  #count(entry: AuditEntry): void {
    const { organisation, action, result, code, keyId, reason } = entry;
    const fine = JSON.stringify([organisation, action, result, code, keyId, reason]);
    const isNew = !this.#counted.has(fine);
    const group = isNew && this.#counted.size >= mostGroups ? JSON.stringify([action, result]) : fine;
    const known = this.#counted.get(group);
    const first = group === fine ? { ...entry, subject: null } : { ...entry, ...nobody };
    this.#counted.set(group, known === undefined ? first : { ...known, count: known.count + 1 });
  }

  #beginMinute(atUs: number): void {
    const minute = Math.floor(atUs / minuteUs);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#taken.clear();
    this.#settleCounts();
  }

  #settleCounts(): void {
    // Those counts are few, whatever waits.
    this.#waiting.push(...this.#counted.values());
    this.#counted.clear();
  }

  /** Without holding the process: what is left at a stop is written by `close`. */
  #schedule(withinMs: number): void {
    if (this.#timer !== null || this.#writing !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writeSome().finally(() => {
        this.#writing = null;
        this.#goOn();
      });
    }, withinMs).unref();
  }

  #goOn(): void {
    if (this.#waiting.length > 0) this.#schedule(this.#isFailing ? retryMs : gatherMs);
    else if (this.#counted.size > 0) this.#scheduleCounts();
  }

  /** The counts of a minute are recorded when it is over, also where nothing else is noted. */
  #scheduleCounts(): void {
    const restMs = minuteUs / 1_000 - ((this.#needs.nowUs() / 1_000) % (minuteUs / 1_000));
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#beginMinute(this.#needs.nowUs());
      this.#goOn();
    }, restMs + 1).unref();
  }

  async #writeSome(): Promise<void> {
    const some = this.#waiting.slice(0, writtenAtOnce);
    try {
      if (some.length > 0) await this.#needs.write(some);
      this.#waiting.splice(0, some.length);
      this.#isFailing = false;
    } catch (fault) {
      // They wait for a store that takes writes again; a store that is gone takes them with it.
      if (!this.#isFailing) this.#needs.warn(fault);
      this.#isFailing = true;
    }
  }
}

/** Who did it is not recorded where too many did. */
const nobody = {
  organisation: "",
  keyId: null,
  subject: null,
  code: null,
  reason: null,
  requestId: null,
  clientAddress: null,
} as const;
