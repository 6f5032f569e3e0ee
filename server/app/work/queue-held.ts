import { tiers, type Tier } from "../../../core/scoring/model/tier.ts";
import type { PlaceComparison } from "../../../core/scoring/verdict/compare-places.ts";
import type { Advice } from "../fleet/advice.ts";
import type { Repair, Work, WorkHold } from "../ports/work.ts";
import { explainRepair } from "./explain-repair.ts";

/** Whether people, or the check of a repair, have something to say beyond the vehicle's own verdict. */
export function isHeld({ hold, repair }: Work): boolean {
  return hold !== null || repair?.outcome === "pending";
}

/** What is to be done about work that is held in the queue, or about a repair that is being checked. */
export function queueHeld({ hold, repair }: Work): Advice {
  if (hold?.reason === "reopened") return reopened(hold);
  if (repair === null) throw new Error("a vehicle is held for its work, and there is none");
  return repair.outcome === "not_restored" ? notRestored(repair) : beingChecked(repair);
}

function reopened({ atUs, by }: WorkHold): Advice {
  return {
    toDo: "Inspect it: it was reopened",
    why: `Reopened by ${by.keyName ?? by.keyId ?? "the service"}: its readings are within their limits, but someone reported that work is needed.`,
    sinceUs: atUs,
    action: "inspect_sensor",
    source: "none",
    priority: priorityOf("CAUTION", 0),
  };
}

function notRestored(repair: Repair): Advice {
  const off = repair.compared.filter(({ outcome }) => outcome === "not_restored");
  const share = Math.max(...off.map(shareOfCritical));
  return {
    toDo:
      share >= 1
        ? "Repair it again before further use: the repair did not restore it"
        : "Schedule another repair: the repair did not restore it",
    why: `${explainRepair(repair, repair.compared)} Its tier is based on the frames since that repair and does not show this.`,
    sinceUs: repair.decidedAtUs ?? repair.atUs,
    action: share >= 1 ? "calibration_required" : "schedule_calibration",
    source: off.length === 1 ? off[0]!.sensor : "multi_modal",
    priority: priorityOf(share >= 1 ? "CRITICAL" : "CAUTION", share),
  };
}

function beingChecked(repair: Repair): Advice {
  return {
    toDo: "Keep sending frames: a repair was reported and is being checked",
    why: `A repair was reported; the vehicle was ${repair.tier} before it. Whether the repair restored it is not known yet.`,
    sinceUs: repair.atUs,
    action: "none",
    source: "none",
    priority: priorityOf(repair.tier, 0),
  };
}

function shareOfCritical({ difference, limits }: PlaceComparison): number {
  return Math.abs(difference ?? 0) / limits.critical;
}

/** Thousands for the tier it would have, and within it what it has lost of its health. */
function priorityOf(tier: Tier, shareOfCriticalLimit: number): number {
  return 1000 * tiers.indexOf(tier) + 100 - 100 * 2 ** -shareOfCriticalLimit;
}
