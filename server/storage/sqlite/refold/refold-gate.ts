import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

import { Refusal } from "../../../../core/contract/refusal.ts";
import type { RefoldProgress } from "../../../app/ports/refold.ts";
import type { VehicleName } from "../../../app/ports/vehicle-summary.ts";
import type { WriteRequest } from "../../../app/ports/write-request.ts";
import type { WriteSequence } from "../../../app/ingest/write-sequence.ts";
import { prepareQuery, type Query } from "../prepare-query.ts";

/** How long a write waits for its vehicles, so that its sender is answered before it gives up. */
const writesWaitMs = 8_000;
/** And a read. */
const readsWaitMs = 1_500;
/** How often it is looked. */
const lookEveryMs = 20;

export interface GateNeeds {
  /** Of vehicles that somebody waits for. */
  readonly hurry: (vehicleKeys: readonly number[]) => void;
  readonly nowMs: () => number;
  readonly nowUs: () => number;
}

/**
 * Where writes to vehicles wait until these are folded again. What a commit would have to fold of them first would keep all
 * others waiting; here only those wait who are concerned, and their vehicles come first.
 */
export class RefoldGate {
  readonly #needs: GateNeeds;
  readonly #waitingOf: Query<{ key: number }>;
  readonly #isWaiting: Query<{ key: number }>;
  /** The write before in the same sequence. */
  readonly #before = new WeakMap<WriteSequence, Promise<void>>();
  #began: { readonly left: number; readonly atMs: number } | null = null;
  #progress: RefoldProgress | null = null;

  /** `database` reads beside the writer. */
  constructor(database: DatabaseSync, needs: GateNeeds) {
    this.#needs = needs;
    this.#isWaiting = prepareQuery(
      database,
      "SELECT vehicle_key AS key FROM refold_waiting WHERE vehicle_key = ?",
    );
    this.#waitingOf = prepareQuery(
      database,
      `SELECT vehicle_key AS key FROM vehicle JOIN refold_waiting USING (vehicle_key)
       WHERE organisation = ? AND vehicle_id = ?`,
    );
  }

  /** How far it is; null while nothing waits. */
  get progress(): RefoldProgress | null {
    return this.#progress;
  }

  /** Whether a write may go by: of a sequence that ever waited none does, because they keep their order. */
  isOpenFor(sequence: WriteSequence | undefined): boolean {
    return this.#progress === null && (sequence === undefined || !this.#before.has(sequence));
  }

  /** Takes in what the writer says. */
  heed({ vehicles, left }: { readonly vehicles: number; readonly left: number }): void {
    if (left === 0) {
      this.#progress = null;
      return;
    }
    const { nowMs, nowUs } = this.#needs;
    this.#began ??= { left, atMs: nowMs() };
    const done = this.#began.left - left;
    const expectedEndUs =
      done === 0 ? null : Math.round(nowUs() + ((nowMs() - this.#began.atMs) * 1000 * left) / done);
    this.#progress = { vehicles, vehiclesDone: vehicles - left, expectedEndUs };
  }

  /** Resolves when the vehicles of a write wait no longer, writes of one sequence in their order; else it is refused. */
  async admit(request: WriteRequest, sequence?: WriteSequence): Promise<void> {
    const before = sequence === undefined ? undefined : this.#before.get(sequence);
    const admitted = this.#admitAfter(before, request);
    // Whoever comes next in the sequence waits for this one, whatever becomes of it.
    if (sequence !== undefined)
      this.#before.set(
        sequence,
        admitted.catch(() => {}),
      );
    return admitted;
  }

  async #admitAfter(before: Promise<void> | undefined, request: WriteRequest): Promise<void> {
    await before;
    if (await this.#pass(namesOf(request), writesWaitMs)) return;
    throw new Refusal(
      "overloaded",
      "The service has another version of its scoring and computes this vehicle's history again first, ahead of all others. Send the same request again.",
    );
  }

  /** Waits a little for a vehicle that is asked for. */
  async attend(name: VehicleName): Promise<void> {
    if (this.#progress !== null) await this.#pass([name], readsWaitMs);
  }

  async #pass(names: readonly VehicleName[], withinMs: number): Promise<boolean> {
    const keys = names.flatMap(
      ({ organisation, vehicleId }) => this.#waitingOf.get(organisation, vehicleId)?.key ?? [],
    );
    if (keys.length === 0) return true;
    this.#needs.hurry(keys);
    const untilMs = this.#needs.nowMs() + withinMs;
    while (this.#needs.nowMs() < untilMs) {
      await sleep(lookEveryMs);
      while (keys.length > 0 && this.#isWaiting.get(keys.at(-1)!) === undefined) keys.pop();
      if (keys.length === 0) return true;
    }
    return false;
  }
}

/** The vehicles whose journals a write goes on with. */
function namesOf(request: WriteRequest): readonly VehicleName[] {
  if (request.kind === "frames") {
    const ids = request.frames.map(({ vehicleId }) => vehicleId);
    return namesIn(request.writer, ids);
  }
  if (request.kind === "score") return namesIn(request.writer, [request.frame.vehicleId]);
  if (request.kind === "command" || request.kind === "work") {
    return namesIn(request.writer, [request.vehicleId]);
  }
  return [];
}

function namesIn(
  { organisation }: { readonly organisation: string },
  ids: readonly string[],
): readonly VehicleName[] {
  return [...new Set(ids)].map((vehicleId) => ({ organisation, vehicleId }));
}
