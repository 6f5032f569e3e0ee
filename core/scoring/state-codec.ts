import type { Codec } from "./binary-codec.ts";
import { boolean, count, float64, float64Array, nullable, oneOf, record } from "./binary-codec.ts";
import { courseCodec } from "./course-codec.ts";
import type { EvidenceSums } from "./evidence-sums.ts";
import type { Quaternion } from "./quaternion.ts";
import { channels, reasons } from "./score.ts";
import type { SensorCalibration, SensorTrack, VehicleState } from "./state.ts";
import { tiers } from "./tier.ts";

const quaternion: Codec<Quaternion> = {
  write: (value, sink) => value.forEach((part) => float64.write(part, sink)),
  read: (source) => [float64.read(source), float64.read(source), float64.read(source), float64.read(source)],
};

const evidenceSums: Codec<EvidenceSums> = record({
  channels: count,
  past: float64Array,
  buckets: float64Array,
});

const calibration: Codec<SensorCalibration> = record({
  blocks: count,
  established: boolean,
  pose: nullable(quaternion),
  location: float64Array,
  scale: float64Array,
  whitening: float64Array,
  frameRatio: float64Array,
  correlation: float64Array,
  periodUs: float64,
  clipUnit: float64Array,
  zones: float64Array,
});

const track: Codec<SensorTrack> = record({
  frames: count,
  presence: float64,
  usualPresence: float64,
  coarseFrames: count,
  level: count,
  open: record({ frames: count, weight: float64, sums: float64Array, squares: float64Array }),
  learnt: float64Array,
  within: float64Array,
  withinFrames: count,
  anchor: nullable(quaternion),
  calibration: nullable(calibration),
  inherited: nullable(
    record({
      scale: float64Array,
      correlation: float64Array,
      degrees: float64,
      pose: nullable(quaternion),
      centre: float64Array,
    }),
  ),
  previous: float64Array,
  previousUs: nullable(float64),
  recent: float64Array,
  centre: float64Array,
  centreWeight: float64,
  notRestored: boolean,
});

/** The layout of a packed state; a change of it is a new version of the scoring. */
export const stateCodec: Codec<VehicleState> = record({
  entries: count,
  frames: count,
  newestUs: nullable(float64),
  tier: record({
    tier: oneOf(tiers),
    reason: oneOf(reasons),
    sinceSeq: count,
    sinceUs: nullable(float64),
    calmBlocks: count,
    sustainedBlocks: count,
  }),
  frozen: boolean,
  tracks: record({ camera: track, radar: track, lidar: track, confidence: track }),
  evidence: evidenceSums,
  confidenceEvidence: evidenceSums,
  finding: record({
    nats: nullable(float64),
    posterior: float64Array,
    changeSeq: count,
    channel: count,
    suspected: boolean,
    confidenceNats: nullable(float64),
    confidenceChangeSeq: nullable(count),
  }),
  breach: nullable(
    record({
      openedSeq: count,
      openedUs: float64,
      statistic: float64,
      channel: oneOf(channels),
      side: oneOf(["upper", "lower"]),
      changePointSeq: count,
      changeBlockSeq: count,
      blocks: count,
      posterior: float64Array,
      course: courseCodec,
    }),
  ),
  confidenceAlarm: nullable(record({ changeSeq: count, calmBlocks: count })),
  moments: record({ first: float64Array, second: float64Array }),
  charts: float64Array,
  inflation: float64Array,
  reference: nullable(record({ rotation: quaternion, validFromUs: float64 })),
  outlierFrames: float64Array,
  marks: float64Array,
});
