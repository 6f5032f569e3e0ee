import type { BaselinePlace } from "../../../core/scoring/verdict/baseline-places.ts";
import type { Repair, Work, WorkActor, WorkAct, WorkEntry, WorkFacet, WorkFacets } from "../ports/work.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { WorkAction } from "../../../core/contract/schemas/vehicles/vehicle-work.ts";

/** Who does it, when, and how the vehicle stands then: of a repair, after its baseline was begun afresh. */
export interface WorkMoment {
  readonly by: WorkActor;
  readonly atUs: number;
  readonly vehicle: Pick<VehicleSummary, "entries" | "tier" | "probableFaultSource">;
}

/** What a command leads to. */
export interface WorkStep {
  readonly work: Work;
  readonly entry: WorkEntry;
}

/** What a repair has to know besides. */
export interface RepairGrounds {
  /** The tier by the baseline that was replaced. */
  readonly tier: Tier;
  /** The baselines that were replaced. */
  readonly replaced: readonly BaselinePlace[];
  readonly hasReference: boolean;
}

type PlainAct = Exclude<WorkAct, { kind: "undo" | "repaired" }>;

/** A command that is not refused, neither a repair nor taking something back. */
export function carryOutWork(act: PlainAct, work: Work, moment: WorkMoment): WorkStep {
  const set = facetsSetBy(act, work, moment);
  const isUndoable = Object.keys(set).length > 0;
  return step(work, moment, {
    action: act.kind,
    set,
    comment: act.comment,
    ...(act.kind === "assign" && { assignee: act.assignee }),
    ...(act.kind === "snooze" && { untilUs: act.untilUs }),
    before: isUndoable ? facetsBefore(work, set) : null,
  });
}

/** A repair: what was set for the fault before it is gone, and from now on it is being checked. */
export function reportRepair(
  comment: string,
  work: Work,
  { tier, replaced, hasReference, ...moment }: WorkMoment & RepairGrounds,
): WorkStep {
  const before = placesToReach(work, replaced);
  const isCheckable = before.length > 0 || hasReference;
  const repair: Repair = {
    ...noted(work, moment),
    comment,
    seq: moment.vehicle.entries,
    tier,
    before,
    outcome: isCheckable ? "pending" : "undecided",
    decidedAtUs: isCheckable ? null : moment.atUs,
    compared: [],
  };
  const set = { acknowledgement: null, snooze: null, hold: null, repair };
  return step(work, moment, { action: "repaired", set, comment, before: beforeRepair(work, moment) });
}

/**
 * What taking the report back sets: the marks of before, and a hold, because the baseline that said what was wrong is
 * gone. The check goes on: it holds the new baseline against the old one, whoever asked for it.
 */
function beforeRepair(work: Work, moment: WorkMoment): Partial<WorkFacets> {
  const hold = work.hold ?? { ...noted(work, moment), reason: "reopened" };
  return { acknowledgement: work.acknowledgement, snooze: work.snooze, hold };
}

/** Takes an entry back: what it set is again as it was before. */
export function takeBack(undone: WorkEntry, work: Work, moment: WorkMoment): WorkStep {
  return step(work, moment, {
    action: "undo",
    set: undone.before ?? {},
    comment: null,
    undoes: undone.entry,
    before: null,
  });
}

/** The service has decided whether a repair restored the vehicle. */
export function noteOutcome(
  decided: Pick<Repair, "outcome" | "compared">,
  work: Work,
  moment: WorkMoment,
): WorkStep {
  if (work.repair === null) throw new Error("a repair was decided that nobody reported");
  const repair = { ...work.repair, ...decided, decidedAtUs: moment.atUs };
  const hold = work.hold ?? { ...noted(work, moment), reason: "not_restored" as const };
  const set: Partial<WorkFacets> = {
    repair,
    ...(decided.outcome === "not_restored" && { hold }),
    // Whoever had the work has done it.
    ...(decided.outcome === "restored" && { assignee: null }),
  };
  const { outcome } = decided;
  return step(work, moment, { action: "checked", set, comment: null, outcome, before: null });
}

/** The time of a snooze is over, and the vehicle back in the queue because of it. */
export function noteSnoozeEnd(work: Work, moment: WorkMoment): WorkStep {
  const set = settledSnooze(work);
  return step(work, moment, { action: "snooze_ended", set, comment: null, before: null });
}

/** A snooze whose time is over is not looked for again. */
export function settledSnooze({ snooze }: Work): Pick<Work, "snooze"> {
  return { snooze: snooze === null ? null : { ...snooze, isOver: true } };
}

function facetsSetBy(act: PlainAct, work: Work, moment: WorkMoment): Partial<WorkFacets> {
  const { entries: seq, tier, probableFaultSource: source } = moment.vehicle;
  const mark = { ...noted(work, moment), seq, tier, source };
  switch (act.kind) {
    case "acknowledge":
      return { acknowledgement: mark };
    case "assign":
      return { assignee: act.assignee };
    case "snooze":
      return { snooze: { ...mark, untilUs: act.untilUs } };
    case "comment":
      return {};
    case "reopen":
      return {
        acknowledgement: null,
        snooze: null,
        hold: { ...noted(work, moment), reason: "reopened" },
      };
    case "close":
      return { acknowledgement: null, snooze: null, hold: null, assignee: null, ...givenUp(work, moment) };
  }
}

/** A repair that is closed before it was decided stays undecided. */
function givenUp({ repair }: Work, { atUs }: WorkMoment): Partial<WorkFacets> {
  if (repair?.outcome !== "pending") return {};
  return { repair: { ...repair, outcome: "undecided", decidedAtUs: atUs } };
}

/**
 * What the new baseline has to reach: the one it replaces; but after a repair that restored nothing, and that nobody has
 * accepted, still the one of before the fault.
 */
function placesToReach({ repair, hold }: Work, replaced: readonly BaselinePlace[]): readonly BaselinePlace[] {
  const isUnfinished = repair?.outcome === "pending" || (repair?.outcome === "not_restored" && hold !== null);
  if (repair === null || !isUnfinished) return replaced;
  const still = repair.before.map((place) => {
    const found = repair.compared.find(({ sensor }) => sensor === place.sensor);
    return { ...place, drift: found?.difference ?? place.drift };
  });
  const known = new Set(still.map(({ sensor }) => sensor));
  return [...still, ...replaced.filter(({ sensor }) => !known.has(sensor))];
}

function facetsBefore(work: Work, set: Partial<WorkFacets>): Partial<WorkFacets> {
  return Object.fromEntries(facetsIn(set).map((facet) => [facet, work[facet]]));
}

function facetsIn(set: Partial<WorkFacets>): readonly WorkFacet[] {
  return Object.keys(set) as WorkFacet[];
}

function noted({ version }: Work, { atUs, by }: WorkMoment) {
  return { entry: version + 1, atUs, by };
}

function step(
  work: Work,
  moment: WorkMoment,
  done: Partial<WorkEntry> & {
    readonly action: WorkAction;
    readonly set: Partial<WorkFacets>;
    readonly before: Partial<WorkFacets> | null;
  },
): WorkStep {
  const { set, ...said } = done;
  const version = work.version + 1;
  const setBy = Object.fromEntries(facetsIn(set).map((facet) => [facet, version]));
  return {
    work: { ...work, ...set, version, setBy: { ...work.setBy, ...setBy } },
    entry: {
      ...noted(work, moment),
      seq: moment.vehicle.entries,
      comment: null,
      assignee: null,
      untilUs: null,
      undoes: null,
      undoneBy: null,
      outcome: null,
      ...said,
    },
  };
}
