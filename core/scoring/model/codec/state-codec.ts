import type { Codec } from "./binary-codec.ts";
import {
  ByteSink,
  boolean,
  count,
  float64,
  listOf,
  nullable,
  numbers,
  numbersBeside,
  oneOf,
  record,
  steps,
  trailing,
  decodeBytes,
  encodeBytes,
} from "./binary-codec.ts";
import { changeSumsCodec } from "./change-sums-codec.ts";
import { courseCodec } from "./course-codec.ts";
import type { FleetCurve, SensorNoise, StartingPrior } from "../journal-entry.ts";
import type { Quaternion } from "../../numeric/quaternion.ts";
import { doublesOf, zeros } from "../../numeric/doubles.ts";
import { reasons } from "../score.ts";
import { noNoises, noiseOf, writeNoise } from "../rows/channel-noises.ts";
import type { ChannelNoises } from "../rows/channel-noises.ts";
import type {
  Block,
  SensorCalibration,
  SensorTrack,
  VehicleState,
  DailyCycle,
  TimeMarks,
  Repeats,
} from "../state.ts";
import { tiers } from "../tier.ts";
import { provisionalCodec } from "./provisional-codec.ts";
import { windowCodec } from "./window-codec.ts";
import { RecentBlocks } from "../recent-blocks.ts";
import { channels } from "../sensors.ts";

const quaternion: Codec<Quaternion> = {
  write: (value, sink) => value.forEach((part) => float64.write(part, sink)),
  read: (source) => [float64.read(source), float64.read(source), float64.read(source), float64.read(source)],
};

/** Blocks that have an entry number, whole numbers that go up with it, a weight and values: column by column. */
function rowsOf<Row extends { readonly seq: number; readonly weight: number }>(columns: {
  readonly times: (row: Row) => readonly number[];
  readonly values: (row: Row) => readonly number[];
  readonly row: (
    block: { seq: number; weight: number },
    times: readonly number[],
    values: readonly number[],
  ) => Row;
}): Codec<readonly Row[]> {
  return {
    write: (rows, sink) => {
      spans.write(spansOf(rows.map(({ seq }) => seq)), sink);
      steps.write(rows.flatMap(columns.times), sink);
      weights.write(
        rows.map(({ weight }) => weight),
        sink,
      );
      numbers.write(rows.flatMap(columns.values), sink);
    },
    read: (source) => {
      const seqs = seqsOf(spans.read(source));
      const times = steps.read(source);
      const held = weights.read(source);
      const values = numbers.read(source);
      const part = (list: readonly number[], at: number) => {
        const width = list.length / seqs.length;
        return list.slice(at * width, (at + 1) * width);
      };
      return seqs.map((seq, at) =>
        columns.row({ seq, weight: held[at]! }, part(times, at), part(values, at)),
      );
    },
  };
}

/** Entries from one block to the next. */
function spansOf(seqs: readonly number[]): readonly number[] {
  return seqs.map((seq, at) => seq - (seqs[at - 1] ?? 0));
}

function seqsOf(spansBetween: readonly number[]): readonly number[] {
  const seqs = spansBetween.slice();
  for (let at = 1; at < seqs.length; at += 1) seqs[at]! += seqs[at - 1]!;
  return seqs;
}

/** As many entries to a block as to the one before. */
const spans = numbersBeside((at, before) => before[at - 1] ?? 0);

/** Most blocks are whole. */
const weights = numbersBeside(() => 1);

const baselineBlocks: Codec<readonly Block[]> = rowsOf<Block>({
  times: ({ atUs }) => [atUs],
  values: ({ values }) => values,
  row: ({ seq, weight }, [atUs], values) => ({ seq, atUs: atUs!, weight, values }),
});

