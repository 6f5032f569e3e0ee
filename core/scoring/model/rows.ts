import { trackNames, type TrackName } from "./sensors.ts";

/**
 * The numbers of a vehicle's score as the engine writes them (core/heart/engine/score.ts): `vehicleDoubles` of the vehicle, then
 * `sensorDoubles` of each sensor. Names of rows by their place.
 */
export const vehicleDoubles = 32;
export const sensorDoubles = 88;

export const vehicleRow = {
  entries: 0,
  tierBefore: 1,
  tier: 2,
  reason: 3,
  tierEntry: 4,
  tierTime: 5,
  late: 6,
  repeating: 7,
  testedChannels: 8,
  t2: 9,
  pValue: 10,
  t2Limit: 11,
  outlier: 12,
  manyOutliers: 13,
  confidence: 14,
  health: 15,
  frozen: 16,
  breached: 17,
  frames: 18,
  newestTime: 19,
  correlation: 20,
  hasLate: 21,
  hasUnjudged: 22,
  sensors: 23,
} as const;

export const sensorRow = {
  kind: 0,
  rig: 1,
  present: 2,
  tier: 3,
  reason: 4,
  changed: 5,
  changes: 6,
  statistic: 7,
  probabilityOfChange: 8,
  changeTime: 9,
  changeEntry: 10,
  likelyFrom: 11,
  likelyTo: 12,
  widelyFrom: 13,
  widelyTo: 14,
  openedEntry: 15,
  openedTime: 16,
  openedStatistic: 17,
  openedChannel: 18,
  amount: 19,
  amountSd: 20,
  beyondCaution: 21,
  beyondCritical: 22,
  ramp: 23,
  rate: 24,
  rateSd: 25,
  days: 26,
  daysFrom: 27,
  daysTo: 28,
  undated: 29,
  offTier: 30,
  off: 31,
  offSd: 32,
  provisional: 33,
  stuck: 34,
  lateRun: 35,
  unjudged: 36,
  unmonitored: 37,
  notRestored: 38,
  noiseGrown: 39,
  noiseSince: 40,
  readings: 41,
  blocks: 42,
  baseline: 43,
  lateReadings: 44,
  knocked: 45,
  gap: 46,
  breached: 47,
  termChannel: 48,
  termModel: 49,
  termBlocks: 50,
  termShape: 51,
  termSize: 52,
  termVariance: 53,
  termBefore: 54,
  /** Of each channel: three of each. */
  residual: 55,
  standardised: 58,
  share: 61,
  drift: 64,
  driftSd: 67,
  chartUpper: 70,
  chartLower: 73,
  baselineLevel: 76,
  scale: 79,
  /** A unit quaternion, the scalar part first. */
  reference: 82,
  /** That a second reading confirms; −1 for none. */
  confirmedTime: 86,
  newestTime: 87,
} as const;

export type SensorNumber = keyof typeof sensorRow;

/** One sensor of a vehicle, read out of its rows. */
export class SensorRows {
  readonly kind: TrackName;
  readonly rig: number;
  readonly #rows: Float64Array;
  readonly #from: number;

  constructor(rows: Float64Array, index: number) {
    this.#rows = rows;
    this.#from = vehicleDoubles + sensorDoubles * index;
    this.kind = trackNames[rows[this.#from]!]!;
    this.rig = rows[this.#from + 1]!;
  }

  of(name: SensorNumber, channel = 0): number {
    return this.#rows[this.#from + sensorRow[name] + channel]!;
  }
  is(name: SensorNumber): boolean {
    return this.of(name) === 1;
  }
}

/** Every sensor that was received, in the order of its first reading. They read their rows as those stand when they are asked. */
export function sensorsIn(rows: Float64Array): readonly SensorRows[] {
  const known = sensorsOf.get(rows);
  if (known !== undefined) return known;
  const sensors = Array.from(
    { length: rows[vehicleRow.sensors]! },
    (_, index) => new SensorRows(rows, index),
  );
  sensorsOf.set(rows, sensors);
  return sensors;
}

/** Rows of a state that is folded on are written over; one more sensor has rows of its own. */
const sensorsOf = new WeakMap<Float64Array, readonly SensorRows[]>();

/** Of a kind the sensor that stands worst: by tier, then by its probability of a change; null where there is none. */
export function worstOf(sensors: readonly SensorRows[], kind: TrackName): SensorRows | null {
  let worst: SensorRows | null = null;
  for (const sensor of sensors) {
    if (sensor.kind === kind && (worst === null || badness(sensor) > badness(worst))) worst = sensor;
  }
  return worst;
}

function badness(sensor: SensorRows): number {
  return 2 * sensor.of("tier") + sensor.of("probabilityOfChange");
}
