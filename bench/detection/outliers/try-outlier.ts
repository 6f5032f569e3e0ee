import { tierRanks } from "../../../core/encoding/field-schemas.ts";
import { fold } from "../../../core/scoring/fold.ts";
import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import { projectRotation } from "../../../core/scoring/frame/project-rotation.ts";
import {
  between,
  expDeg,
  logDeg,
  multiply,
  toMatrix,
  type Vector3,
} from "../../../core/scoring/numeric/quaternion.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { TestVehicle } from "../../../core/scoring/vehicle-journal.ts";
import { laterTiers, type CalmVehicle } from "./calm-vehicle.ts";


/** One outlier frame in a calm stream, between two frames of it. */
export interface Trial {
  /** How many of the vehicle's own frames come before it. */
  readonly at: number;
  readonly outlier: SensorReading;
  /** How many of the vehicle's own frames are followed after it. */
  readonly watched: number;
}

export interface TrialOutcome {
  /** Own frames after the outlier until the tier differs from the twin's, 0 for at once; null: never. */
  readonly changedAfter: number | null;
  readonly changedTo: Tier | null;
  /** Frames for which the twin had left UNKNOWN and this vehicle had not. */
  readonly learntLater: number;
}

/**
 * Whether the tier would still be the twin's, at the outlier frame and at every watched frame after it. A sensor may take a
 * frame more or less to learn, which is told apart from a change of tier: neither UNKNOWN nor NOMINAL accuses anybody.
 */
export function tryOutlier(vehicle: CalmVehicle, { at, outlier, watched }: Trial): TrialOutcome {
  let folded = fold(vehicle.states[at]!, { kind: "frame", reading: outlier }, defaultSettings);
  let learntLater = 0;
  let twin: Tier = vehicle.tiers[at - 1] ?? "UNKNOWN";
  for (let after = 0; ; after++) {
    const { tier } = folded.score!;
    if (tierRanks[tier] !== tierRanks[twin]) return { changedAfter: after, changedTo: tier, learntLater };
    if (tier === "UNKNOWN" && twin !== "UNKNOWN") learntLater++;
    const next = at + after;
    if (after === watched || next >= vehicle.journal.length) break;
    folded = fold(folded.state, vehicle.journal[next]!, defaultSettings);
    twin = vehicle.tiers[next]!;
  }
  return { changedAfter: null, changedTo: null, learntLater };
}

/** Why a vehicle with an outlier frame went another way than its twin. */
export const causes = [
  "its own change",
  "an ordinary frame does the same",
  "under suspicion anyhow",
  "an outlier of the vehicle's own beside it",
  "alone",
] as const;
export type Cause = (typeof causes)[number];

/**
 * Whether the outlier frame did it alone. Not so when the twin goes there too, though at another frame; when any frame that is
 * no outlier does the same in its place: blocks and counters move on with every frame; or when the twin's evidence comes to speak
 * of a change meanwhile, whichever block is left out, and stands a hair below its limit; or when the vehicle's noise threw an
 * outlier of its own beside it.
 */
export function causeOf(vehicle: CalmVehicle, trial: Trial, outcome: TrialOutcome): Cause {
  const before = tierRanks[vehicle.tiers[trial.at - 1] ?? "UNKNOWN"];
  const after = tierRanks[outcome.changedTo!];
  const goesThere = (tier: Tier) => (after > before ? tierRanks[tier] >= after : tierRanks[tier] <= after);
  if (vehicle.tiers.slice(trial.at).some(goesThere) || laterTiers(vehicle).some(goesThere))
    return "its own change";
  const tame = tameFrames(vehicle, trial).some((outlier) => {
    const { changedTo } = tryOutlier(vehicle, { ...trial, outlier });
    return changedTo !== null && goesThere(changedTo);
  });
  if (tame) return "an ordinary frame does the same";
  const watched = vehicle.states.slice(trial.at, trial.at + outcome.changedAfter! + 1);
  if (watched.some(({ finding }) => finding.suspected)) return "under suspicion anyhow";
  return hasOutlierNear(vehicle, trial.at) ? "an outlier of the vehicle's own beside it" : "alone";
}

/** Two outliers close together are not one outlier frame. */
const outlierReach = 8;

function hasOutlierNear({ outliers }: CalmVehicle, at: number): boolean {
  return outliers.slice(Math.max(0, at - outlierReach), at + outlierReach).includes(true);
}

/** At the outlier's moment the vehicle's own frames nearby, and each of them drawn out to the edge of its noise towards it. */
function tameFrames(vehicle: CalmVehicle, { at, outlier }: Trial): SensorReading[] {
  const nearby = [-4, -3, -2, -1, 0, 1, 2, 3].flatMap((offset) => {
    const entry = vehicle.journal[at + offset];
    return entry?.kind === "frame" ? [{ ...entry.reading, timestampUs: outlier.timestampUs }] : [];
  });
  return [...nearby, ...nearby.map((own) => drawOut(own, outlier, vehicle.plan.noise!))];
}

/** How far an ordinary frame may lie out. */
const edgeSigmas = 3;

function drawOut(
  own: SensorReading,
  outlier: SensorReading,
  noise: NonNullable<TestVehicle["noise"]>,
): SensorReading {
  const drawn = { ...own };
  if (own.cameraRotation !== undefined && outlier.cameraRotation !== undefined) {
    const pose = projectRotation(own.cameraRotation);
    const turn = logDeg(between(pose, projectRotation(outlier.cameraRotation)));
    const reach = (edgeSigmas * noise.cameraDeg!) / Math.max(1e-9, Math.hypot(...turn));
    drawn.cameraRotation = toMatrix(
      multiply(pose, expDeg(turn.map((part) => reach * part) as unknown as Vector3)),
    );
  }
  if (own.radarRangeBiasM !== undefined && outlier.radarRangeBiasM !== undefined)
    drawn.radarRangeBiasM =
      own.radarRangeBiasM +
      edgeSigmas * noise.radarM! * Math.sign(outlier.radarRangeBiasM - own.radarRangeBiasM);
  if (own.lidarRegistrationErrorM !== undefined && outlier.lidarRegistrationErrorM !== undefined) {
    const side = Math.sign(outlier.lidarRegistrationErrorM - own.lidarRegistrationErrorM);
    drawn.lidarRegistrationErrorM =
      own.lidarRegistrationErrorM * Math.exp(edgeSigmas * noise.lidarLog! * side);
  }
  return drawn;
}

/** The outlier frame with everything ordinary again that is not needed for the change. */
export function minimise(vehicle: CalmVehicle, trial: Trial): Trial {
  const fails = (outlier: SensorReading) => tryOutlier(vehicle, { ...trial, outlier }).changedAfter !== null;
  let { outlier } = trial;
  for (const member of [
    "cameraRotation",
    "radarRangeBiasM",
    "lidarRegistrationErrorM",
    "lidarConfidence",
  ] as const) {
    const { [member]: _, ...without } = outlier;
    if (fails(without)) outlier = without;
  }
  return { ...trial, outlier };
}
