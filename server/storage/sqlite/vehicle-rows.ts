import { sensorKinds } from "../../../core/sensors/kinds.ts";
import { type Kind, perKind } from "../../../core/sensors/sensor-lists.ts";
import type { SQLInputValue } from "node:sqlite";

import { undescribed, type DescribedVehicle } from "../../app/attributes/described-after.ts";
import type { Attributes } from "../../app/attributes/read-metadata.ts";
import type { VehicleSummary } from "../../app/ports/vehicle-summary.ts";
import { parseStored } from "./prepare-query.ts";
import { minuteOf } from "./read/tally-blocks.ts";

/** A row of the table `vehicle` as the app knows it. */
export function summaryOfRow(vehicle: VehicleRow): VehicleSummary {
  return {
    organisation: vehicle.organisation,
    vehicleId: vehicle.vehicle_id,
    vehicleKey: vehicle.vehicle_key,
    fleetId: vehicle.fleet_id,
    region: vehicle.region,
    entries: vehicle.entries,
    frames: vehicle.frames,
    firstReceivedUs: vehicle.first_received_us,
    lastReceivedUs: vehicle.last_received_us,
    silentSinceUs: vehicle.silent_since_us,
    firstTimestampUs: vehicle.first_timestamp_us,
    newestTimestampUs: vehicle.newest_timestamp_us,
    ...describedOfRow(vehicle),
    tier: vehicle.tier,
    tierSinceUs: vehicle.tier_since_us,
    reason: vehicle.reason,
    scoredSeq: vehicle.scored_seq,
    healthScore: vehicle.health_score,
    residualScore: vehicle.residual_score,
    cusumStatistic: vehicle.cusum_statistic,
    cusumTriggered: vehicle.cusum_triggered === 1,
    confidence: vehicle.confidence,
    probableFaultSource: vehicle.probable_fault_source,
    recommendedAction: vehicle.recommended_action,
    ...perKind(
      ({ drift }) => drift.field,
      ({ drift }) => vehicle[drift.member],
    ),
    noise: parseStored<VehicleSummary["noise"]>(vehicle.noise),
    dropped: parseStored<VehicleSummary["dropped"]>(vehicle.dropped),
    lateness: vehicle.lateness,
    baselineState: vehicle.baseline_state,
    baselineFrames: vehicle.baseline_frames,
    baselineNeeded: vehicle.baseline_needed,
    openBreach: openBreachOf(vehicle),
    ...(vehicle.earlier_scoring !== null && { earlierScoring: vehicle.earlier_scoring }),
  };
}

function describedOfRow(row: VehicleRow): DescribedVehicle {
  const { latitude, longitude, attributes, attributes_us: attributesAtUs } = row;
  const { first_odometer_km: firstKm, odometer_km: newestKm } = row;
  return {
    attributes: attributes === null ? undescribed.attributes : parseStored<Attributes>(attributes),
    attributesAtUs,
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    odometer: firstKm === null || newestKm === null ? null : { firstKm, newestKm },
    metadataText: "",
  };
}

/** The columns of `VehicleRow`, of the table `vehicle`. */
export const vehicleRowColumns = `vehicle.*,
  (SELECT attributes FROM vehicle_attributes WHERE vehicle_attributes.vehicle_key = vehicle.vehicle_key) AS attributes,
  (SELECT scoring FROM refold_waiting WHERE refold_waiting.vehicle_key = vehicle.vehicle_key) AS earlier_scoring`;

function openBreachOf(vehicle: VehicleRow): VehicleSummary["openBreach"] {
  const { open_evidence_id: evidenceId, breach_opened_seq: seq, breach_opened_us: openedAtUs } = vehicle;
  const { breach_worst_tier: worstTier } = vehicle;
  if (seq === null || openedAtUs === null || worstTier === null) return null;
  return { evidenceId, worstTier, seq, openedAtUs };
}

/** The table's columns, as schema/vehicle.sql declares them, and the vehicle's attributes from their own. */
type DriftColumns = Readonly<Record<Kind["drift"]["member"], number | null>>;

export interface VehicleRow extends DriftColumns {
  readonly vehicle_key: number;
  readonly organisation: string;
  readonly vehicle_id: string;
  readonly fleet_id: string;
  readonly region: string | null;
  readonly entries: number;
  readonly frames: number;
  readonly first_received_us: number;
  readonly last_received_us: number;
  readonly silent_since_us: number | null;
  readonly first_timestamp_us: number | null;
  readonly newest_timestamp_us: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly attributes_us: number | null;
  readonly first_odometer_km: number | null;
  readonly odometer_km: number | null;
  /** JSON; null for a vehicle without. */
  readonly attributes: string | null;
  readonly tier: VehicleSummary["tier"];
  readonly tier_since_us: number;
  readonly reason: VehicleSummary["reason"];
  readonly scored_seq: number | null;
  readonly health_score: number | null;
  readonly residual_score: number | null;
  readonly cusum_statistic: number | null;
  readonly cusum_triggered: number;
  readonly confidence: number | null;
  readonly probable_fault_source: VehicleSummary["probableFaultSource"];
  readonly recommended_action: VehicleSummary["recommendedAction"];
  readonly noise: string;
  readonly dropped: string;
  readonly lateness: VehicleSummary["lateness"];
  readonly baseline_state: VehicleSummary["baselineState"];
  readonly baseline_frames: number;
  readonly baseline_needed: number;
  readonly breach_opened_seq: number | null;
  readonly breach_opened_us: number | null;
  readonly open_evidence_id: string | null;
  readonly breach_worst_tier: VehicleSummary["tier"] | null;
  /** While it waits to be folded again: by which scoring this row is. */
  readonly earlier_scoring: string | null;
}

