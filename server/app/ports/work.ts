import type { WorkAction } from "../../../core/contract/schemas/vehicles/vehicle-work.ts";
import type { BaselinePlace } from "../../../core/scoring/verdict/baseline-places.ts";
import type { PlaceComparison } from "../../../core/scoring/verdict/compare-places.ts";
import type { FaultSource, Tier } from "../../../core/scoring/model/tier.ts";

/** Who did something: an API key, by its public id and the name it bore then; both null for the service itself. */
export interface WorkActor {
  readonly keyId: string | null;
  readonly keyName: string | null;
}

/** Something people do with a vehicle's fault. Plain data, because it may cross into another thread. */
export type WorkAct =
  | { readonly kind: "acknowledge"; readonly comment: string | null }
  | { readonly kind: "assign"; readonly assignee: string | null; readonly comment: string | null }
  | { readonly kind: "snooze"; readonly untilUs: number; readonly comment: string | null }
  | { readonly kind: "comment"; readonly comment: string }
  /** The fault was repaired: the baseline is learnt afresh, and held against the one before. */
  | { readonly kind: "repaired"; readonly comment: string }
  | { readonly kind: "reopen"; readonly comment: string | null }
  | { readonly kind: "close"; readonly comment: string | null }
  | { readonly kind: "undo"; readonly entry: number };

/** Of which entry something is, and when and by whom. */
interface Noted {
  readonly entry: number;
  readonly atUs: number;
  readonly by: WorkActor;
}

/** How the vehicle stood when it was acknowledged or snoozed: what it is held against, whether it became worse. */
export interface WorkMark extends Noted {
  /** Newest entry of the vehicle's journal at that time. */
  readonly seq: number;
  readonly tier: Tier;
  readonly source: FaultSource;
}

export interface Snooze extends WorkMark {
  readonly untilUs: number;
  /** Its time is over, and it was announced where that brought the vehicle back. */
  readonly isOver?: true;
}

/** Why a vehicle is in the queue whatever its tier says. */
export interface WorkHold extends Noted {
  readonly reason: "reopened" | "not_restored";
}

/** `undecided`: there is nothing to hold the new baseline against, or somebody closed the work before it was. */
export type RepairOutcome = "pending" | "restored" | "not_restored" | "undecided";

/** What is known of the newest repair. */
export interface Repair extends Noted {
  readonly comment: string;
  /** Entry of the vehicle's journal that began the new baseline. */
  readonly seq: number;
  /** The vehicle's tier when the repair was reported: the queue keeps it there until the check is over. */
  readonly tier: Tier;
  /** The baselines of before the fault; after a repair that restored nothing, still those. */
  readonly before: readonly BaselinePlace[];
  readonly outcome: RepairOutcome;
  readonly decidedAtUs: number | null;
  /** What decided; empty while it is pending. */
  readonly compared: readonly PlaceComparison[];
}

/** What people, and the check of a repair, can set; each is set and taken back as a whole. */
export interface WorkFacets {
  readonly acknowledgement: WorkMark | null;
  readonly assignee: string | null;
  readonly snooze: Snooze | null;
  readonly hold: WorkHold | null;
  readonly repair: Repair | null;
}
export type WorkFacet = keyof WorkFacets;

/** The work on a vehicle: what its entries have led to. */
export interface Work extends WorkFacets {
  /** Number of the newest entry; entries count from 1 without gaps. */
  readonly version: number;
  /** Which entry set a facet last; one never set is not there. */
  readonly setBy: { readonly [Facet in WorkFacet]?: number };
}

export const noWork: Work = {
  version: 0,
  acknowledgement: null,
  assignee: null,
  snooze: null,
  hold: null,
  repair: null,
  setBy: {},
};

/** One thing done, as it is kept. */
export interface WorkEntry extends Noted {
  readonly action: WorkAction;
  /** Newest entry of the vehicle's journal at that time; of `repaired` the one it made. */
  readonly seq: number;
  /** Null for none, and once it was taken back. */
  readonly comment: string | null;
  readonly assignee: string | null;
  readonly untilUs: number | null;
  readonly undoes: number | null;
  readonly undoneBy: number | null;
  readonly outcome: RepairOutcome | null;
  /** The facets it set, as they were before it: to take it back. Null for what cannot be taken back. */
  readonly before: Partial<WorkFacets> | null;
}

/** What has become of a vehicle since an entry of its journal. */
export interface SinceMark {
  /** A tier beyond the mark's, or a breach or fault of a sensor the mark was not about. */
  readonly worse: boolean;
  /** Out of CAUTION and CRITICAL for a while at least. */
  readonly calmed: boolean;
}

/** The work on a vehicle with what a state needs besides; `null` for no such mark. */
export interface StoredWork {
  readonly work: Work;
  readonly sinceAcknowledged: SinceMark | null;
  readonly sinceSnoozed: SinceMark | null;
  /** Newest that was not taken back. */
  readonly comment: WorkComment | null;
}

export interface WorkComment extends Noted {
  readonly text: string;
}

/** Work in a transaction: a vehicle's, and those of its entries that are asked for. */
export interface WorkRegister {
  /** In the order asked; null where nobody did anything. */
  findWork(vehicleKeys: readonly number[]): Promise<readonly (StoredWork | null)[]>;
  findWorkEntry(ask: { readonly vehicleKey: number; readonly entry: number }): Promise<WorkEntry | null>;
  /** The newest comment before an entry that was not taken back. */
  findWorkComment(ask: { readonly vehicleKey: number; readonly before: number }): Promise<WorkComment | null>;
  /** Of these vehicles those whose repair is not decided. */
  findPendingRepairs(vehicleKeys: readonly number[]): Promise<readonly number[]>;
  /** What has become of a vehicle since a mark was set. */
  sinceMark(ask: {
    readonly vehicleKey: number;
    readonly mark: Pick<WorkMark, "seq" | "tier" | "source">;
  }): Promise<SinceMark>;
}

/** What a commit adds to the work on one vehicle. */
export interface WorkChange {
  readonly vehicleKey: number;
  readonly organisation: string;
  readonly work: Work;
  readonly entries: readonly WorkEntry[];
  /** Entries taken back, by which, and whether their comment goes for good. */
  readonly undone: readonly {
    readonly entry: number;
    readonly by: number;
    readonly erasesComment: boolean;
  }[];
}