const recentBlocks: Codec<RecentBlocks> = {
  write: (blocks, sink) => {
    const { seqs, weights: held, placed } = blocks.columns();
    spans.write(spansOf(seqs), sink);
    // Of times, which other blocks have.
    steps.write([], sink);
    weights.write(held, sink);
    numbers.write(placed, sink);
  },
  read: (source) => {
    const seqs = seqsOf(spans.read(source));
    steps.read(source);
    return RecentBlocks.of({ seqs, weights: weights.read(source), placed: numbers.read(source) });
  },
};

/** Entry numbers and times go up side by side. */
const timeMarks: Codec<TimeMarks> = {
  write: (marks, sink) => {
    steps.write(everySecond(marks, 0), sink);
    steps.write(everySecond(marks, 1), sink);
  },
  read: (source) => {
    const seqs = steps.read(source);
    const times = steps.read(source);
    const marks = zeros(2 * seqs.length);
    for (let at = 0; at < seqs.length; at += 1) {
      marks[2 * at] = seqs[at]!;
      marks[2 * at + 1] = times[at]!;
    }
    return marks;
  },
};

function everySecond(values: readonly number[], first: number): readonly number[] {
  return values.filter((_, at) => at % 2 === first);
}

/** One list, camera, radar, lidar: [run, fresh, heard, …latest]. */
const repeats: Codec<Repeats> = {
  write: ({ camera, radar, lidar }, sink) =>
    numbers.write(
      [camera, radar, lidar].flatMap(({ run, fresh, heard, latest }) => [run, fresh, heard, ...latest]),
      sink,
    ),
  read: (source) => {
    const list = numbers.read(source);
    const sensor = (from: number, end: number) => {
      const [run = 0, fresh = 0, heard = 0] = list.slice(from, end);
      return { run, fresh, heard, latest: doublesOf(list.slice(from + 3, end)) };
    };
    return { camera: sensor(0, 7), radar: sensor(7, 11), lidar: sensor(11, 15) };
  },
};

const calibration: Codec<SensorCalibration> = record({
  blocks: count,
  established: boolean,
  pose: nullable(quaternion),
  location: numbers,
  scale: numbers,
  whitening: numbers,
  frameRatio: numbers,
  correlation: numbers,
  leastCorrelation: numbers,
  periodUs: float64,
  clipUnit: numbers,
  zones: numbers,
});

const cycle: Codec<DailyCycle> = record({
  startHour: count,
  newestHour: count,
  hours: count,
  heard: owned(numbers),
  today: owned(numbers),
  days: numbers,
  wave: numbers,
  unsure: numbers,
});

const curve: Codec<FleetCurve> = record({ level: count, ratios: numbers, degrees: numbers });

const track: Codec<SensorTrack> = record({
  frames: count,
  presence: float64,
  usualPresence: float64,
  coarseFrames: count,
  level: count,
  open: record({ frames: count, weight: float64, sums: owned(numbers), squares: owned(numbers) }),
  learnt: baselineBlocks,
  within: numbers,
  withinFrames: count,
  anchor: nullable(quaternion),
  calibration: nullable(calibration),
  inherited: nullable(
    record({
      scale: numbers,
      correlation: numbers,
      degrees: float64,
      pose: nullable(quaternion),
      centre: numbers,
      curves: nullable(listOf(curve)),
    }),
  ),
  previous: owned(numbers),
  previousUs: nullable(float64),
  recent: recentBlocks,
  centre: owned(numbers),
  centreWeight: float64,
  notRestored: boolean,
  cycle: nullable(cycle),
});

const fleetCurve = nullable(curve);
const noiseHead = record({ sd: float64, degrees: float64, vehicles: count });

const sensorNoise: Codec<SensorNoise | null> = nullable({
  write: (noise, sink) => {
    noiseHead.write(noise, sink);
    fleetCurve.write(noise.curve ?? null, sink);
  },
  read: (source) => {
    const head = noiseHead.read(source);
    const read = fleetCurve.read(source);
    return read === null ? head : { ...head, curve: read };
  },
});

