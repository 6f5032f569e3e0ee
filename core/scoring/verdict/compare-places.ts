import { projectRotation } from "../frame/project-rotation.ts";
import { sensorsIn, vehicleRow } from "../model/rows.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { VehicleState } from "../model/state.ts";
import { exp } from "../numeric/exp.ts";
import { between, logDeg, type Quaternion } from "../numeric/quaternion.ts";
import type { LimitPair, ScoringSettings } from "../settings/settings.ts";
import { baselinePlaces, type BaselinePlace } from "./baseline-places.ts";

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

/** Blocks from which the comparison is made, and from twice as many on by what is likelier. */
const needed = 50;
/** Standard deviations that the difference has to be from the CAUTION limit before: the 90 % quantile of the normal distribution. */
const surely = 1.2815515655446004;

/**
 * Holds the baseline learnt after a repair against the one before it, and a camera with a registered reference against that: not
 * restored where it is beyond the CAUTION limit as surely as nine in ten, restored where it is within it as surely; in between,
 * from twice the blocks on, by what is likelier.
 */
export function comparePlaces(
  before: readonly BaselinePlace[],
  state: VehicleState,
  settings: ScoringSettings,
): readonly PlaceComparison[] {
  const now = new Map(baselinePlaces(state, settings).map((place) => [place.sensor, place]));
  return withReference(before, referenceInForce(state)).map((aim) => {
    const blocks =
      sensorsIn(state.rows)
        .find(({ kind }) => kind === aim.sensor)
        ?.of("blocks") ?? 0;
    return compare(aim, now.get(aim.sensor), blocks, settings);
  });
}

interface Aim extends BaselinePlace {
  readonly against: PlaceComparison["against"];
}

/** A reference is known without error, and there may be one where no baseline was ever learnt. */
function withReference(before: readonly BaselinePlace[], reference: Quaternion | null): readonly Aim[] {
  const aims = before.map((place) => ({ ...place, against: "baseline_before" as const }));
  if (reference === null) return aims;
  const drift = before.find(({ sensor }) => sensor === "camera")?.drift ?? null;
  const none = [0, 0, 0];
  const camera = {
    sensor: "camera",
    against: "registered_reference",
    rotation: reference,
    centre: none,
    sds: none,
    drift,
  } as const;
  return [camera, ...aims.filter(({ sensor }) => sensor !== "camera")];
}

function referenceInForce({ reference, rows }: VehicleState): Quaternion | null {
  const inForce = reference !== null && rows[vehicleRow.newestTime]! >= reference.validFromUs / 1e6;
  return inForce ? projectRotation(reference.cameraRotation) : null;
}

function compare(
  aim: Aim,
  now: BaselinePlace | undefined,
  blocks: number,
  settings: ScoringSettings,
): PlaceComparison {
  const { sensor, against } = aim;
  const { limits: all } = settings;
  const limits = { camera: all.cameraDeg, radar: all.radarM, lidar: all.lidarM }[sensor];
  const common = { sensor, against, limits, needed, blocks: Math.min(blocks, 2 * needed) };
  if (now === undefined) return { ...common, outcome: "pending", difference: null, sd: null };
  const { difference, sd } = differenceOf(aim, now);
  const size = sensor === "lidar" ? difference : Math.abs(difference);
  const beyond = (size - limits.caution) / sd;
  const isLate = blocks >= 2 * needed;
  const outcome =
    blocks < needed || (!isLate && Math.abs(beyond) < surely)
      ? "pending"
      : beyond >= 0
        ? "not_restored"
        : "restored";
  return { ...common, outcome, difference, sd };
}

/** In the unit of the limits; of a rotation the angle without the part that noise explains. */
function differenceOf(aim: Aim, now: BaselinePlace): { readonly difference: number; readonly sd: number } {
  const sds = now.sds.map((sd, axis) => Math.hypot(sd, aim.sds[axis]!));
  if (aim.rotation !== null && now.rotation !== null) {
    const shifts = logDeg(between(aim.rotation, now.rotation));
    const square = shifts.reduce((sum, shift) => sum + shift * shift, 0);
    const noise = sds.reduce((sum, sd) => sum + sd * sd, 0);
    const along = shifts.reduce((sum, shift, axis) => sum + (shift * sds[axis]!) ** 2, 0);
    return {
      difference: Math.sqrt(Math.max(0, square - noise)),
      sd: Math.sqrt(square > 0 ? along / square : noise / 3),
    };
  }
  const [before, after, sd] = [aim.centre[0]!, now.centre[0]!, sds[0]!];
  if (aim.sensor !== "lidar") return { difference: after - before, sd };
  return { difference: exp(after) - exp(before), sd: exp(after) * sd };
}
