import type { MeanScatter } from "./mean-scatter.ts";
import type {
  CurveMemo,
  GroundedStanding,
  Memos,
  SensorCurves,
  TrackGrounds,
  VarianceCurve,
} from "./standing.ts";
import type { ChangeSums, Repeats, SensorRepeats, SensorTrack, VehicleState } from "./state.ts";

/**
 * The same state with tracks, counts and lists of its own, so that a fold may write them over. A standing knows by identity what it
 * was computed from: it is told of the copies. Curves are computed anew.
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
      camera: copyTrack(camera, copies),
      radar: copyTrack(radar, copies),
      lidar: copyTrack(lidar, copies),
      confidence: copyTrack(confidence, copies),
    },
    repeats: copyRepeats(state.repeats),
    evidence,
    confidenceEvidence,
    moments: { first: first.slice(), second: second.slice() },
    charts: state.charts.slice(),
    noise: state.noise.slice(),
    standing: standingOn(copies, state.standing),
    known: state.known && withoutCurves(state.known),
  };
}

/** All else of a track is replaced as a whole. */
function copyTrack(track: SensorTrack, copies: Copies): SensorTrack {
  const { open, cycle } = track;
  return {
    ...track,
    previous: track.previous.slice(),
    centre: track.centre.slice(),
    recent: noted(copies, track.recent, track.recent.copied()),
    open: { ...open, sums: open.sums.slice(), squares: open.squares.slice() },
    cycle: cycle && { ...cycle, heard: cycle.heard.slice(), today: cycle.today.slice() },
  };
}

function copyRepeats({ camera, radar, lidar, frame }: Repeats): Repeats {
  const copyOf = (repeats: SensorRepeats) => ({ ...repeats, latest: repeats.latest.slice() });
  return { camera: copyOf(camera), radar: copyOf(radar), lidar: copyOf(lidar), frame: copyOf(frame) };
}

/** By what each stands for. */
type Copies = Map<object, object>;

function noted<Value extends object>(copies: Copies, value: Value, copy: Value): Value {
  copies.set(value, copy);
  return copy;
}

/** Sums whose buckets and scatter are their own. */
export function copiedSums(sums: ChangeSums, copies: Copies = new Map()): ChangeSums {
  return noted(copies, sums, { ...sums, buckets: sums.buckets.copied(), scatter: copyScatter(sums.scatter) });
}

function copyScatter({ squares, counts }: MeanScatter): MeanScatter {
  return { squares: squares.slice(), counts: counts.slice() };
}

function standingOn(copies: Copies, grounded: GroundedStanding | null): GroundedStanding | null {
  if (grounded === null) return null;
  const { grounds, standing } = grounded;
  return {
    ...grounded,
    grounds: {
      ...grounds,
      evidence: copyOr(grounds.evidence, copies),
      camera: groundsOn(copies, grounds.camera),
      radar: groundsOn(copies, grounds.radar),
      lidar: groundsOn(copies, grounds.lidar),
    },
    standing: { ...standing, curves: copyCurves(standing.curves) },
  };
}

function groundsOn(copies: Copies, grounds: TrackGrounds): TrackGrounds {
  return { ...grounds, recent: copyOr(grounds.recent, copies) };
}

function copyOr<Value extends object>(value: Value, copies: Copies): Value {
  return (copies.get(value) as Value | undefined) ?? value;
}

/** The next block writes curves over. */
function copyCurves({ camera, radar, lidar }: SensorCurves): SensorCurves {
  const copyOf = ({ inflation, degrees }: VarianceCurve) => ({
    inflation: inflation.slice(),
    degrees: degrees.slice(),
  });
  return { camera: camera.map(copyOf), radar: radar.map(copyOf), lidar: lidar.map(copyOf) };
}

function withoutCurves({ calibration, confidence, settings }: Memos): Memos {
  const without = (memo: CurveMemo): CurveMemo => ({ ...memo, last: null, frozen: null });
  return { calibration: without(calibration), confidence: without(confidence), settings };
}