const startingPrior: Codec<StartingPrior> = record({
  sensors: record({ camera: sensorNoise, radar: sensorNoise, lidar: sensorNoise, confidence: sensorNoise }),
  correlation: float64,
  atUs: float64,
});

/** Column by column: most channels are in order, and since nothing. */
const channelNoise: Codec<ChannelNoises> = {
  write: (noises, sink) => {
    const noise = channels.map((_, channel) => noiseOf(noises, channel));
    steps.write(
      noise.map(({ sinceSeq, grown }) => 2 * sinceSeq + (grown ? 1 : 0)),
      sink,
    );
    steps.write(
      noise.map(({ sinceUs }) => sinceUs),
      sink,
    );
    numbers.write(
      noise.flatMap(({ blocks, variance, sinceBlocks, sinceSquares }) => [
        blocks,
        variance,
        sinceBlocks,
        sinceSquares,
      ]),
      sink,
    );
  },
  read: (source) => {
    const begins = steps.read(source);
    const times = steps.read(source);
    const values = numbers.read(source);
    const noises = noNoises();
    for (const [at, begin] of begins.entries()) {
      writeNoise(noises, at, {
        blocks: values[4 * at]!,
        variance: values[4 * at + 1]!,
        sinceBlocks: values[4 * at + 2]!,
        sinceSquares: values[4 * at + 3]!,
        sinceSeq: Math.floor(begin / 2),
        sinceUs: times[at]!,
        grown: begin % 2 === 1,
      });
    }
    return noises;
  },
};

/** Lists that a fold writes over. */
function owned(list: Codec<readonly number[]>): Codec<number[]> {
  return { write: (value, sink) => list.write(value, sink), read: (source) => doublesOf(list.read(source)) };
}

/** Pairs of channels are mostly heard together: the first of three numbers is that of the pair before. */
const likeTriples = numbersBeside((at, before) => (at % 3 === 0 ? (before[at - 3] ?? 0) : 0));

/** What follows from the rest of the state takes no bytes. */
const nothingStored: Codec<null> = { write: () => {}, read: () => null };

/** The state as bytes, mostly less than 5 KiB once every baseline is established and no breach open; equal states give equal bytes. */
export function packState(state: VehicleState): Uint8Array {
  return encodeBytes(stateCodec, state, new ByteSink(roomBytes));
}

/** Longer than nearly all states. */
const roomBytes = 8 * 1024;

/** Exactly the state that was packed. Throws RangeError on bytes that `packState` did not write. */
export function unpackState(bytes: Uint8Array): VehicleState {
  return decodeBytes(stateCodec, bytes);
}

/** The layout of a packed state; a change of it is a new version of the scoring. */
const stateCodec: Codec<VehicleState> = record({
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
  evidence: changeSumsCodec,
  confidenceEvidence: changeSumsCodec,
  finding: record({
    nats: nullable(float64),
    posterior: numbers,
    changeSeq: count,
    channel: count,
    suspected: boolean,
    window: nullable(windowCodec),
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
      posterior: numbers,
      overBlocks: count,
      restedBlocks: count,
      course: courseCodec,
      early: nullable(
        record({
          verdict: provisionalCodec,
          window: windowCodec,
          blocksSince: count,
          confirmed: boolean,
        }),
      ),
    }),
  ),
  confidenceAlarm: nullable(record({ changeSeq: count, calmBlocks: count })),
  moments: record({ first: owned(numbers), second: owned(likeTriples) }),
  charts: owned(numbers),
  noise: channelNoise,
  reference: nullable(record({ rotation: quaternion, validFromUs: float64 })),
  outliers: record({ share: float64, frames: count, found: count, many: boolean }),
  marks: timeMarks,
  repeats,
  standing: nothingStored,
  known: nothingStored,
  // A vehicle without one has the bytes it always had.
  prior: trailing(startingPrior),
});
