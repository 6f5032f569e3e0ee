import { noMarks } from "../frame/time-marks.ts";
import type { Finding, InheritedNoise, OpenBlock, SensorTrack, VehicleState } from "./state.ts";
import { channels, trackWidths } from "./sensors.ts";
import { noClock } from "../frame/sensor-clock.ts";
import { noOutliers } from "../frame/outlier-habit.ts";
import { noRepeats } from "../frame/stuck-sensor.ts";
import type { TrackName } from "./sensors.ts";
import { noCharts } from "./rows/channel-charts.ts";
import { noNoises } from "./rows/channel-noises.ts";
import { noChangeSums } from "../change/change-sums.ts";
import { RecentBlocks } from "./recent-blocks.ts";
import { zeros } from "../numeric/doubles.ts";

export function initialState(): VehicleState {
  return {
    entries: 0,
    frames: 0,
    newestUs: null,
    tier: {
      tier: "UNKNOWN",
      reason: "learning",
      sinceSeq: 0,
      sinceUs: null,
      calmBlocks: 0,
      sustainedBlocks: 0,
    },
    frozen: false,
    tracks: {
      camera: initialTrack("camera", null),
      radar: initialTrack("radar", null),
      lidar: initialTrack("lidar", null),
      confidence: initialTrack("confidence", null),
    },
    evidence: noChangeSums(changeChannels),
    confidenceEvidence: noChangeSums(1),
    finding: noFinding(),
    breach: null,
    confidenceAlarm: null,
    moments: {
      first: zeros(2 * changeChannels),
      second: zeros(3 * channelPairs),
    },
    charts: noCharts(),
    noise: noNoises(),
    reference: null,
    outliers: noOutliers,
    marks: noMarks,
    repeats: noRepeats(),
    prior: null,
    standing: null,
    known: null,
  };
}

export function noFinding(): Finding {
  return {
    nats: null,
    posterior: zeros(3),
    changeSeq: 0,
    channel: 0,
    suspected: false,
    window: null,
    confidenceNats: null,
    confidenceChangeSeq: null,
  };
}

export function initialTrack(name: TrackName, inherited: InheritedNoise | null): SensorTrack {
  const width = trackWidths[name];
  return {
    frames: 0,
    clock: noClock,
    presence: 0,
    usualPresence: 0,
    coarseFrames: 0,
    level: 0,
    open: emptyBlock(width),
    learnt: [],
    within: zeros(width),
    withinFrames: 0,
    anchor: null,
    calibration: null,
    inherited,
    previous: zeros(width),
    previousUs: null,
    recent: RecentBlocks.none(),
    centre: zeros(width),
    centreWeight: 0,
    notRestored: false,
    cycle: null,
  };
}

export function emptyBlock(width: number): OpenBlock {
  return {
    frames: 0,
    weight: 0,
    sums: zeros(width),
    squares: zeros(width),
  };
}

const changeChannels = channels.length;

const channelPairs = (channels.length * (channels.length + 1)) / 2;