/** Columns of the table `vehicle` and what goes into them; `vehicle_key` first. */
const columnValues: readonly (readonly [string, ColumnReader])[] = [
  ["vehicle_key", (vehicle) => vehicle.vehicleKey],
  ["organisation", (vehicle) => vehicle.organisation],
  ["vehicle_id", (vehicle) => vehicle.vehicleId],
  ["fleet_id", (vehicle) => vehicle.fleetId],
  ["region", (vehicle) => vehicle.region],
  ["entries", (vehicle) => vehicle.entries],
  ["frames", (vehicle) => vehicle.frames],
  ["first_received_us", (vehicle) => vehicle.firstReceivedUs],
  ["last_received_us", (vehicle) => vehicle.lastReceivedUs],
  ["received_minute", (vehicle) => minuteOf(vehicle.lastReceivedUs)],
  ["silent_since_us", (vehicle) => vehicle.silentSinceUs],
  ["first_timestamp_us", (vehicle) => vehicle.firstTimestampUs],
  ["newest_timestamp_us", (vehicle) => vehicle.newestTimestampUs],
  ["latitude", (vehicle) => vehicle.position?.latitude ?? null],
  ["longitude", (vehicle) => vehicle.position?.longitude ?? null],
  ["attributes_us", (vehicle) => vehicle.attributesAtUs],
  ["first_odometer_km", (vehicle) => vehicle.odometer?.firstKm ?? null],
  ["odometer_km", (vehicle) => vehicle.odometer?.newestKm ?? null],
  ["tier", (vehicle) => vehicle.tier],
  ["tier_since_us", (vehicle) => vehicle.tierSinceUs],
  ["reason", (vehicle) => vehicle.reason],
  ["scored_seq", (vehicle) => vehicle.scoredSeq],
  ["health_score", (vehicle) => vehicle.healthScore],
  ["residual_score", (vehicle) => vehicle.residualScore],
  ["cusum_statistic", (vehicle) => vehicle.cusumStatistic],
  ["cusum_triggered", (vehicle) => (vehicle.cusumTriggered ? 1 : 0)],
  ["confidence", (vehicle) => vehicle.confidence],
  ["probable_fault_source", (vehicle) => vehicle.probableFaultSource],
  ["recommended_action", (vehicle) => vehicle.recommendedAction],
  ...sensorKinds.map(({ drift }): [string, ColumnReader] => [
    drift.member,
    (vehicle) => vehicle[drift.field],
  ]),
  // Nearly all vehicles have none, and a row is written for every vehicle of a commit.
  ["noise", ({ noise }) => (noise.length === 0 ? "[]" : JSON.stringify(noise))],
  ["dropped", ({ dropped }) => (dropped.length === 0 ? "[]" : JSON.stringify(dropped))],
  ["lateness", (vehicle) => vehicle.lateness],
  ["baseline_state", (vehicle) => vehicle.baselineState],
  ["baseline_frames", (vehicle) => vehicle.baselineFrames],
  ["baseline_needed", (vehicle) => vehicle.baselineNeeded],
  ["breach_opened_seq", (vehicle) => vehicle.openBreach?.seq ?? null],
  ["breach_opened_us", (vehicle) => vehicle.openBreach?.openedAtUs ?? null],
  ["open_evidence_id", (vehicle) => vehicle.openBreach?.evidenceId ?? null],
  ["breach_worst_tier", (vehicle) => vehicle.openBreach?.worstTier ?? null],
];

export const vehicleColumns: readonly string[] = columnValues.map(([column]) => column);

/** A vehicle's name and first frame never change. */
const columnsOfBirth = [
  "vehicle_key",
  "organisation",
  "vehicle_id",
  "first_received_us",
  "first_timestamp_us",
];

/** Columns that are written together, when one of them has changed. */
export interface ColumnGroup {
  readonly columns: readonly string[];
  readonly readers: readonly ColumnReader[];
  readonly differ: Comparison;
}

type ColumnReader = (vehicle: VehicleSummary) => SQLInputValue;

/**
 * Whether one of a group's columns is another. Member by member, because it is asked for every vehicle of a commit, and a column's
 * value would have to be made first.
 */
type Comparison = (one: VehicleSummary, other: VehicleSummary) => boolean;

