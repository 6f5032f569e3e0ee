import { tiers, type Action, type FaultSource, type Tier } from "../../../core/scoring/model/tier.ts";
import type { PlaceComparison } from "../../../core/scoring/verdict/compare-places.ts";
import type { Repair, Work, WorkHold } from "../ports/work.ts";
import { explainRepair } from "./explain-repair.ts";

/** Why a vehicle is in the queue though its own verdict asks for nothing. */
export interface HeldReason {
  readonly why: string;
  readonly sinceUs: number;
  readonly action: Action;
  readonly source: FaultSource;
  /** As the queue's rank goes by it: what a repair left counts as a drift of that size. */
  readonly priority: number;
}

/** What the queue says of work that is held in it, or of a repair that is being checked. */
export function queueHeld({ hold, repair }: Work): HeldReason {
  if (hold?.reason === "reopened") return reopened(hold);
  if (repair === null) throw new Error("a vehicle is listed for its work, and there is none");
  return repair.outcome === "not_restored" ? notRestored(repair) : beingChecked(repair);
}

function reopened({ atUs, by }: WorkHold): HeldReason {
  return {
    why: `Reopened by ${by.keyName ?? by.keyId ?? "the service"}: what it sends is within its limits, and somebody says that there is something to do.`,
    sinceUs: atUs,
    action: "inspect_sensor",
    source: "none",
    priority: priorityOf("CAUTION", 0),
  };
}

function notRestored(repair: Repair): HeldReason {
  const off = repair.compared.filter(({ outcome }) => outcome === "not_restored");
  const share = Math.max(...off.map(shareOfCritical));
  return {
    why: explainRepair(repair, repair.compared),
    sinceUs: repair.decidedAtUs ?? repair.atUs,
    action: share >= 1 ? "calibration_required" : "schedule_calibration",
    source: off.length === 1 ? off[0]!.sensor : "multi_modal",
    priority: priorityOf(share >= 1 ? "CRITICAL" : "CAUTION", share),
  };
}

function beingChecked(repair: Repair): HeldReason {
  return {
    why: "A repair was reported, and whether it restored the vehicle is being checked: nothing is to be done until then.",
    sinceUs: repair.atUs,
    action: "none",
    source: "none",
    priority: priorityOf("NOMINAL", 0),
  };
}

function shareOfCritical({ difference, limits }: PlaceComparison): number {
  return Math.abs(difference ?? 0) / limits.critical;
}

/** Thousands for the tier it would have, and within it what it has lost of its health. */
function priorityOf(tier: Tier, shareOfCriticalLimit: number): number {
  return 1000 * tiers.indexOf(tier) + 100 - 100 * 2 ** -shareOfCriticalLimit;
}
