import { sensorKinds } from "../../../core/sensors/kinds.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { FleetRescore, FleetRescoreRequest, RescoredVehicle } from "../../../core/contract/types.ts";
import { mergeSettings } from "../../../core/scoring/settings/merge-settings.ts";
import { settingsCatalogue, whyNotSetting } from "../../../core/scoring/settings/settings-catalogue.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { Caller } from "../application.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { noSuchVehicle } from "./show-vehicle.ts";
import { scopeOf } from "../visibility-scope.ts";

/** Journal entries one what-if may fold: some seconds of work, done in slices so that other requests go on. */
const maxEntries = 50_000;

/** Vehicles looked at when none are named. */
const maxVehicles = 1_000;

type Needs = Pick<ReadingNeeds, "fleet" | "vehicles" | "analysis" | "nowUs" | "settings">;

/**
 * What the stored frames of a fleet would have led to under other settings, beside what they lead to under the present
 * ones. Reads only: no state, tier or evidence changes.
 */
export async function rescoreFleet(
  caller: Caller,
  request: FleetRescoreRequest,
  needs: Needs,
): Promise<FleetRescore> {
  const proposed = proposedSettings(needs.settings, request.settings);
  const chosen = await chooseVehicles(caller, request, needs);
  refuseTooMuch(chosen);

  const vehicles: RescoredVehicle[] = [];
  for (const { vehicleId, vehicleKey, entries } of chosen) {
    const compared = await needs.analysis.compareSettings({ vehicleKey, entries, proposed });
    vehicles.push({ vehicle_id: vehicleId, ...compared });
  }

  const sum = (count: (vehicle: RescoredVehicle) => number) =>
    vehicles.reduce((total, vehicle) => total + count(vehicle), 0);
  return {
    vehicles,
    frames: sum(({ frames }) => frames),
    differing: sum(({ differs }) => (differs ? 1 : 0)),
    breaches_present: sum(({ present }) => present.breaches),
    breaches_proposed: sum((vehicle) => vehicle.proposed.breaches),
    as_of: formatTime(needs.nowUs()),
  };
}

function proposedSettings(
  present: ScoringSettings,
  changes: Readonly<Record<string, unknown>>,
): ScoringSettings {
  const merged = mergeSettings(present, changes);
  if (merged.kind === "settings") {
    refuseOutOfRange(changes, "");
    refuseContradiction(merged.settings);
    return merged.settings;
  }
  const known =
    merged.known.length > 0 ? ` Here are: ${merged.known.join(", ")}.` : " It takes a finite number.";
  const detail = `The settings have nothing of that name and kind at ${merged.pointer}.${known}`;
  throw new Refusal("not_allowed", detail, [
    { pointer: `/settings${merged.pointer}`, code: "not_allowed", detail },
  ]);
}

const describedSettings = new Map(
  settingsCatalogue.flatMap(({ settings }) => settings).map((setting) => [setting.path, setting]),
);

/** A setting beyond all sense would cost memory or time without bound. */
function refuseOutOfRange(changes: Readonly<Record<string, unknown>>, path: string): void {
  for (const [name, change] of Object.entries(changes)) {
    const own = path === "" ? name : `${path}.${name}`;
    const described = describedSettings.get(own);
    if (described === undefined) {
      refuseOutOfRange(change as Readonly<Record<string, unknown>>, own);
      continue;
    }
    for (const value of [change].flat() as readonly number[]) {
      const wanted = whyNotSetting(described, value);
      if (wanted === null) continue;
      const detail = `${own} is ${value}; it takes ${wanted}${described.unit === "" ? "" : ` (${described.unit})`}.`;
      refuseSetting(own, detail);
    }
  }
}

/** Numbers that are each within their range and together have no meaning. */
function refuseContradiction({ limits }: ScoringSettings): void {
  for (const { drift } of sensorKinds) {
    const { caution, critical } = limits[drift.setting];
    if (caution <= critical) continue;
    const path = `limits.${drift.limits}.caution`;
    const beyond = path.replace("caution", "critical");
    refuseSetting(
      path,
      `${path} is ${caution}, above ${beyond}, ${critical}: what is critical is at least a caution.`,
    );
  }
}

function refuseSetting(path: string, detail: string): never {
  const pointer = `/settings/${path.replaceAll(".", "/")}`;
  throw new Refusal("out_of_range", detail, [{ pointer, code: "out_of_range", detail }]);
}

async function chooseVehicles(
  caller: Caller,
  { vehicle_ids: ids, fleet_id: fleet }: FleetRescoreRequest,
  { fleet: reader, vehicles, nowUs }: Needs,
): Promise<readonly VehicleSummary[]> {
  const scope = scopeOf(caller, fleet === undefined ? undefined : [fleet], { pointer: "/fleet_id" });
  if (ids !== undefined) {
    return Promise.all(
      ids
        .toSorted()
        .map(
          async (vehicleId) =>
            (await vehicles.openVehicle({ scope, vehicleId })) ?? refuseUnknown(ids.indexOf(vehicleId)),
        ),
    );
  }
  const listed = await reader.listVehicles({
    filter: { scope, regions: null, silentBeforeUs: nowUs() },
    tiers: null,
    actionable: false,
    order: "vehicle_id",
    after: null,
    limit: maxVehicles + 1,
  });
  if (listed.length > maxVehicles) refuseSize(`more than ${maxVehicles.toLocaleString("en-GB")} vehicles`);
  return listed;
}

function refuseUnknown(index: number): never {
  const detail = noSuchVehicle;
  throw new Refusal("vehicle_not_found", detail, [
    { pointer: `/vehicle_ids/${index}`, code: "vehicle_not_found", detail },
  ]);
}

function refuseTooMuch(vehicles: readonly VehicleSummary[]): void {
  const entries = vehicles.reduce((total, vehicle) => total + vehicle.entries, 0);
  if (entries > maxEntries) refuseSize(`${entries.toLocaleString("en-GB")} frames`);
}

function refuseSize(asked: string): never {
  const detail = `This asks for ${asked}; one request folds at most ${maxEntries.toLocaleString("en-GB")} frames. Name fewer vehicles in vehicle_ids, or use \`plumbline replay --set\`.`;
  throw new Refusal("out_of_range", detail, [{ pointer: "/vehicle_ids", code: "out_of_range", detail }]);
}
