import type { PathPiece } from "./path.ts";

export interface SpeedSpan {
  readonly piece: PathPiece;
  readonly limitMps: number;
}

/** What passengers find usual in a town. */
const sidewaysMps2 = 2.5;
const alongMps2 = 1.5;

/** A stretch of constant acceleration. */
interface Phase {
  readonly fromS: number;
  readonly fromM: number;
  readonly speedMps: number;
  readonly accelerationMps2: number;
}

/** As fast as limits and bends allow, speeding up and slowing down gently; it begins at full speed and goes on at the last. */
export function spendTime(spans: readonly SpeedSpan[]): {
  readonly distanceAt: (tS: number) => number;
  readonly speedAt: (tS: number) => number;
} {
  const phases = phasesOf(spans);
  const phaseAt = (tS: number) => phases[lastBegun(phases, tS)]!;
  return {
    distanceAt: (tS) => {
      const { fromS, fromM, speedMps, accelerationMps2 } = phaseAt(tS);
      const x = Math.max(0, tS) - fromS;
      return fromM + speedMps * x + (accelerationMps2 * x * x) / 2;
    },
    speedAt: (tS) => {
      const { fromS, speedMps, accelerationMps2 } = phaseAt(tS);
      return speedMps + accelerationMps2 * (Math.max(0, tS) - fromS);
    },
  };
}

function phasesOf(spans: readonly SpeedSpan[]): Phase[] {
  const caps = spans.map(({ piece, limitMps }) =>
    piece.curvaturePerM === 0
      ? limitMps
      : Math.min(limitMps, Math.sqrt(sidewaysMps2 / Math.abs(piece.curvaturePerM))),
  );
  const borders = speedsBetween(spans, caps);
  const phases: Phase[] = [];
  let fromS = 0;
  let fromM = 0;
  const add = (speedMps: number, accelerationMps2: number, lengthS: number) => {
    if (lengthS <= 0) return;
    phases.push({ fromS, fromM, speedMps, accelerationMps2 });
    fromS += lengthS;
    fromM += speedMps * lengthS + (accelerationMps2 * lengthS * lengthS) / 2;
  };
  for (const [at, { piece }] of spans.entries()) {
    const [enter, leave] = [borders[at]!, borders[at + 1]!];
    const peak = Math.min(
      caps[at]!,
      Math.sqrt((enter * enter + leave * leave) / 2 + alongMps2 * piece.lengthM),
    );
    const changingM = (2 * peak * peak - enter * enter - leave * leave) / (2 * alongMps2);
    add(enter, alongMps2, (peak - enter) / alongMps2);
    add(peak, 0, (piece.lengthM - changingM) / peak);
    add(peak, -alongMps2, (peak - leave) / alongMps2);
  }
  return [...phases, { fromS, fromM, speedMps: borders.at(-1)!, accelerationMps2: 0 }];
}

/** At each border no faster than either side allows, nor than can be reached or braked to. */
function speedsBetween(spans: readonly SpeedSpan[], caps: readonly number[]): number[] {
  const speeds = [caps[0]!, ...caps.map((cap, at) => Math.min(cap, caps[at + 1] ?? cap))];
  const reach = (fromMps: number, overM: number) => Math.sqrt(fromMps * fromMps + 2 * alongMps2 * overM);
  for (let at = spans.length - 1; at >= 0; at -= 1) {
    speeds[at] = Math.min(speeds[at]!, reach(speeds[at + 1]!, spans[at]!.piece.lengthM));
  }
  for (const [at, { piece }] of spans.entries()) {
    speeds[at + 1] = Math.min(speeds[at + 1]!, reach(speeds[at]!, piece.lengthM));
  }
  return speeds;
}

function lastBegun(phases: readonly Phase[], tS: number): number {
  let low = 0;
  let high = phases.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (phases[middle]!.fromS <= tS) low = middle;
    else high = middle - 1;
  }
  return low;
}
