import type { FaultSource } from "../../../core/scoring/model/tier.ts";
import type { Caller } from "../application.ts";
import { silentBefore } from "../fleet/silence.ts";
import type { FleetSelection } from "../ports/reading/analytics-reader.ts";
import type { AttributeFilter, VehicleSearch } from "../ports/reading/fleet-reader.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf, tiersNamed } from "../visibility-scope.ts";
import type { FleetQuestion } from "./fleet-question.ts";

/** What was asked for, within what the caller may see. */
export function selectVehicles(
  caller: Caller,
  question: FleetQuestion,
  needs: Pick<ReadingNeeds, "nowUs" | "silentAfterS">,
): FleetSelection {
  return {
    filter: {
      scope: scopeOf(caller, question.fleets),
      regions: question.regions ?? null,
      silentBeforeUs: silentBefore(needs.nowUs(), needs.silentAfterS),
    },
    tiers: tiersNamed(question.tiers),
    attributes: attributesNamed(question.attributes),
    search: searchOf(question),
  };
}

/** The conditions besides; the contract let no source through that there is not. */
export function searchOf(question: Pick<FleetQuestion, "faultSources" | "silent" | "text">): VehicleSearch {
  return {
    faultSources: (question.faultSources as readonly FaultSource[] | undefined) ?? null,
    silent: question.silent ?? null,
    text: question.text ?? null,
  };
}

/** Each written `name:value`; the contract let no other through. */
export function attributesNamed(asked: readonly string[] = []): readonly AttributeFilter[] {
  return asked.map((text) => {
    const colon = text.indexOf(":");
    return { name: text.slice(0, colon), value: text.slice(colon + 1) };
  });
}
