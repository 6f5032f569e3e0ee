import { formatTime } from "../../../core/encoding/instant.ts";
import { scoringVersion } from "../../../core/scoring/settings/settings.ts";
import type { FleetHealthSummary } from "../../../core/contract/types.ts";
import type { Caller } from "../application.ts";
import { presentVehicle } from "../present/present-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { RefoldProgress } from "../ports/refold.ts";
import type { TierCount } from "../ports/reading/fleet-reader.ts";
import { scopeOf } from "../visibility-scope.ts";
import { silentBefore } from "./silence.ts";

interface FleetQuestion {
  readonly fleets?: readonly string[];
  readonly regions?: readonly string[];
  readonly groupBy?: "fleet" | "region";
  readonly silentAfterS?: number;
}

/** How many of the worst vehicles the summary shows. */
const worstShown = 10;
const dayUs = 86_400_000_000;

/** Tier counts of the vehicles the caller may see. The four tiers add up to all vehicles. */
export async function summariseFleet(
  caller: Caller,
  question: FleetQuestion,
  needs: Pick<ReadingNeeds, "fleet" | "nowUs" | "silentAfterS" | "refold">,
): Promise<FleetHealthSummary> {
  const nowUs = needs.nowUs();
  const silentBeforeUs = silentBefore(nowUs, question.silentAfterS ?? needs.silentAfterS);
  const filter = {
    scope: scopeOf(caller, question.fleets),
    regions: question.regions ?? null,
    silentBeforeUs,
  };
  const groupBy = question.groupBy ?? null;

  const [count, worst] = await Promise.all([
    needs.fleet.countFleet({ filter, groupBy, framesSinceUs: nowUs - dayUs }),
    needs.fleet.listVehicles({
      filter,
      tiers: null,
      actionable: false,
      order: "urgency",
      after: null,
      limit: worstShown,
    }),
  ]);

  return {
    ...presentCount(count.all),
    frames_24h: count.frames,
    open_breaches: count.openBreaches,
    worst: worst.map((vehicle) => presentVehicle(vehicle, silentBeforeUs)),
    ...(groupBy === "fleet" && {
      by_fleet: count.groups.map((group) => ({ fleet_id: group.name ?? "", ...presentCount(group) })),
    }),
    ...(groupBy === "region" && {
      by_region: count.groups.map((group) => ({ region: group.name, ...presentCount(group) })),
    }),
    ...presentRefold(needs.refold?.refoldProgress() ?? null),
    as_of: formatTime(nowUs),
  };
}

/** Of the whole installation: how many vehicles an organisation has does not show in it. */
function presentRefold(progress: RefoldProgress | null): Pick<FleetHealthSummary, "rescoring"> {
  if (progress === null) return {};
  const { vehicles, vehiclesDone, expectedEndUs } = progress;
  return {
    rescoring: {
      scoring: scoringVersion,
      done: Math.floor((100 * vehiclesDone) / vehicles) / 100,
      expected_end: expectedEndUs === null ? null : formatTime(expectedEndUs),
    },
  };
}

function presentCount(count: TierCount) {
  return {
    total_vehicles: count.vehicles,
    critical_count: count.critical,
    caution_count: count.caution,
    nominal_count: count.nominal,
    unknown_count: count.unknown,
    silent_count: count.silent,
    late_count: count.late,
    unjudged_count: count.unjudged,
  };
}
