import { channelOf, type Kind, noises, perKind, statedPoses } from "../../../core/sensors/sensor-lists.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { VehicleDetail } from "../../../core/contract/types.ts";
import type {
  ChannelBaseline,
  LiveExtrinsics,
  VehicleView,
} from "../../../core/scoring/verdict/describe-state.ts";
import type { StartingPrior } from "../../../core/scoring/model/journal-entry.ts";
import type { Caller } from "../application.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { presentBaseline } from "../present/present-baseline.ts";
import {
  presentChangePoint,
  presentChangeTimes,
  presentNoise,
  presentTrend,
} from "../present/present-course.ts";
import { lastFrameUs, presentEarlierScoring, presentMeasurements } from "../present/present-vehicle.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { RegisteredReference, TierChange, VehicleHistory } from "../ports/reading/vehicle-reader.ts";
import { scopeOf } from "../visibility-scope.ts";
import type { Advice } from "./advice.ts";
import { adviseOn } from "./advise.ts";
import { presentQueuedWork } from "../work/present-work.ts";
import { untouched } from "../work/work-standing.ts";
import { isSilent, silentBefore, tierToday, tierTodaySinceUs } from "./silence.ts";

/** How much of the tier history is shown. */
const tierChangesShown = 100;

/** Everything known of one vehicle, as of its newest committed entry. */
export async function showVehicle(
  caller: Caller,
  vehicleId: string,
  needs: Pick<
    ReadingNeeds,
    "vehicles" | "analysis" | "work" | "nowUs" | "silentAfterS" | "settings" | "refold"
  >,
): Promise<VehicleDetail> {
  await needs.refold?.attend({ organisation: caller.organisation, vehicleId });
  const vehicle = await openVehicle(caller, vehicleId, needs);
  const { vehicleKey, entries } = vehicle;
  const [{ view, notes, changeBegan, newestUs }, history, [found]] = await Promise.all([
    needs.analysis.describeState({ vehicleKey, bySeq: entries }),
    needs.vehicles.readHistory({ vehicleKey, limit: tierChangesShown }),
    needs.work.findWork([vehicleKey]),
  ]);

  const { limits, change } = needs.settings;
  const nowUs = needs.nowUs();
  const silentBeforeUs = silentBefore(nowUs, needs.silentAfterS);
  const stored = found ?? untouched;
  return {
    ...presentSummary(vehicle, history, silentBeforeUs),
    ...presentAdvice(adviseOn(vehicle, stored.work, { silentBeforeUs, settings: needs.settings })),
    work: presentQueuedWork(stored, vehicle, nowUs),
    ...(notes.length > 0 && { notes: [...notes] }),
    first_frame_at: formatTime(history.firstTimestampUs ?? vehicle.firstReceivedUs),
    newest_reading_at: perKind(
      ({ name }) => name,
      ({ name }) => (newestUs[name] === null ? null : formatTime(newestUs[name])),
    ),
    monitored_sensors: view.sensors.filter(({ monitored }) => monitored).map(({ sensor }) => sensor),
    cusum_limit: change.limitNats,
    sensor_limits: perKind(
      ({ drift }) => drift.limits,
      ({ drift }) => limits[drift.setting],
    ),
    baseline: baselineOf(view),
    extrinsics: presentExtrinsics(view.live),
    reference: presentReference(vehicleId, history),
    ...presentBreach(view),
    change_began: changeBegan === null ? null : presentChangeTimes(changeBegan),
    noise: presentNoise(view.noise),
    dropped_readings: presentDropouts(vehicle),
    tier_history: history.tierChanges.map(presentTierChange),
  };
}

/** One sentence for all who ask, wherever they ask: what differs could tell what a caller may not see. */
export const noSuchVehicle = "There is no such vehicle; /v1/vehicles lists those there are.";

/** Throws `Refusal` `vehicle_not_found`, alike for a vehicle that does not exist and for one out of the caller's scope. */
export async function openVehicle(
  caller: Caller,
  vehicleId: string,
  needs: Pick<ReadingNeeds, "vehicles">,
): Promise<VehicleSummary> {
  const vehicle = await needs.vehicles.openVehicle({ scope: scopeOf(caller), vehicleId });
  if (vehicle !== null) return vehicle;
  throw new Refusal("vehicle_not_found", noSuchVehicle);
}

/** As the queue says it. */
function presentAdvice({ action, toDo, why, source }: Advice) {
  return { recommended_action: action, to_do: toDo, why, probable_fault_source: source };
}

