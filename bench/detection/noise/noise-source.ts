import type { SmallFastCounter } from "./small-fast-counter.ts";

/** The next value of one channel's noise. */
export type NoiseSource = () => number;

/** Kinds of noise, each of unit variance but the walks, which have none. */
const sources = {
  white: normal,
  t3: student(3),
  t5: student(5),
  "t3, φ 0.3": correlated(0.3, student(3)),
  "t5, φ 0.3": correlated(0.3, student(5)),
  "φ 0.3": correlated(0.3, normal),
  "φ 0.6": correlated(0.6, normal),
  "φ 0.9": correlated(0.9, normal),
  "φ 0.97": correlated(0.97, normal),
  "φ 0.995": correlated(0.995, normal),
  "ARMA(0.6, 0.5)": (random) => movingAverage(0.6, 0.5, normal(random)),
  "70 % white + 30 % φ 0.9": (random) => mixture(0.3, normal(random), correlated(0.9, normal)(random)),
  "85 % white + 15 % φ 0.97": (random) => mixture(0.15, normal(random), correlated(0.97, normal)(random)),
  "1/f": (random) => oneOverF(normal(random)),
  "bursts of 3 σ": (random) => bursts(random),
  "white, later φ 0.6": (random) => correlatedLater(normal(random), correlated(0.6, normal)(random)),
  "80 % white + cycle of 30 frames": (random) => cycle(0.2, 30, random),
  "white + random walk": (random) => randomWalk(0, normal(random)),
  "white, later a random walk": (random) => randomWalk(walkBegins, normal(random)),
} as const satisfies Record<string, OpenSource>;

export type NoiseKind = keyof typeof sources;
export const noiseKinds = Object.keys(sources) as readonly NoiseKind[];

export function openNoise(kind: NoiseKind, random: SmallFastCounter): NoiseSource {
  return sources[kind](random);
}

type OpenSource = (random: SmallFastCounter) => NoiseSource;

function normal(random: SmallFastCounter): NoiseSource {
  return () => random.normal();
}

function student(degrees: number): OpenSource {
  return (random) => () => random.student(degrees);
}

function correlated(phi: number, fresh: OpenSource): OpenSource {
  return (random) => autoregressive(phi, fresh(random));
}

/** So many time constants after its start a process has forgotten it. */
const forgetting = 30;

/** x ← φx + √(1 − φ²)·e, heard once it is stationary. */
function autoregressive(phi: number, fresh: NoiseSource): NoiseSource {
  const innovation = Math.sqrt(1 - phi * phi);
  let value = 0;
  const next = () => (value = phi * value + innovation * fresh());
  for (let step = 0; step < forgetting / (1 - phi); step += 1) next();
  return next;
}

/** x ← φx + e + θe₋₁, over its deviation √((1 + 2φθ + θ²)/(1 − φ²)). */
function movingAverage(phi: number, theta: number, fresh: NoiseSource): NoiseSource {
  const deviation = Math.sqrt((1 + 2 * phi * theta + theta * theta) / (1 - phi * phi));
  let value = 0;
  let before = 0;
  const next = () => {
    const now = fresh();
    value = phi * value + now + theta * before;
    before = now;
    return value / deviation;
  };
  for (let step = 0; step < forgetting / (1 - phi); step += 1) next();
  return next;
}

/** Shares are of the variance. */
function mixture(slowShare: number, fast: NoiseSource, slow: NoiseSource): NoiseSource {
  const [fastPart, slowPart] = [Math.sqrt(1 - slowShare), Math.sqrt(slowShare)];
  return () => fastPart * fast() + slowPart * slow();
}

/** Time constants of the parts of 1/f noise, in frames: equal parts an octave, from a frame to longer than a run. */
export const oneOverFTimes = Array.from({ length: 13 }, (_, octave) => 2 ** octave);

/** A sum of equal parts with time constants an octave apart (van der Ziel 1950). */
function oneOverF(fresh: NoiseSource): NoiseSource {
  const parts = oneOverFTimes.map((time) => autoregressive(Math.exp(-1 / time), fresh));
  const share = Math.sqrt(1 / parts.length);
  return () => {
    let sum = 0;
    for (const part of parts) sum += part();
    return share * sum;
  };
}

/** A step of the walk, in deviations of the white noise it lies under: 13 of them after 2,000 frames. */
export const walkStep = 0.3;

/** A tenth of the time three times as loud, for twenty frames at a time. */
function bursts(random: SmallFastCounter): NoiseSource {
  const quiet = Math.sqrt(1 / (0.9 + 0.1 * 9));
  let isLoud = random.uniform() < 0.1;
  return () => {
    if (random.uniform() < (isLoud ? 1 / 20 : 1 / 180)) isLoud = !isLoud;
    return (isLoud ? 3 : 1) * quiet * random.normal();
  };
}

/** Frames after which a vehicle comes to other roads. */
const otherRoads = 1000;

function correlatedLater(before: NoiseSource, after: NoiseSource): NoiseSource {
  let frame = 0;
  return () => ((frame += 1) > otherRoads ? after() : before());
}

/** White noise over a sine of its own phase, which has a share of the variance. */
function cycle(share: number, period: number, random: SmallFastCounter): NoiseSource {
  const phase = random.uniform();
  let frame = 0;
  return () => {
    frame += 1;
    const swing = Math.sqrt(2 * share) * Math.sin(2 * Math.PI * (frame / period + phase));
    return Math.sqrt(1 - share) * random.normal() + swing;
  };
}

/** Frames until the later walk begins: a baseline's worth, and as much again for every block that was joined. */
export const walkBegins = 300;

/** A walk leaves every limit behind. */
function randomWalk(begins: number, fresh: NoiseSource): NoiseSource {
  let frame = 0;
  let place = 0;
  return () => {
    frame += 1;
    if (frame > begins) place += walkStep * fresh();
    return place + fresh();
  };
}
