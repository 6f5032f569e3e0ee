import { engine } from "../engine.ts";
import { isCoarselyRounded, orthonormalityError } from "../frame/project-rotation.ts";
import type { SensorReading } from "../model/journal-entry.ts";
import { sensorsIn, vehicleRow, worstOf, type SensorRows } from "../model/rows.ts";
import { reasons, scoreWarnings } from "../model/score.ts";
import type {
  ChannelScore,
  DriftCourse,
  DriftTrend,
  NoiseGrowth,
  Reason,
  Score,
  ScoreWarning,
  StrongestChange,
} from "../model/score.ts";
import { channels, firstChannel, limitedSensors, trackWidths, type LimitedSensor } from "../model/sensors.ts";
import type { VehicleState } from "../model/state.ts";
import { tiers, type Action, type FaultSource } from "../model/tier.ts";
import { exp } from "../numeric/exp.ts";
import { sixDigits } from "../numeric/rounding/six-digits.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { baselineStateOf, openChangeOf, type Reported } from "./state-events.ts";

/** The numbers of the engine as a score, with six significant digits. */
export function scoreOf(
  state: VehicleState,
  before: Reported,
  reading: SensorReading,
  settings: ScoringSettings,
): Score {
  const { rows } = state;
  const sensors = sensorsIn(rows);
  const open = openChangeOf(state);
  return {
    seq: state.entries,
    tierBefore: before.tier,
    tier: tiers[rows[vehicleRow.tier]!]!,
    reason: reasons[rows[vehicleRow.reason]!]!,
    ...distancesOf(rows),
    cusumStatistic: statisticOf(sensors),
    cautionLimit: settings.change.limitNats,
    cusumTriggered: open !== null,
    breachOpened:
      open !== null && open.of("openedEntry") === state.entries && before.openedSeq !== state.entries,
    confidence: sixDigits(rows[vehicleRow.confidence]!),
    probableFaultSource: faultSourceOf(state),
    sourcePosterior: posteriorOf(sensors),
    recommendedAction: actionOf(state, settings),
    late: rows[vehicleRow.late] === 1,
    outlier: rows[vehicleRow.outlier] === 1,
    baseline: baselineOf(state),
    channels: channelScores(sensors),
    cameraDriftDeg: sixDigits(amountOf(sensors, "camera")),
    radarDriftMm: sixDigits(1000 * amountOf(sensors, "radar")),
    healthScore: sixDigits(rows[vehicleRow.health]!),
    changePointSeq: open?.of("changeEntry") ?? null,
    course: courseOf(state),
    warnings: warningsOf(state, reading, settings),
    change: strongestChange(sensors),
    noise: noiseGrowths(sensors),
  };
}

/** The frame alone against the baseline as it was. */
function distancesOf(rows: Float64Array) {
  const tested = rows[vehicleRow.testedChannels]!;
  if (tested === 0) return { residualScore: 0, mahalDistance: null, mahalPValue: null, t2Limit: null };
  const t2 = rows[vehicleRow.t2]!;
  return {
    residualScore: sixDigits(Math.sqrt(t2 / tested)),
    mahalDistance: sixDigits(Math.sqrt(t2)),
    mahalPValue: sixDigits(rows[vehicleRow.pValue]!),
    t2Limit: sixDigits(rows[vehicleRow.t2Limit]!),
  };
}

function amountOf(sensors: readonly SensorRows[], kind: LimitedSensor): number {
  return worstOf(sensors, kind)?.of("amount") ?? 0;
}

/** Below it a sensor has no start of a change that counts. */
const noStatistic = -99;

/** The largest of its sensors'; of a change that is open at least what it was proved with, as a new bank begins with it. */
function statisticOf(sensors: readonly SensorRows[]): number | null {
  let most = noStatistic;
  for (const sensor of sensors) {
    if (sensor.kind === "confidence") continue;
    most = Math.max(
      most,
      sensor.of("statistic"),
      sensor.is("breached") ? sensor.of("openedStatistic") : noStatistic,
    );
  }
  return most <= noStatistic ? null : sixDigits(most);
}

function posteriorOf(sensors: readonly SensorRows[]): readonly [number, number, number] {
  const [camera, radar, lidar] = limitedSensors.map((kind) =>
    sixDigits(worstOf(sensors, kind)?.of("probabilityOfChange") ?? 0),
  );
  return [camera!, radar!, lidar!];
}

/** Which sensor is at fault, of a vehicle at CAUTION or worse: those of such a tier themselves. */
export function faultSourceOf({ rows }: VehicleState): FaultSource {
  if (rows[vehicleRow.tier]! < tiers.indexOf("CAUTION")) return "none";
  const suspects = new Set<LimitedSensor>();
  for (const sensor of sensorsIn(rows)) {
    if (sensor.of("tier") < tiers.indexOf("CAUTION")) continue;
    suspects.add(sensor.kind === "confidence" ? "lidar" : sensor.kind);
  }
  return suspects.size > 1 ? "multi_modal" : ([...suspects][0] ?? "none");
}