/** What nearly every frame changes. */
const frameGroup = groupOf(
  [
    "entries",
    "frames",
    "last_received_us",
    "newest_timestamp_us",
    "scored_seq",
    "residual_score",
    "cusum_statistic",
    "confidence",
    ...sensorKinds.map(({ drift }) => drift.member),
    "baseline_frames",
  ],
  (one, other) =>
    one.entries !== other.entries ||
    one.frames !== other.frames ||
    one.lastReceivedUs !== other.lastReceivedUs ||
    one.newestTimestampUs !== other.newestTimestampUs ||
    one.scoredSeq !== other.scoredSeq ||
    one.baselineFrames !== other.baselineFrames ||
    haveOtherFigures(one, other),
);
/** Counts of who sent frames when follow it, by a trigger. */
const hearingGroup = groupOf(
  ["received_minute"],
  (one, other) => minuteOf(one.lastReceivedUs) !== minuteOf(other.lastReceivedUs),
);
/** Two in three frames change it, and an index has it. */
const healthGroup = groupOf(["health_score"], (one, other) => one.healthScore !== other.healthScore);
/** A vehicle that moves changes these with every frame, one that stands or tells nothing never. */
const metadataGroup = groupOf(
  ["latitude", "longitude", "attributes_us", "first_odometer_km", "odometer_km"],
  (one, other) =>
    one.attributesAtUs !== other.attributesAtUs ||
    haveOtherPosition(one, other) ||
    haveOtherOdometer(one, other),
);
/** Every index has one of them. */
const placeGroup = groupOf(
  ["fleet_id", "region", "tier"],
  (one, other) => one.fleetId !== other.fleetId || one.region !== other.region || one.tier !== other.tier,
);
/** With every frame of a vehicle whose sensor is broken, and never of the others. */
const lostGroup = groupOf(["dropped", "lateness"], haveLostOthers);
const groupsNamed = [frameGroup, hearingGroup, healthGroup, metadataGroup, placeGroup, lostGroup];
/** The rest is what rarely changes. */
const verdictGroup = groupOf(
  vehicleColumns.filter(
    (column) =>
      !columnsOfBirth.includes(column) && !groupsNamed.some(({ columns }) => columns.includes(column)),
  ),
  (one, other) =>
    one.reason !== other.reason ||
    one.tierSinceUs !== other.tierSinceUs ||
    one.silentSinceUs !== other.silentSinceUs ||
    one.cusumTriggered !== other.cusumTriggered ||
    one.probableFaultSource !== other.probableFaultSource ||
    one.recommendedAction !== other.recommendedAction ||
    one.baselineState !== other.baselineState ||
    one.baselineNeeded !== other.baselineNeeded ||
    haveOtherNoise(one, other) ||
    haveOtherBreach(one, other),
);

/** All columns that can change. */
export const columnGroups: readonly ColumnGroup[] = [...groupsNamed, verdictGroup];

function groupOf(columns: readonly string[], differ: Comparison): ColumnGroup {
  return { columns, readers: columns.map(readerOf), differ };
}

function haveOtherFigures(one: VehicleSummary, other: VehicleSummary): boolean {
  return (
    one.residualScore !== other.residualScore ||
    one.cusumStatistic !== other.cusumStatistic ||
    one.confidence !== other.confidence ||
    sensorKinds.some(({ drift }) => one[drift.field] !== other[drift.field])
  );
}

function haveOtherPosition({ position: one }: VehicleSummary, { position: other }: VehicleSummary): boolean {
  return one?.latitude !== other?.latitude || one?.longitude !== other?.longitude;
}

function haveOtherOdometer({ odometer: one }: VehicleSummary, { odometer: other }: VehicleSummary): boolean {
  return one?.firstKm !== other?.firstKm || one?.newestKm !== other?.newestKm;
}

function haveOtherNoise({ noise }: VehicleSummary, other: VehicleSummary): boolean {
  if (noise.length === 0) return other.noise.length > 0;
  return JSON.stringify(noise) !== JSON.stringify(other.noise);
}

function haveLostOthers({ dropped, lateness }: VehicleSummary, other: VehicleSummary): boolean {
  if (lateness !== other.lateness) return true;
  return dropped !== other.dropped && JSON.stringify(dropped) !== JSON.stringify(other.dropped);
}

function haveOtherBreach(
  { openBreach: one }: VehicleSummary,
  { openBreach: other }: VehicleSummary,
): boolean {
  if (one === null || other === null) return one !== other;
  return (
    one.evidenceId !== other.evidenceId ||
    one.worstTier !== other.worstTier ||
    one.seq !== other.seq ||
    one.openedAtUs !== other.openedAtUs
  );
}

function readerOf(column: string): ColumnReader {
  const found = columnValues.find(([name]) => name === column);
  if (found === undefined) throw new Error(`a vehicle has no column ${column}`);
  return found[1];
}

/** What goes into all columns, in the order of `vehicleColumns`. */
export function rowOfSummary(vehicle: VehicleSummary): SQLInputValue[] {
  return columnValues.map(([, valueOf]) => valueOf(vehicle));
}