function presentSummary(
  vehicle: VehicleSummary,
  { evidence }: Pick<VehicleHistory, "evidence">,
  silentBeforeUs: number,
) {
  const { openBreach } = vehicle;
  return {
    vehicle_id: vehicle.vehicleId,
    fleet_id: vehicle.fleetId,
    region: vehicle.region,
    attributes: { ...vehicle.attributes },
    position: vehicle.position,
    tier: tierToday(vehicle, silentBeforeUs),
    tier_since: formatTime(tierTodaySinceUs(vehicle, silentBeforeUs)),
    decided_by: vehicle.reason,
    confidence: vehicle.confidence ?? 0,
    silent: isSilent(vehicle, silentBeforeUs),
    last_frame_at: formatTime(lastFrameUs(vehicle)),
    last_received_at: formatTime(vehicle.lastReceivedUs),
    frames: vehicle.frames,
    measurements: presentMeasurements(vehicle, silentBeforeUs),
    cusum_statistic: vehicle.cusumStatistic,
    open_breach:
      openBreach === null
        ? null
        : {
            evidence_id: openBreach.evidenceId,
            opened_at: formatTime(openBreach.openedAtUs),
            frame_seq: openBreach.seq,
            evidence: evidence.map(({ eventId, issuedAtUs, ...one }) => ({
              event_id: eventId,
              ...one,
              issued_at: formatTime(issuedAtUs),
            })),
          },
    ...presentEarlierScoring(vehicle),
  };
}

function presentDropouts({ dropped }: VehicleSummary): Exclude<VehicleDetail["dropped_readings"], undefined> {
  if (dropped.length === 0) return null;
  return dropped.map(({ member, count, lastTimestampUs }) => ({
    reading: member,
    count,
    last_at: formatTime(lastTimestampUs),
  }));
}

function presentBreach({ breach }: VehicleView): Pick<VehicleDetail, "change_point" | "trend"> {
  if (breach === null) return { change_point: null, trend: null };
  return {
    change_point: presentChangePoint(breach.changePointSeq, breach.course),
    trend: presentTrend(breach.course),
  };
}

function baselineOf({ baseline }: VehicleView): VehicleDetail["baseline"] {
  return {
    ...presentBaseline(baseline),
    ...statedPoses(baseline),
    channels: baseline.channels.map(presentBaselineChannel),
    ...(baseline.prior !== null && { fleet_prior: presentFleetPrior(baseline.prior) }),
  };
}

function presentFleetPrior({
  sensors,
  atUs,
}: StartingPrior): NonNullable<VehicleDetail["baseline"]["fleet_prior"]> {
  return {
    taken_at: formatTime(atUs),
    sensors: noises.flatMap(({ name: sensor, unit }) => {
      const noise = sensors[sensor];
      if (noise === null) return [];
      return [{ sensor, unit, scale: noise.sd, vehicles: noise.vehicles }];
    }),
  };
}

function presentBaselineChannel(channel: ChannelBaseline): VehicleDetail["baseline"]["channels"][number] {
  return {
    ...channelOf(channel.channel),
    location: channel.location,
    scale: channel.scale,
    min_detectable_shift: channel.minimumDetectableShift,
    harmless_shift: channel.harmlessShift,
  };
}

export function presentExtrinsics(live: LiveExtrinsics): VehicleDetail["extrinsics"] {
  const extrinsics = perKind(
    ({ name }) => name,
    (kind) => presentSensor(kind, live),
  );
  return extrinsics as VehicleDetail["extrinsics"];
}

function presentSensor({ members: [{ name }], unit, drift, live: places }: Kind, live: LiveExtrinsics) {
  const value = live[places.value];
  if (value === null) return null;
  const size = live[drift.live] ?? 0;
  return {
    [name]: typeof value === "number" ? value : [...value],
    [`drift_${unit}`]: size,
    [`drift_sd_${unit}`]: live[places.deviation] ?? 0,
    // An angle of zero is the estimate's noise taken off: what is left of a direction means nothing.
    ...(places.vector !== null && { drift_axis: size === 0 ? null : axisOf(live[places.vector]) }),
  };
}

/** Unit vector; null for no drift, which has no direction. */
export function axisOf(vector: readonly [number, number, number] | null): [number, number, number] | null {
  if (vector === null) return null;
  const length = Math.hypot(...vector);
  return length === 0 ? null : [vector[0] / length, vector[1] / length, vector[2] / length];
}

function presentReference(vehicleId: string, { reference }: VehicleHistory): VehicleDetail["reference"] {
  return reference === null ? null : presentRegistered(vehicleId, reference);
}

function presentRegistered(vehicleId: string, reference: RegisteredReference) {
  return {
    vehicle_id: vehicleId,
    ...statedPoses(reference),
    source: reference.source,
    valid_from: formatTime(reference.validFromUs),
    registered_at: formatTime(reference.registeredAtUs),
  };
}

function presentTierChange(change: TierChange): VehicleDetail["tier_history"][number] {
  return {
    at: formatTime(change.atUs),
    from: change.from,
    to: change.to,
    decided_by: change.reason,
    frame_seq: change.seq,
  };
}