/** What to do with the vehicle next. */
export function actionOf(state: VehicleState, settings: ScoringSettings): Action {
  const { rows } = state;
  const tier = tiers[rows[vehicleRow.tier]!]!;
  const reason = reasons[rows[vehicleRow.reason]!]!;
  if (tier === "CRITICAL") return "calibration_required";
  const sensors = sensorsIn(rows);
  if (tier === "CAUTION") {
    // Nothing was learnt of this mount yet: somebody should look before anybody calibrates.
    const isToBeSeen = doubtful.has(reason) || sensors.some((sensor) => sensor.is("provisional"));
    return isToBeSeen ? "inspect_sensor" : "schedule_calibration";
  }
  if (reason === "noise_inflation" || needsInspection(state, sensors, settings)) return "inspect_sensor";
  return reason === "change_below_limit" ? "monitor" : "none";
}

/** What somebody should look at before anybody calibrates. */
const doubtful: ReadonlySet<Reason> = new Set(["lidar_confidence_low", "convention_changed"]);

function needsInspection(
  { rows }: VehicleState,
  sensors: readonly SensorRows[],
  { lidar }: ScoringSettings,
): boolean {
  return (
    rows[vehicleRow.hasUnjudged] === 1 ||
    (rows[vehicleRow.manyOutliers] === 1 && rows[vehicleRow.breached] === 0) ||
    sensors.some(
      (sensor) =>
        (sensor.kind !== "confidence" && (sensor.is("unmonitored") || sensor.is("stuck"))) ||
        (sensor.kind === "confidence" &&
          sensor.of("baseline") > 0 &&
          confidenceNow(sensor) < lidar.lowConfidence),
    )
  );
}
function confidenceNow(sensor: SensorRows): number {
  return 1 / (1 + exp(-(sensor.of("baselineLevel") + sensor.of("drift"))));
}

/** Blocks a sensor's baseline is learnt from. */
const learningBlocks = 50;

/** How far the baseline of the sensor is that is furthest: usable frames, and how many it needs for a first verdict. */
export function baselineOf(state: VehicleState): Score["baseline"] {
  let [frames, blocks, most] = [0, 0, -1];
  for (const sensor of sensorsIn(state.rows)) {
    if (sensor.kind === "confidence" || sensor.of("blocks") < most) continue;
    most = sensor.of("blocks");
    [frames, blocks] = [sensor.of("readings"), most];
  }
  const framesPerBlock = blocks === 0 ? 1 : Math.max(1, Math.round(frames / blocks));
  return { state: baselineStateOf(state), frames, needed: learningBlocks * framesPerBlock };
}

/** Of the first rig: further ones are named beside it. */
function channelScores(sensors: readonly SensorRows[]): readonly ChannelScore[] {
  const scores: ChannelScore[] = [];
  for (const kind of limitedSensors) {
    const sensor = sensors.find((one) => one.kind === kind && one.rig === 0);
    if (sensor === undefined || !sensor.is("present") || sensor.of("baseline") === 0) continue;
    for (let axis = 0; axis < trackWidths[kind]; axis += 1) {
      scores.push({
        channel: channels[firstChannel[kind] + axis]!,
        residual: sixDigits(residualOf(sensor, axis)),
        standardised: sixDigits(sensor.of("standardised", axis)),
        cusumUpper: sixDigits(sensor.of("chartUpper", axis)),
        cusumLower: sixDigits(sensor.of("chartLower", axis)),
        cusumLimit: chartLimit,
        shareOfT2: sixDigits(sensor.of("share", axis)),
        drift: sixDigits(kind === "camera" ? sensor.of("drift", axis) : sensor.of("amount")),
        driftSd: sixDigits(kind === "camera" ? sensor.of("driftSd", axis) : sensor.of("amountSd")),
      });
    }
  }
  return scores;
}

/** In degrees or metres: the lidar's channel is a logarithm. */
function residualOf(sensor: SensorRows, axis: number): number {
  const residual = sensor.of("residual", axis);
  if (sensor.kind !== "lidar") return residual;
  const level = sensor.of("baselineLevel");
  return exp(level + residual) - exp(level);
}

/** h: ten one-sided charts (five channels, two sides) together alarm falsely once in 10⁵ independent blocks (core/chart-design). */
export const chartLimit = 11.96;
/** k: half of the shift that the chart is the most sensitive to, in standard deviations; as in the engine. */
export const chartReference = 0.5;
/** At which a frame like those before exceeds the limit of T²; as in the engine. */
export const t2FalseAlarmRate = 0.0027;

/** Of the breach of a vehicle; null without one. */
export function courseOf(state: VehicleState): DriftCourse | null {
  const open = openChangeOf(state);
  if (open === null) return null;
  return {
    likely: { fromSeq: open.of("likelyFrom"), toSeq: open.of("likelyTo") },
    widely: { fromSeq: open.of("widelyFrom"), toSeq: open.of("widelyTo") },
    trend: trendOf(nearestToLimit(sensorsIn(state.rows)) ?? open),
  };
}

