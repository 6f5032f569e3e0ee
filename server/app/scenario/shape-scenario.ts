import { kindOf, type Sensor, turnedKinds } from "../../../core/sensors/sensor-lists.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { ScenarioFeed, ScenarioFeedRequest } from "../../../core/contract/types.ts";
import { stageParams } from "../../../core/scenario/drift/stage-params.ts";
import { makeParameters, type ScenarioAsk } from "../../../core/scenario/feed/make-feed.ts";
import { makeFitted } from "../../../core/scenario/feed/make-fitted.ts";
import { makeReplay } from "../../../core/scenario/feed/make-replay.ts";
import { fittableTypes, type FittedDrift } from "../../../core/scenario/history/fit-drift.ts";
import type { Caller } from "../application.ts";
import { silentBefore } from "../fleet/silence.ts";
import type { ScenarioWorker } from "../ports/scenario-worker.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf } from "../visibility-scope.ts";
import { measuredMembers } from "./measured-start.ts";
import { originRefusal } from "./origin-refusal.ts";
import { readHistory, type ReadHistory } from "./read-history.ts";
import type { ScenarioSubject } from "./scenario-subject.ts";

/** Vehicles looked at: the most urgent of the fleet. */
const vehiclesRead = 1_000;

/**
 * By how much this sensor is out in every vehicle of the fleet that it is out in, in its unit. The most urgent thousand of them.
 */
export async function fleetSizes(
  caller: Caller,
  { fleetId, sensor }: { readonly fleetId: string; readonly sensor: Sensor },
  needs: Pick<ReadingNeeds, "fleet" | "nowUs" | "silentAfterS">,
): Promise<readonly number[]> {
  const vehicles = await needs.fleet.listVehicles({
    filter: {
      scope: { ...scopeOf(caller), fleets: [fleetId] },
      regions: null,
      silentBeforeUs: silentBefore(needs.nowUs(), needs.silentAfterS),
    },
    tiers: ["CAUTION", "CRITICAL"],
    actionable: false,
    order: "urgency",
    after: null,
    limit: vehiclesRead,
  });
  return vehicles
    .filter(({ probableFaultSource: source }) => source === sensor || source === "multi_modal")
    .flatMap((vehicle) => sizeOf(vehicle, sensor) ?? []);
}

function sizeOf(vehicle: VehicleSummary, sensor: Sensor): number | null {
  const { field, factor } = kindOf(sensor).drift;
  const drift = vehicle[field];
  return drift === null ? null : drift / factor;
}

export type ShapingNeeds = Pick<
  ReadingNeeds,
  "vehicles" | "analysis" | "fleet" | "nowUs" | "silentAfterS"
> & {
  readonly reports: Pick<ScenarioWorker, "fitDrift">;
};

type Shaped = Pick<ScenarioFeed, "parameters" | "provenance">;

/** What a scenario says, and where that comes from, by the origin that is asked for. */
export async function shapeScenario(
  caller: Caller,
  given: {
    readonly request: ScenarioFeedRequest;
    readonly ask: ScenarioAsk;
    readonly subject: ScenarioSubject | null;
  },
  needs: ShapingNeeds,
): Promise<Shaped> {
  const { request, ask, subject } = given;
  if (subject === null) return { parameters: makeParameters(ask), provenance: madeUp };
  if (request.origin === "replay") {
    const read = await readHistory(subject, ask.durationS, needs);
    requireSensor(ask, read);
    const parameters = makeReplay(ask, read.history);
    const provenance = withWindow(provenanceOf(subject, request, parameters), read, [
      "/parameters/trajectory",
    ]);
    return { parameters, provenance: { ...provenance, kind: "replay" } };
  }
  if (request.origin === "fitted") {
    const read = await readHistory(subject, ask.durationS, needs);
    requireSensor(ask, read);
    const fitted = await fit(caller, ask, read, needs);
    const { fleetId } = subject;
    const { sensor } = read.history;
    const sizes = fleetId === null ? [] : await fleetSizes(caller, { fleetId, sensor }, needs);
    const parameters = makeFitted(ask, fitted, { ...read.history, sizes });
    const members = fitMembers(fitted);
    const provenance = withWindow(provenanceOf(subject, request, parameters), read, members);
    return {
      parameters,
      provenance: { ...provenance, n_vehicles: Math.max(1, sizes.length), fit: presentFit(fitted, read) },
    };
  }
  const parameters = makeParameters(ask);
  return { parameters, provenance: provenanceOf(subject, request, parameters) };
}

/** A history is one sensor's, which the vehicle of the scenario has to have. */
function requireSensor({ rig }: ScenarioAsk, { history: { sensor } }: ReadHistory): void {
  if (rig === undefined || rig.some(({ kind }) => kind === sensor)) return;
  const detail = `What this vehicle went through is its ${sensor}'s, and sensors names none; add a ${sensor}, or leave sensors out.`;
  throw new Refusal("not_allowed", detail, [{ pointer: "/sensors", code: "not_allowed", detail }]);
}

async function fit(
  { organisation }: Caller,
  { type, seed, durationS }: ScenarioAsk,
  { points }: ReadHistory,
  { reports }: ShapingNeeds,
): Promise<FittedDrift> {
  if (!fittableTypes.includes(type)) {
    throw originRefusal(
      `The formula of ${type} cannot be fitted to a history; that of these types can: ${fittableTypes.join(", ")}.`,
    );
  }
  const params = stageParams(type, durationS);
  const fitted = await reports.fitDrift(organisation, { type, seed, durationS, params, points });
  if (fitted === null) throw originRefusal("Too few frames of this vehicle were received to fit a formula.");
  return fitted;
}

function presentFit(
  { params, intervals, rmse }: FittedDrift,
  { points }: ReadHistory,
): NonNullable<ScenarioFeed["provenance"]["fit"]> {
  const parameters = Object.entries(intervals).map(([name, interval]) => {
    const [low, high] = interval ?? [null, null];
    return [name, { value: params[name] ?? 0, low, high }] as const;
  });
  return { rmse_deg: rmse, frames: points.length, parameters: Object.fromEntries(parameters) };
}

function fitMembers({ intervals }: FittedDrift): readonly string[] {
  return Object.keys(intervals).map((name) => `/parameters/drift_model/params/${name}`);
}

const noPosition = "no position of a vehicle";

const madeUp: ScenarioFeed["provenance"] = {
  kind: "synthetic",
  measured: [],
  n_vehicles: 0,
  privacy: noPosition,
};

function provenanceOf(
  subject: ScenarioSubject,
  { map_center: place }: ScenarioFeedRequest,
  parameters: ScenarioFeed["parameters"],
): ScenarioFeed["provenance"] {
  const isPlaceMeasured = (place ?? null) === null && subject.position !== null;
  return {
    kind: "fitted",
    ...subject.name,
    measured: measuredMembers(subject, parameters, isPlaceMeasured),
    n_vehicles: 1,
    privacy: isPlaceMeasured ? "position coarsened to 0.01° (about 1 km)" : noPosition,
  };
}

const movedMembers: ReadonlySet<string> = new Set([
  ...turnedKinds.map(({ drift }) => drift.member),
  "registration_error_m",
  "now",
]);

/** The state it begins with is the baseline: what is measured is where it went from there. */
function withWindow(
  provenance: ScenarioFeed["provenance"],
  { window }: ReadHistory,
  more: readonly string[],
): ScenarioFeed["provenance"] {
  const measured = provenance.measured.filter((pointer) => !movedMembers.has(pointer.split("/").at(-1)!));
  return { ...provenance, measured: [...measured, ...more, "/parameters/truth/onset_s"], window };
}
