import { dayUs, fullOn, nearlyFullBytes } from "../fleet/storage-forecast.ts";
import type { Ledger, LedgerHealth } from "../ports/ledger.ts";
import type { NoticeReader, SilencePlace } from "../ports/reading/notice-reader.ts";
import type { StorageReader, StoredBytes } from "../ports/stored-bytes.ts";
import type { VehicleName } from "../ports/vehicle-summary.ts";

/** Clock and stop watch differ by more than this only when somebody set the clock. */
const setClockUs = 60_000_000;

interface Moment {
  readonly nowUs: number;
  /** Monotonic. */
  readonly nowMs: number;
}

/**
 * Which vehicles are silent by the service's own fault: while it was down, could not store, or its clock was set, nobody
 * could be received. Such a time does not count as silence until as much time has passed as silence takes.
 */
export class ListeningTime {
  readonly #silentAfterUs: number;
  #last: Moment;
  /** When listening began again, and how long it was interrupted before that. */
  #sinceMs: number;
  #deafUs: number;

  constructor(silentAfterS: number, now: Moment, newestReceiptUs: number | null) {
    this.#silentAfterUs = silentAfterS * 1_000_000;
    this.#last = now;
    this.#sinceMs = now.nowMs;
    this.#deafUs = newestReceiptUs === null ? 0 : Math.max(0, now.nowUs - newestReceiptUs);
  }

  /** Vehicles whose newest frame was received before this are silent. Called now and then, with whether frames could be taken meanwhile. */
  silentBeforeUs(now: Moment, couldListen: boolean): number {
    const passedUs = (now.nowMs - this.#last.nowMs) * 1000;
    const setUs = now.nowUs - this.#last.nowUs - passedUs;
    this.#last = now;
    if (!couldListen) this.#interrupt(now, passedUs);
    if (Math.abs(setUs) > setClockUs) this.#interrupt(now, Math.max(0, setUs));
    const isOver = (now.nowMs - this.#sinceMs) * 1000 >= this.#silentAfterUs;
    return now.nowUs - this.#silentAfterUs - (isOver ? 0 : this.#deafUs);
  }

  #interrupt({ nowMs }: Moment, deafUs: number): void {
    const isOver = (nowMs - this.#sinceMs) * 1000 >= this.#silentAfterUs;
    this.#deafUs = deafUs + (isOver ? 0 : this.#deafUs);
    this.#sinceMs = nowMs;
  }
}

export interface AnnouncerNeeds {
  readonly reading: NoticeReader & StorageReader;
  /** What an organisation may store. */
  readonly limitBytes: number;
  readonly ledger: Pick<Ledger, "write"> & Pick<LedgerHealth, "whyUnavailable">;
  readonly silentAfterS: number;
  readonly nowUs: () => number;
  /** Monotonic. */
  readonly nowMs: () => number;
}

/** Vehicles announced in one transaction: whoever sends frames waits for it. */
const announcedAtOnce = 200;

/**
 * Announces what no frame tells: vehicles that went silent, keys about to expire, and snoozes that are over. What was announced is in the
 * database, written with the event, so that it is announced once whatever happens in between.
 */
export class NoticeAnnouncer {
  readonly #needs: AnnouncerNeeds;
  readonly #listening: ListeningTime;
  /** Vehicles whose newest frame was received before this were looked at. */
  #lookedThroughUs = 0;
  #storage: string | null = null;

  static async begin(needs: AnnouncerNeeds): Promise<NoticeAnnouncer> {
    const newestReceiptUs = await needs.reading.findNewestReceipt();
    const now = { nowUs: needs.nowUs(), nowMs: needs.nowMs() };
    return new NoticeAnnouncer(needs, new ListeningTime(needs.silentAfterS, now, newestReceiptUs));
  }

  private constructor(needs: AnnouncerNeeds, listening: ListeningTime) {
    this.#needs = needs;
    this.#listening = listening;
  }

  /** Announces what is new since the last time; what fails is found again the next time. */
  async announce(): Promise<void> {
    const { ledger, nowUs, nowMs } = this.#needs;
    const now = { nowUs: nowUs(), nowMs: nowMs() };
    const canWrite = ledger.whyUnavailable() === null;
    const silentBeforeUs = this.#listening.silentBeforeUs(now, canWrite);
    if (!canWrite) return;
    await this.#announceSilence(silentBeforeUs);
    await this.#announceExpiries(now.nowUs);
    await this.#announceSnoozes(now.nowUs);
    await this.#announceStorage(now.nowUs);
  }

  /** `ok`, or of how many organisations the storage is nearly full, and from when on; none is named. */
  checkStorage(): string {
    return this.#storage ?? "ok";
  }

  async #announceSilence(silentBeforeUs: number): Promise<void> {
    const { reading } = this.#needs;
    const sinceUs = this.#lookedThroughUs;
    let after: SilencePlace | null = null;
    do {
      const found = await reading.findSilent({ sinceUs, silentBeforeUs, after });
      for (let at = 0; at < found.vehicles.length; at += announcedAtOnce) {
        await this.#writeSilence(found.vehicles.slice(at, at + announcedAtOnce), silentBeforeUs);
      }
      after = found.next;
    } while (after !== null);
    this.#lookedThroughUs = Math.max(sinceUs, silentBeforeUs);
  }

  async #writeSilence(vehicles: readonly VehicleName[], silentBeforeUs: number): Promise<void> {
    const { ledger, silentAfterS } = this.#needs;
    await ledger.write({ kind: "silence", vehicles, silentBeforeUs, silentAfterS });
  }

  /** What is written is not found again, so that each round finds others. */
  async #announceSnoozes(nowUs: number): Promise<void> {
    const { reading, ledger } = this.#needs;
    const limit = announcedAtOnce;
    for (;;) {
      const vehicles = await reading.findEndedSnoozes({ nowUs, limit });
      if (vehicles.length > 0) await ledger.write({ kind: "snooze-end", vehicles, nowUs });
      if (vehicles.length < limit) return;
    }
  }

  async #announceStorage(nowUs: number): Promise<void> {
    const { reading, ledger, limitBytes } = this.#needs;
    const limit = announcedAtOnce;
    const ask = { day: Math.floor(nowUs / dayUs), nearlyFullBytes: nearlyFullBytes(limitBytes), limit };
    for (;;) {
      const organisations = await reading.findUnnotedStorage(ask);
      if (organisations.length > 0) await ledger.write({ kind: "storage", organisations });
      if (organisations.length < limit) break;
    }
    this.#storage = explainStorage(await reading.listNearlyFull(ask), { limitBytes, nowUs });
  }

  async #announceExpiries(nowUs: number): Promise<void> {
    const { reading, ledger } = this.#needs;
    const keys = await reading.findExpiringKeys({ nowUs });
    if (keys.length > 0) await ledger.write({ kind: "key-expiry" });
  }
}

function explainStorage(
  organisations: readonly StoredBytes[],
  given: { readonly limitBytes: number; readonly nowUs: number },
): string | null {
  if (organisations.length === 0) return null;
  const days = organisations.flatMap((one) => fullOn(one, given) ?? []).sort();
  const most = organisations.length === announcedAtOnce ? "at least " : "";
  const who =
    organisations.length === 1 ? "1 organisation uses" : `${most}${organisations.length} organisations use`;
  const when =
    days[0] === undefined ? "" : `; at the pace of the last week the first is full on ${days[0]} (UTC)`;
  return `${who} 80 % or more of the storage allowed${when}. PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION sets it`;
}
