import { exceedance, inLimitUnits, limitsOf } from "./drift.ts";
import { baselinePlaces, type BaselinePlace } from "./baseline-places.ts";
import { zeros } from "../numeric/doubles.ts";
import { between, logDeg } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { LimitPair, ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";

/** How a sensor's baseline stands to where it should be after a repair. */
export interface PlaceComparison {
  readonly sensor: LimitedSensor;
  readonly against: "baseline_before" | "registered_reference";
  readonly outcome: "restored" | "not_restored" | "pending";
  /** Degrees of the camera, metres of the others, of the lidar negative where it became better; null while nothing is learnt. */
  readonly difference: number | null;
  readonly sd: number | null;
  readonly limits: LimitPair;
  /** Blocks the new baseline has, and how many it needs before it is judged. */
  readonly blocks: number;
  readonly needed: number;
}

/**
 * Holds the baseline learnt after a repair against the one before it, and a camera with a registered reference against that.
 * It is judged once it is established: not restored where it is beyond the CAUTION limit as surely as a tier asks for,
 * restored where it is within it as surely; in between when it has twice the blocks, by what is likelier.
 */
export function comparePlaces(
  before: readonly BaselinePlace[],
  state: VehicleState,
  settings: ScoringSettings,
): readonly PlaceComparison[] {
  const now = new Map(baselinePlaces(state, settings).map((place) => [place.sensor, place]));
  const aims = withReference(before, referenceInForce(state));
  return aims.map((aim) => compare(aim, now.get(aim.sensor), { track: state.tracks[aim.sensor], settings }));
}

interface Aim extends BaselinePlace {
  readonly against: PlaceComparison["against"];
}

/** A reference is known without error, and there may be one where no baseline was ever learnt. */
function withReference(before: readonly BaselinePlace[], reference: Quaternion | null): readonly Aim[] {
  const aims = before.map((place) => ({ ...place, against: "baseline_before" as const }));
  if (reference === null) return aims;
  const drift = before.find(({ sensor }) => sensor === "camera")?.drift ?? null;
  const none = zeros(3);
  const camera: Aim = {
    sensor: "camera",
    against: "registered_reference",
    rotation: reference,
    centre: none,
    sds: none,
    drift,
  };
  return [camera, ...aims.filter(({ sensor }) => sensor !== "camera")];
}

function referenceInForce({ reference, newestUs }: VehicleState): Quaternion | null {
  const inForce = reference !== null && newestUs !== null && newestUs >= reference.validFromUs;
  return inForce ? reference.rotation : null;
}

function compare(
  aim: Aim,
  now: BaselinePlace | undefined,
  { track, settings }: { readonly track: SensorTrack; readonly settings: ScoringSettings },
): PlaceComparison {
  const { sensor, against } = aim;
  const limits = limitsOf(sensor, settings);
  const needed = settings.baseline.establishedBlocks;
  const blocks = Math.floor(
    now === undefined ? track.learnt.length : Math.max(track.centreWeight, track.learnt.length),
  );
  const common = { sensor, against, limits, needed, blocks: Math.min(blocks, 2 * needed) };
  if (now === undefined) return { ...common, outcome: "pending", difference: null, sd: null };
  const shifts = shiftsBetween(aim, now);
  const sds = now.sds.map((sd, axis) => Math.sqrt(sd * sd + aim.sds[axis]! * aim.sds[axis]!));
  const moved = inLimitUnits(sensor, aim.centre, { shifts, sds });
  const probability = exceedance(sensor, moved, limits.caution);
  const isEstablished = track.calibration?.established === true;
  const outcome = isEstablished ? outcomeOf(probability, blocks >= 2 * needed, settings) : "pending";
  return { ...common, outcome, difference: moved.amount, sd: moved.sd };
}

function shiftsBetween(aim: BaselinePlace, now: BaselinePlace): readonly number[] {
  if (aim.rotation !== null && now.rotation !== null) return logDeg(between(aim.rotation, now.rotation));
  return now.centre.map((value, axis) => value - aim.centre[axis]!);
}

function outcomeOf(beyond: number, isLate: boolean, { tiers }: ScoringSettings): PlaceComparison["outcome"] {
  const sure = isLate ? 0.5 : tiers.cautionProbability;
  if (beyond >= sure) return "not_restored";
  return beyond <= 1 - sure ? "restored" : "pending";
}
