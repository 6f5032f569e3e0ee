import type { MeanScatter } from "./mean-scatter.ts";
import type { GroundedStanding, CurveMemo } from "./standing.ts";
import type { ChangeSums, Repeats, SensorRepeats, SensorTrack, VehicleState } from "./state.ts";

/**
 * The same state with tracks, counts and lists of its own, so that a fold may write them over. What is at hand for the next frame knows by identity
 * what it was computed from: it is told of the copies.
 */
export function copyState(state: VehicleState): VehicleState {
  const copies: Copies = new Map();
  const evidence = copiedSums(state.evidence, copies);
  const confidenceEvidence = copiedSums(state.confidenceEvidence, copies);
  const { first, second } = state.moments;
  const { camera, radar, lidar, confidence } = state.tracks;
  return {
    ...state,
    tracks: {
      camera: copyTrack(camera),
      radar: copyTrack(radar),
      lidar: copyTrack(lidar),
      confidence: copyTrack(confidence),
    },
    repeats: copyRepeats(state.repeats),
    evidence,
    confidenceEvidence,
    moments: { first: first.slice(), second: second.slice() },
    charts: state.charts.slice(),
    noise: state.noise.slice(),
    standing: standingOn(copies, state.standing),
  };
}

/** All else of a track is replaced as a whole. */
function copyTrack(track: SensorTrack): SensorTrack {
  const { open, cycle } = track;
  return {
    ...track,
    open: { ...open, sums: open.sums.slice(), squares: open.squares.slice() },
    cycle: cycle && { ...cycle, heard: cycle.heard.slice(), today: cycle.today.slice() },
  };
}

function copyRepeats({ camera, radar, lidar }: Repeats): Repeats {
  const copyOf = (repeats: SensorRepeats) => ({ ...repeats, latest: repeats.latest.slice() });
  return { camera: copyOf(camera), radar: copyOf(radar), lidar: copyOf(lidar) };
}

/** By what each stands for. */
type Copies = Map<object, object>;

function noted<Value extends object>(copies: Copies, value: Value, copy: Value): Value {
  copies.set(value, copy);
  return copy;
}

/** Sums whose buckets and scatter are their own. */
export function copiedSums(sums: ChangeSums, copies: Copies = new Map()): ChangeSums {
  const scatter = noted(copies, sums.scatter, copyScatter(sums.scatter));
  return noted(copies, sums, { ...sums, buckets: sums.buckets.copied(), scatter });
}

function copyScatter({ squares, counts }: MeanScatter): MeanScatter {
  return { squares: squares.slice(), counts: counts.slice() };
}

function standingOn(copies: Copies, standing: GroundedStanding | null): GroundedStanding | null {
  if (standing === null) return null;
  const { grounds, known } = standing;
  return {
    ...standing,
    grounds: { ...grounds, evidence: copies.get(grounds.evidence) ?? grounds.evidence },
    known: {
      calibration: memoOn(copies, known.calibration),
      confidence: memoOn(copies, known.confidence),
    },
  };
}

function memoOn(copies: Copies, memo: CurveMemo): CurveMemo {
  const { last } = memo;
  const scatter = last === null ? undefined : (copies.get(last.scatter) as MeanScatter | undefined);
  return last === null || scatter === undefined ? { ...memo } : { ...memo, last: { ...last, scatter } };
}