function nearestToLimit(sensors: readonly SensorRows[]): SensorRows | null {
  let nearest: SensorRows | null = null;
  for (const sensor of sensors) {
    if (!sensor.is("breached")) continue;
    if (nearest === null || nearness(sensor) > nearness(nearest)) nearest = sensor;
  }
  return nearest;
}
function nearness(sensor: SensorRows): number {
  return sensor.of("beyondCritical") + 1e-3 * sensor.of("beyondCaution");
}

const undated = [null, "already_beyond", "no_trend"] as const;

function trendOf(sensor: SensorRows): DriftTrend {
  const isRamp = sensor.is("ramp");
  const days = sensor.of("days");
  const [from, to] = [sensor.of("daysFrom"), sensor.of("daysTo")];
  return {
    sensor: sensor.kind === "confidence" ? "lidar" : sensor.kind,
    shape: isRamp ? "ramp" : "step",
    beganUs: Math.round(sensor.of("changeTime") * 1e6),
    ratePerDay: isRamp ? sensor.of("rate") : null,
    ratePerDaySd: isRamp ? sensor.of("rateSd") : null,
    daysToCritical: days < 0 ? null : days,
    daysInterval: from < 0 ? null : [from, to],
    undated: undated[sensor.of("undated")]!,
  };
}

/** From here on what the statistic rests on is worth saying. */
const worthSaying = 4;

function strongestChange(sensors: readonly SensorRows[]): StrongestChange | null {
  let strongest: SensorRows | null = null;
  for (const sensor of sensors) {
    if (sensor.kind === "confidence" || sensor.of("baseline") === 0) continue;
    if (!(sensor.of("statistic") >= worthSaying) || sensor.of("termBlocks") === 0) continue;
    if (strongest === null || sensor.of("statistic") > strongest.of("statistic")) strongest = sensor;
  }
  if (strongest === null) return null;
  return {
    channel: channels[firstChannel[strongest.kind] + strongest.of("termChannel")]!,
    shape: strongest.of("termShape") === 1 ? "ramp" : "step",
    noise: engine().noiseParts(strongest.of("termModel")),
    blocks: strongest.of("termBlocks"),
    size: sixDigits(strongest.of("termSize")),
    sizeSd: sixDigits(Math.sqrt(strongest.of("termVariance"))),
  };
}

/** The sensors that scatter far more than they used to, and since when. */
export function noiseGrowths(sensors: readonly SensorRows[]): readonly NoiseGrowth[] {
  return limitedSensors.flatMap((kind) => {
    const grown = sensors.find((one) => one.kind === kind && one.is("noiseGrown"));
    return grown === undefined ? [] : [{ sensor: kind, sinceUs: Math.round(grown.of("noiseSince") * 1e6) }];
  });
}

interface Warned {
  readonly rows: Float64Array;
  readonly sensors: readonly SensorRows[];
  readonly reading: SensorReading;
  readonly settings: ScoringSettings;
}

function warningsOf(
  { rows }: VehicleState,
  reading: SensorReading,
  settings: ScoringSettings,
): readonly ScoreWarning[] {
  const facts = { rows, sensors: sensorsIn(rows), reading, settings };
  return scoreWarnings.filter((warning) => warns[warning](facts));
}

const isLimitedSensor = ({ kind }: SensorRows) => kind !== "confidence";

/** When each is given. */
const warns: Readonly<Record<ScoreWarning, (facts: Warned) => boolean>> = {
  rotation_not_orthonormal: ({ reading: { cameraRotation } }) =>
    cameraRotation !== undefined && orthonormalityError(cameraRotation) > 1e-3,
  rotation_coarsely_rounded: ({ reading: { cameraRotation } }) =>
    cameraRotation !== undefined && isCoarselyRounded(cameraRotation),
  lidar_confidence_absent: ({ reading: { lidarRegistrationErrorM, lidarConfidence } }) =>
    lidarRegistrationErrorM !== undefined && lidarConfidence === undefined,
  lidar_confidence_below_floor: ({ reading: { lidarConfidence }, settings: { lidar } }) =>
    lidarConfidence !== undefined && lidarConfidence < lidar.confidenceFloor,
  correlated_channels: ({ rows }) => rows[vehicleRow.correlation]! > 0.3,
  calibration_did_not_restore: ({ sensors }) =>
    sensors.some((one) => isLimitedSensor(one) && one.is("notRestored")),
  sensor_unmonitored: ({ sensors }) => sensors.some((one) => isLimitedSensor(one) && one.is("unmonitored")),
  sensor_stuck: ({ sensors }) => sensors.some((one) => isLimitedSensor(one) && one.is("stuck")),
  // A knock, a load or a sagging body has tilted the vehicle, rather than three mounts having failed at once.
  common_mode_suspected: ({ sensors }) =>
    sensors.some(({ kind }) => kind === "confidence") && sensors.every((one) => one.is("changed")),
  verdict_provisional: ({ sensors }) => sensors.some((one) => one.is("provisional")),
  sensor_late: ({ rows }) => rows[vehicleRow.hasLate] === 1,
  frames_repeat: ({ rows }) => rows[vehicleRow.repeating] === 1,
};
