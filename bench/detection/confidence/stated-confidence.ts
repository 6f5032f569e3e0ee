import { fold } from "../../../core/scoring/fold.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { journalOf } from "../../../core/scoring/vehicle-journal.ts";
import type { Displacement, TestVehicle } from "../../../core/scoring/vehicle-journal.ts";
import { RandomStream } from "../simulated/random-stream.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


/** One verdict: the probability it stated, and whether it was right. */
export interface Stated {
  readonly confidence: number;
  readonly right: boolean;
}

export interface FleetPlan {
  readonly seed: number;
  readonly vehicles: number;
  readonly frames: number;
}

const noises = [
  { cameraDeg: 0.02, radarM: 0.02, lidarLog: 0.15 },
  { cameraDeg: 0.06, radarM: 0.05, lidarLog: 0.25 },
  { cameraDeg: 0.15, radarM: 0.12, lidarLog: 0.4 },
];
const tails = ["normal", "student", "outliers"] as const;

/**
 * Every verdict on whole streams, none cut short after its change: quiet, ordinary and noisy sensors with normal, heavy and
 * outlying noise. Half of the vehicles stay well; the others step or ramp to 0.25 to 3 CAUTION limits on one sensor.
 */
export function stateConfidences(plan: FleetPlan, settings: ScoringSettings): Stated[] {
  const stated: Stated[] = [];
  for (let vehicle = 0; vehicle < plan.vehicles; vehicle += 1) {
    const random = new RandomStream(plan.seed + 500_000 + vehicle);
    const fault = Math.floor(vehicle / 9) % 2 === 0 ? null : drawFault(random, plan.frames);
    const journal: TestVehicle = {
      frames: plan.frames,
      seed: plan.seed + vehicle,
      noise: noises[vehicle % 3]!,
      tails: tails[Math.floor(vehicle / 3) % 3]!,
      displacement: (frame) => (fault === null ? {} : displace(fault, frame, settings)),
    };
    let state = initialState();
    for (const [frame, entry] of journalOf(journal).entries()) {
      const folded = fold(state, entry, settings);
      state = folded.state;
      const score = folded.score!;
      if (score.tier === "UNKNOWN" || score.baseline.state === "learning") continue;
      stated.push({ confidence: score.confidence, right: isRight(score, fault, frame, settings) });
    }
  }
  return stated;
}

/** Share-weighted distance between stated and observed over ten equal bins. */
export function expectedCalibrationError(verdicts: readonly Stated[]): number {
  const bins = Array.from({ length: 10 }, () => ({ stated: 0, right: 0 }));
  for (const { confidence, right } of verdicts) {
    const bin = bins[Math.min(9, Math.floor(10 * confidence))]!;
    bin.stated += confidence;
    bin.right += right ? 1 : 0;
  }
  return bins.reduce((sum, { stated, right }) => sum + Math.abs(stated - right), 0) / verdicts.length;
}

interface Fault {
  readonly sensor: "camera" | "radar" | "lidar";
  readonly onset: number;
  /** Frames from nothing to the full size; 1 for a step. */
  readonly rise: number;
  readonly cautionLimits: number;
}

function drawFault(random: RandomStream, frames: number): Fault {
  const isRamp = random.uniform() < 0.4;
  return {
    sensor: (["camera", "radar", "lidar"] as const)[Math.floor(3 * random.uniform())]!,
    onset: Math.floor((0.2 + 0.6 * random.uniform()) * frames),
    rise: isRamp ? 20 + Math.floor(200 * random.uniform()) : 1,
    cautionLimits: 0.25 + 2.75 * random.uniform(),
  };
}

/** Size of the fault at a frame, in CAUTION limits. */
function sizeAt({ onset, rise, cautionLimits }: Fault, frame: number): number {
  return frame < onset ? 0 : cautionLimits * Math.min(1, (frame - onset + 1) / rise);
}

function displace(fault: Fault, frame: number, { limits }: ScoringSettings): Displacement {
  const size = sizeAt(fault, frame);
  switch (fault.sensor) {
    case "camera":
      return { cameraDeg: [0, size * limits.cameraDeg.caution, 0] };
    case "radar":
      return { radarM: size * limits.radarM.caution };
    case "lidar":
      return { lidarM: size * limits.lidarM.caution };
  }
}

/**
 * NOMINAL states: no sensor is beyond its CAUTION limit. CAUTION: something has moved, and not beyond CRITICAL. CRITICAL:
 * beyond the CRITICAL limit, or, where lasting evidence decided, beyond the CAUTION limit.
 */
function isRight(
  { tier, reason }: Score,
  fault: Fault | null,
  frame: number,
  { limits }: ScoringSettings,
): boolean {
  const size = fault === null ? 0 : sizeAt(fault, frame);
  const pair = { camera: limits.cameraDeg, radar: limits.radarM, lidar: limits.lidarM }[
    fault?.sensor ?? "camera"
  ];
  const critical = pair.critical / pair.caution;
  switch (tier) {
    case "UNKNOWN":
    case "NOMINAL":
      return size < 1;
    case "CAUTION":
      return size > 0 && size < critical;
    case "CRITICAL":
      return size >= (reason === "sustained_evidence" ? 1 : critical);
  }
}
