/** A vehicle's state, from least to most urgent except `UNKNOWN`, which says nothing was learnt yet or nothing was received. */
export const tiers = ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"] as const;
export type Tier = (typeof tiers)[number];

export const faultSources = ["none", "camera", "radar", "lidar", "multi_modal"] as const;
export type FaultSource = (typeof faultSources)[number];

export const actions = [
  "none",
  "monitor",
  "inspect_sensor",
  "schedule_calibration",
  "calibration_required",
] as const;
export type Action = (typeof actions)[number];
