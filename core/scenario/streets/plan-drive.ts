import { uniform } from "../counter-random.ts";
import { type SpeedSpan, spendTime } from "./drive-speed.ts";
import type { Street, StreetNetwork } from "./generate-streets.ts";
import type { Turn } from "./junctions.ts";
import { type PathPiece, type Pose, followPath, offsetPath, reversePiece } from "./path.ts";
import { streetPlan } from "./street-plan.ts";

/** A street driven from one end to the other, in one lane. */
export interface Leg {
  readonly street: number;
  readonly lane: number;
}

/** A way through the town and the speed along it. Everything at t is a function of t alone. */
export interface Drive {
  readonly legs: readonly Leg[];
  /** The lane's middle, in driving direction. */
  readonly path: readonly PathPiece[];
  readonly poseAt: (tS: number) => Pose;
  readonly speedAt: (tS: number) => number;
  readonly distanceAt: (tS: number) => number;
}

const stream = { direction: 107, turn: 108 } as const;
const straightShare = 0.6;
const townMps = streetPlan.arterial.speedKmh / 3.6;

export interface DriveAsk {
  readonly seed: number;
  readonly durationS: number;
  /** Of the car; streets may allow less. A car that does not move stands where the drive would begin. */
  readonly fastestMps: number;
}

/** Begins at the street nearest the middle of the town and is long enough for the duration at any speed allowed. */
export function planDrive(network: StreetNetwork, { seed, durationS, fastestMps }: DriveAsk): Drive {
  const { legs, turns } = chooseWay(network, seed, Math.min(fastestMps, townMps) * durationS);
  const spans = legs.flatMap((leg, at) => [
    ...spansOfStreet(
      network.streets.find(({ id }) => id === leg.street)!,
      leg,
    ),
    ...spansOfTurn(turns[at]!),
  ]);
  const path = spans.map(({ piece }) => piece);
  const follow = followPath(path);
  const { distanceAt, speedAt } = fastestMps > 0 ? spendTime(slowed(spans, fastestMps)) : standing;
  return { legs, path, poseAt: (tS) => follow(distanceAt(tS)), speedAt, distanceAt };
}

const standing = { distanceAt: () => 0, speedAt: () => 0 };

function slowed(spans: readonly SpeedSpan[], fastestMps: number): SpeedSpan[] {
  return spans.map(({ piece, limitMps }) => ({ piece, limitMps: Math.min(limitMps, fastestMps) }));
}

function chooseWay(
  network: StreetNetwork,
  seed: number,
  lengthM: number,
): { legs: readonly Leg[]; turns: readonly Turn[] } {
  const turnsFrom = Map.groupBy(
    network.junctions.flatMap(({ turns }) => turns),
    ({ from }) => `${from.street} ${from.lane}`,
  );
  const lengths = new Map(network.streets.map(({ id, line }) => [id, line.lengthM]));
  const legs: Leg[] = [];
  const turns: Turn[] = [];
  let leg: Leg = {
    street: nearestStreet(network).id,
    lane: uniform(seed, stream.direction, 0) < 0.5 ? -1 : 1,
  };
  // Two streets at least: a route has a beginning and an end.
  for (let drivenM = 0; drivenM < lengthM || legs.length < 2; drivenM += lengths.get(leg.street)!) {
    const turn = chooseTurn(
      turnsFrom.get(`${leg.street} ${leg.lane}`)!,
      uniform(seed, stream.turn, legs.length),
    );
    legs.push(leg);
    turns.push(turn);
    leg = { street: turn.to.street, lane: turn.to.lane };
  }
  return { legs, turns };
}

function nearestStreet({ streets }: StreetNetwork): Street {
  const offM = ({ line }: Street) => {
    const { xM, yM } = followPath([line])(line.lengthM / 2);
    return Math.hypot(xM, yM);
  };
  return streets.reduce((nearest, street) => (offM(street) < offM(nearest) ? street : nearest));
}

/** Straight on more often than not, where that is open; else any way with equal chance. */
function chooseTurn(open: readonly Turn[], luck: number): Turn {
  const straight = open.find(({ direction }) => direction === "straight");
  const bends = open.filter(({ direction }) => direction !== "straight");
  if (straight === undefined) return bends[Math.floor(luck * bends.length)]!;
  if (luck < straightShare || bends.length === 0) return straight;
  return bends[Math.floor(((luck - straightShare) / (1 - straightShare)) * bends.length)]!;
}

function spansOfStreet({ line, kind }: Street, { lane }: Leg): SpeedSpan[] {
  const ahead = lane < 0 ? line : reversePiece(line);
  const rightM = (Math.abs(lane) - 0.5) * streetPlan.laneWidthM;
  return limitSpeed(offsetPath([ahead], -rightM), streetPlan[kind].speedKmh);
}

/** Through a junction at the speed of the slower streets; slower still where the way bends. */
function spansOfTurn({ path }: Turn): SpeedSpan[] {
  return limitSpeed(offsetPath(path, -streetPlan.laneWidthM / 2), streetPlan.local.speedKmh);
}

function limitSpeed(path: readonly PathPiece[], limitKmh: number): SpeedSpan[] {
  return path.map((piece) => ({ piece, limitMps: limitKmh / 3.6 }));
}
