import type { ByteSource, Codec, ListCodec } from "./binary-codec.ts";
import {
  ByteSink,
  boolean,
  count,
  float64,
  listOf,
  nullable,
  numbers,
  numbersBeside,
  numbersLike,
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
import { zeros } from "../../numeric/doubles.ts";
import { reasons } from "../score.ts";
import { noNoises, noiseColumns, noiseWidth, writeNoise } from "../rows/channel-noises.ts";
import type { ChannelNoises } from "../rows/channel-noises.ts";
import type {
  Block,
  Breach,
  DailyCycle,
  Finding,
  InheritedNoise,
  OpenBlock,
  OutlierHabit,
  Repeats,
  SensorCalibration,
  SensorClock,
  SensorRepeats,
  SensorTrack,
  TierState,
  TimeMarks,
  VehicleState,
} from "../state.ts";
import { tiers } from "../tier.ts";
import { provisionalCodec } from "./provisional-codec.ts";
import { windowCodec } from "./window-codec.ts";
import { RecentBlocks } from "../recent-blocks.ts";
import { noRepeats } from "../../frame/stuck-sensor.ts";
import { channels } from "../sensors.ts";

const quaternion: Codec<Quaternion> = {
  write: (value, sink) => value.forEach((part) => float64.write(part, sink)),
  read: (source) => [float64.read(source), float64.read(source), float64.read(source), float64.read(source)],
};

const pose = nullable(quaternion);
const maybeNumber = nullable(float64);
const maybeTime = maybeNumber;
const maybeCount = nullable(count);

/** Entry numbers by the entries from one to the next, mostly as many as between the two before. */
const seqs: ListCodec = {
  write: (value, sink) => {
    const [spans, usual] = [zeros(value.length), zeros(value.length)];
    for (let at = 0, before = 0, spanBefore = 0; at < value.length; at += 1) {
      usual[at] = spanBefore;
      spans[at] = spanBefore = value[at]! - before;
      before = value[at]!;
    }
    sink.numbers(spans, usual);
  },
  read: (source) => {
    const value = zeros(source.numbers());
    for (let at = 0, before = 0, span = 0; at < value.length; at += 1) {
      span = source.number(span);
      value[at] = before += span;
    }
    return value;
  },
};

/** Most blocks are whole. */
const weights = numbersLike(1);

/** Column by column, as the newest blocks are, and with the time of each. */
const baselineBlocks: Codec<readonly Block[]> = {
  write: (blocks, sink) => {
    seqs.write(
      blocks.map(({ seq }) => seq),
      sink,
    );
    steps.write(
      blocks.map(({ atUs }) => atUs),
      sink,
    );
    weights.write(
      blocks.map(({ weight }) => weight),
      sink,
    );
    numbers.write(
      blocks.flatMap(({ values }) => values),
      sink,
    );
  },
  read: (source) => {
    const [ends, times, held, values] = [
      seqs.read(source),
      steps.read(source),
      weights.read(source),
      numbers.read(source),
    ];
    const width = values.length / ends.length;
    return ends.map((seq, at) => ({
      seq,
      atUs: times[at]!,
      weight: held[at]!,
      values: values.slice(at * width, (at + 1) * width),
    }));
  },
};

const recentBlocks: Codec<RecentBlocks> = {
  write: (blocks, sink) => {
    const columns = blocks.columns();
    seqs.write(columns.seqs, sink);
    // Of times, which other blocks have.
    steps.write([], sink);
    weights.write(columns.weights, sink);
    numbers.write(columns.placed, sink);
  },
  read: (source) => {
    const ends = seqs.read(source);
    steps.read(source);
    return RecentBlocks.of({ seqs: ends, weights: weights.read(source), placed: numbers.read(source) });
  },
};

/** Entry numbers and times go up side by side. */
const timeMarks: Codec<TimeMarks> = {
  write: (marks, sink) => {
    writeEverySecond(marks, 0, sink);
    writeEverySecond(marks, 1, sink);
  },
  read: (source) => {
    const ends = steps.read(source);
    const times = steps.read(source);
    const marks = zeros(2 * ends.length);
    for (let at = 0; at < ends.length; at += 1) {
      marks[2 * at] = ends[at]!;
      marks[2 * at + 1] = times[at]!;
    }
    return marks;
  },
};

/** As `steps` writes a list. */
function writeEverySecond(values: readonly number[], first: number, sink: ByteSink): void {
  sink.count(values.length / 2);
  for (let at = first, before = 0; at < values.length; at += 2) {
    sink.step(values[at]! - before);
    before = values[at]!;
  }
}

/** One list, camera, radar, lidar, whole frames: [run, fresh, heard, …latest]. Before 1.6.0 without the last. */
const repeats: Codec<Repeats> = {
  write: ({ camera, radar, lidar, frame }, sink) =>
    numbers.write(
      [camera, radar, lidar, frame].flatMap(({ run, fresh, heard, latest }) => [
        run,
        fresh,
        heard,
        ...latest,
      ]),
      sink,
    ),
  read: (source) => {
    const given = source.numbers();
    if (given !== 15 && given !== 18) throw new RangeError("these are not the repeats of three sensors");
    const sensors = {
      camera: readRepeats(4, source),
      radar: readRepeats(1, source),
      lidar: readRepeats(1, source),
    };
    return { ...sensors, frame: given === 15 ? noRepeats().frame : readRepeats(0, source) };
  },
};

function readRepeats(width: number, source: ByteSource): SensorRepeats {
  const [run, fresh, heard] = [source.number(0), source.number(0), source.number(0)];
  const latest = zeros(width);
  for (let at = 0; at < width; at += 1) latest[at] = source.number(0);
  return { run, fresh, heard, latest };
}

/* What every vehicle has is written and read member by member: a list of members would be several times slower, and its objects of
   another form than those that a fold makes. */

const calibration: Codec<SensorCalibration> = {
  write: (value, sink) => {
    count.write(value.blocks, sink);
    boolean.write(value.established, sink);
    pose.write(value.pose, sink);
    numbers.write(value.location, sink);
    numbers.write(value.scale, sink);
    numbers.write(value.whitening, sink);
    numbers.write(value.frameRatio, sink);
    numbers.write(value.correlation, sink);
    numbers.write(value.leastCorrelation, sink);
    float64.write(value.periodUs, sink);
    numbers.write(value.clipUnit, sink);
    numbers.write(value.zones, sink);
  },
  read: (source) => ({
    blocks: count.read(source),
    established: boolean.read(source),
    pose: pose.read(source),
    location: numbers.read(source),
    scale: numbers.read(source),
    whitening: numbers.read(source),
    frameRatio: numbers.read(source),
    correlation: numbers.read(source),
    leastCorrelation: numbers.read(source),
    periodUs: float64.read(source),
    clipUnit: numbers.read(source),
    zones: numbers.read(source),
  }),
};

const cycle: Codec<DailyCycle> = {
  write: (value, sink) => {
    count.write(value.startHour, sink);
    count.write(value.newestHour, sink);
    count.write(value.hours, sink);
    numbers.write(value.heard, sink);
    numbers.write(value.today, sink);
    numbers.write(value.days, sink);
    numbers.write(value.wave, sink);
    numbers.write(value.unsure, sink);
  },
  read: (source) => ({
    startHour: count.read(source),
    newestHour: count.read(source),
    hours: count.read(source),
    heard: numbers.read(source),
    today: numbers.read(source),
    days: numbers.read(source),
    wave: numbers.read(source),
    unsure: numbers.read(source),
  }),
};

const curve: Codec<FleetCurve> = record({ level: count, ratios: numbers, degrees: numbers });

const openBlock: Codec<OpenBlock> = {
  write: (value, sink) => {
    count.write(value.frames, sink);
    float64.write(value.weight, sink);
    numbers.write(value.sums, sink);
    numbers.write(value.squares, sink);
  },
  read: (source) => ({
    frames: count.read(source),
    weight: float64.read(source),
    sums: numbers.read(source),
    squares: numbers.read(source),
  }),
};

const inherited: Codec<InheritedNoise | null> = nullable(
  record({
    scale: numbers,
    correlation: numbers,
    degrees: float64,
    pose,
    centre: numbers,
    curves: nullable(listOf(curve)),
  }),
);

const clock: Codec<SensorClock> = {
  write: (value, sink) => {
    maybeTime.write(value.newestUs, sink);
    maybeTime.write(value.apartUs, sink);
    count.write(value.lateRun, sink);
    count.write(value.late, sink);
  },
  read: (source) => ({
    newestUs: maybeTime.read(source),
    apartUs: maybeTime.read(source),
    lateRun: count.read(source),
    late: count.read(source),
  }),
};

const track: Codec<SensorTrack> = {
  write: (value, sink) => {
    count.write(value.frames, sink);
    clock.write(value.clock, sink);
    float64.write(value.presence, sink);
    float64.write(value.usualPresence, sink);
    count.write(value.coarseFrames, sink);
    count.write(value.level, sink);
    openBlock.write(value.open, sink);
    baselineBlocks.write(value.learnt, sink);
    numbers.write(value.within, sink);
    count.write(value.withinFrames, sink);
    pose.write(value.anchor, sink);
    maybeCalibration.write(value.calibration, sink);
    inherited.write(value.inherited, sink);
    numbers.write(value.previous, sink);
    maybeTime.write(value.previousUs, sink);
    recentBlocks.write(value.recent, sink);
    numbers.write(value.centre, sink);
    float64.write(value.centreWeight, sink);
    boolean.write(value.notRestored, sink);
    maybeCycle.write(value.cycle, sink);
  },
  read: (source) => ({
    frames: count.read(source),
    clock: clock.read(source),
    presence: float64.read(source),
    usualPresence: float64.read(source),
    coarseFrames: count.read(source),
    level: count.read(source),
    open: openBlock.read(source),
    learnt: baselineBlocks.read(source),
    within: numbers.read(source),
    withinFrames: count.read(source),
    anchor: pose.read(source),
    calibration: maybeCalibration.read(source),
    inherited: inherited.read(source),
    previous: numbers.read(source),
    previousUs: maybeTime.read(source),
    recent: recentBlocks.read(source),
    centre: numbers.read(source),
    centreWeight: float64.read(source),
    notRestored: boolean.read(source),
    cycle: maybeCycle.read(source),
  }),
};

const maybeCalibration = nullable(calibration);
const maybeCycle = nullable(cycle);

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
    const { sinceSeq, grown, sinceUs, blocks, variance, sinceBlocks, sinceSquares } = noiseColumns;
    sink.count(channels.length);
    for (let at = 0, before = 0; at < noises.length; at += noiseWidth) {
      const begin = 2 * noises[at + sinceSeq]! + noises[at + grown]!;
      sink.step(begin - before);
      before = begin;
    }
    sink.count(channels.length);
    for (let at = sinceUs, before = 0; at < noises.length; at += noiseWidth) {
      sink.step(noises[at]! - before);
      before = noises[at]!;
    }
    const values = zeros(4 * channels.length);
    for (let at = 0, to = 0; at < noises.length; at += noiseWidth, to += 4) {
      values[to] = noises[at + blocks]!;
      values[to + 1] = noises[at + variance]!;
      values[to + 2] = noises[at + sinceBlocks]!;
      values[to + 3] = noises[at + sinceSquares]!;
    }
    sink.numbers(values);
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

/** Pairs of channels are mostly heard together: the first of three numbers is that of the pair before. */
const likeTriples = numbersBeside((at, before) => (at % 3 === 0 && at > 0 ? before[at - 3]! : 0));

const tier: Codec<TierState> = {
  write: (value, sink) => {
    tierName.write(value.tier, sink);
    reason.write(value.reason, sink);
    count.write(value.sinceSeq, sink);
    maybeTime.write(value.sinceUs, sink);
    count.write(value.calmBlocks, sink);
    count.write(value.sustainedBlocks, sink);
  },
  read: (source) => ({
    tier: tierName.read(source),
    reason: reason.read(source),
    sinceSeq: count.read(source),
    sinceUs: maybeTime.read(source),
    calmBlocks: count.read(source),
    sustainedBlocks: count.read(source),
  }),
};

const tierName = oneOf(tiers);
const reason = oneOf(reasons);

const finding: Codec<Finding> = {
  write: (value, sink) => {
    maybeNumber.write(value.nats, sink);
    numbers.write(value.posterior, sink);
    count.write(value.changeSeq, sink);
    count.write(value.channel, sink);
    boolean.write(value.suspected, sink);
    maybeWindow.write(value.window, sink);
    maybeNumber.write(value.confidenceNats, sink);
    maybeCount.write(value.confidenceChangeSeq, sink);
  },
  read: (source) => ({
    nats: maybeNumber.read(source),
    posterior: numbers.read(source),
    changeSeq: count.read(source),
    channel: count.read(source),
    suspected: boolean.read(source),
    window: maybeWindow.read(source),
    confidenceNats: maybeNumber.read(source),
    confidenceChangeSeq: maybeCount.read(source),
  }),
};

const maybeWindow = nullable(windowCodec);

const breach: Codec<Breach | null> = nullable(
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
);

const confidenceAlarm = nullable(record({ changeSeq: count, calmBlocks: count }));
const reference = nullable(record({ rotation: quaternion, validFromUs: float64 }));

const outliers: Codec<OutlierHabit> = {
  write: (value, sink) => {
    float64.write(value.share, sink);
    count.write(value.frames, sink);
    count.write(value.found, sink);
    boolean.write(value.many, sink);
  },
  read: (source) => ({
    share: float64.read(source),
    frames: count.read(source),
    found: count.read(source),
    many: boolean.read(source),
  }),
};

/** The state as bytes, mostly less than 5 KiB once every baseline is established and no breach open; equal states give equal bytes. */
export function packState(state: VehicleState): Uint8Array {
  return encodeBytes(stateCodec, state, sink);
}

/** Exactly the state that was packed. Throws RangeError on bytes that `packState` did not write. */
export function unpackState(bytes: Uint8Array): VehicleState {
  return decodeBytes(stateCodec, bytes);
}

/** One after another; with room for nearly all of them. */
const sink = new ByteSink(8 * 1024);

/** The layout of a packed state; a change of it is a new version of the scoring. */
const stateCodec: Codec<VehicleState> = {
  write: (value, sink) => {
    count.write(value.entries, sink);
    count.write(value.frames, sink);
    maybeTime.write(value.newestUs, sink);
    tier.write(value.tier, sink);
    boolean.write(value.frozen, sink);
    track.write(value.tracks.camera, sink);
    track.write(value.tracks.radar, sink);
    track.write(value.tracks.lidar, sink);
    track.write(value.tracks.confidence, sink);
    changeSumsCodec.write(value.evidence, sink);
    changeSumsCodec.write(value.confidenceEvidence, sink);
    finding.write(value.finding, sink);
    breach.write(value.breach, sink);
    confidenceAlarm.write(value.confidenceAlarm, sink);
    numbers.write(value.moments.first, sink);
    likeTriples.write(value.moments.second, sink);
    numbers.write(value.charts, sink);
    channelNoise.write(value.noise, sink);
    reference.write(value.reference, sink);
    outliers.write(value.outliers, sink);
    timeMarks.write(value.marks, sink);
    repeats.write(value.repeats, sink);
    // A vehicle without one has the bytes it always had.
    prior.write(value.prior, sink);
  },
  read: (source) => ({
    entries: count.read(source),
    frames: count.read(source),
    newestUs: maybeTime.read(source),
    tier: tier.read(source),
    frozen: boolean.read(source),
    tracks: {
      camera: track.read(source),
      radar: track.read(source),
      lidar: track.read(source),
      confidence: track.read(source),
    },
    evidence: changeSumsCodec.read(source),
    confidenceEvidence: changeSumsCodec.read(source),
    finding: finding.read(source),
    breach: breach.read(source),
    confidenceAlarm: confidenceAlarm.read(source),
    moments: { first: numbers.read(source), second: likeTriples.read(source) },
    charts: numbers.read(source),
    noise: channelNoise.read(source),
    reference: reference.read(source),
    outliers: outliers.read(source),
    marks: timeMarks.read(source),
    repeats: repeats.read(source),
    prior: prior.read(source),
    // What follows from the rest takes no bytes.
    standing: null,
    known: null,
  }),
};

const prior = trailing(startingPrior);
