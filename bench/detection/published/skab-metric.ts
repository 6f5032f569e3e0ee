/** One run of the rig: moments in seconds, which of them are labelled changes, which the detector called. */
export interface LabelledRun {
  readonly changesS: readonly number[];
  readonly alarmsS: readonly number[];
}

export interface ChangePointScore {
  /** NAB score in its three profiles, 0 for a silent detector and 100 for a perfect one. */
  readonly standard: number;
  readonly lowFalsePositives: number;
  readonly lowFalseNegatives: number;
  readonly missed: number;
  readonly falseAlarms: number;
}

/**
 * SKAB's change-point metric as its leaderboard uses it: windows of 60 s to the right of each change, a later window cut
 * where it overlaps the one before; the first alarm in a window is worth 1 at its left edge, falling as a hyperbolic tangent
 * to the price of a false alarm at its right edge; every alarm outside all windows is false; alarms after the first in a
 * window cost nothing. Katser & Kozitsin (2020), Skoltech Anomaly Benchmark, `chp_score`.
 */
export function scoreChangePoints(runs: readonly LabelledRun[], windowS: number): ChangePointScore {
  const counted = runs.map((run) => countRun(run, windowS));
  const windows = counted.reduce((total, run) => total + run.places.length + run.missed, 0);
  const missed = counted.reduce((total, run) => total + run.missed, 0);
  const falseAlarms = counted.reduce((total, run) => total + run.falseAlarms, 0);
  const places = counted.flatMap((run) => run.places);
  const profile = (falsePositive: number, falseNegative: number): number => {
    const hits = places.reduce((total, place) => total + rewardAt(place, falsePositive), 0);
    const score = hits + falsePositive * falseAlarms + falseNegative * missed;
    const silent = falseNegative * windows;
    return (100 * (score - silent)) / (windows - silent);
  };
  return {
    standard: profile(-0.11, -1),
    lowFalsePositives: profile(-0.22, -1),
    lowFalseNegatives: profile(-0.11, -2),
    missed,
    falseAlarms,
  };
}

interface Counted {
  /** Place of the first alarm within each hit window, 0 at the change, 1 at the window's end. */
  readonly places: readonly number[];
  readonly missed: number;
  readonly falseAlarms: number;
}

function countRun({ changesS, alarmsS }: LabelledRun, windowS: number): Counted {
  const windows = changesS.map((change) => ({ from: change, to: change + windowS }));
  for (let at = 1; at < windows.length; at++)
    windows[at]!.from = Math.max(windows[at]!.from, windows[at - 1]!.to);
  const places: number[] = [];
  for (const { from, to } of windows) {
    const hit = alarmsS.find((alarm) => alarm >= from && alarm <= to);
    if (hit !== undefined) places.push((hit - from) / (to - from));
  }
  const falseAlarms = alarmsS.filter(
    (alarm) => !windows.some(({ from, to }) => alarm >= from && alarm <= to),
  ).length;
  return { places, missed: windows.length - places.length, falseAlarms };
}

/** The reward is tabulated at 1,000 places by the published code; the table is kept so that its scores come out to the digit. */
function rewardAt(place: number, falsePositive: number): number {
  const steps = 1000;
  const step = Math.min(steps - 1, Math.trunc(place * steps));
  const x = -Math.PI / 2 + (Math.PI * step) / (steps - 1);
  const half = (1 - falsePositive) / 2;
  return (-half * Math.tanh(x)) / Math.tanh(Math.PI / 2) + half + falsePositive;
}
