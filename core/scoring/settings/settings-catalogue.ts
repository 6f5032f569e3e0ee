/** One number of the scoring settings, or a list of them: what it is, and what it may be. */
export interface DescribedSetting {
  /** As `settingsToJson` names it, dotted. */
  readonly path: string;
  /** Empty for a pure number. */
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  readonly meaning: string;
}

type Row = readonly [
  name: string,
  unit: string,
  least: number,
  most: number,
  meaning: string,
  whole?: "whole",
];

const probability = [0, 1] as const;
const million = 1_000_000;
/** Microseconds of a day. */
const dayUs = 86_400_000_000;

const groups: Readonly<Record<string, { readonly title: string; readonly rows: readonly Row[] }>> = {
  limits: {
    title: "Limits of the sensors",
    rows: [
      [
        "camera_deg.caution",
        "degrees",
        0.001,
        180,
        "Angle from the baseline from which a camera needs an inspection.",
      ],
      [
        "camera_deg.critical",
        "degrees",
        0.001,
        180,
        "Angle from the baseline from which a camera is not to be relied on.",
      ],
      [
        "radar_m.caution",
        "metres",
        0.001,
        1_000,
        "Change of the range bias from which a radar needs an inspection; also compared with zero.",
      ],
      [
        "radar_m.critical",
        "metres",
        0.001,
        1_000,
        "Change of the range bias from which a radar is not to be relied on; also compared with zero.",
      ],
      [
        "lidar_m.caution",
        "metres",
        0.001,
        1_000,
        "Rise of the registration error from which a lidar needs an inspection; also compared with zero.",
      ],
      [
        "lidar_m.critical",
        "metres",
        0.001,
        1_000,
        "Rise of the registration error from which a lidar is not to be relied on; also compared with zero.",
      ],
      [
        "lidar_confidence_drop",
        "",
        0.001,
        1,
        "Fall of the median lidar confidence that is worth an inspection.",
      ],
    ],
  },
  evidence: {
    title: "The statistic W",
    rows: [
      ["caution_nats", "nats", 0.1, 1e9, "W from which a breach is open."],
      [
        "critical_nats",
        "nats",
        0.1,
        1e9,
        "W that is enough for CRITICAL, if the drift lasts and is beyond its limit with the required probability.",
      ],
      ["participation", "", 0.001, 0.999, "Prior probability that a given sensor takes part in a change."],
      ["shift_variances", "σ²", 1e-6, million, "Prior variances of a shift, in units of the noise variance."],
      ["shift_weights", "", ...probability, "Weights of these variances; they add up to 1."],
      ["buckets_per_level", "", 2, 64, "How closely a change is dated: ages kept of each size.", "whole"],
      ["levels", "", 1, 12, "How far back a change is looked for: each level doubles the window.", "whole"],
      [
        "confidence_buckets_per_level",
        "",
        2,
        64,
        "The same as buckets per level, for the lidar's confidence.",
        "whole",
      ],
      [
        "minimum_reference",
        "blocks",
        1,
        10_000,
        "Fewest blocks before a candidate change point for a comparison.",
        "whole",
      ],
      [
        "variance_floor",
        "",
        0.000001,
        1,
        "Share of the baseline's noise variance below which an estimate is not trusted.",
      ],
      [
        "clip_degrees",
        "degrees of freedom",
        1,
        1_000,
        "Degrees of freedom of the soft clip that bounds what one outlier can do.",
      ],
      ["widest_zone", "", 0.001, 100, "Largest indifference zone, in units of the clip."],
      ["indifference_sigma", "σ", 0, 100, "A drift smaller than this many σ is too small to matter."],
      [
        "indifference_share",
        "",
        0,
        1,
        "A drift smaller than this share of the CAUTION limit is too small to matter.",
      ],
      ["in_control_law.at", "nats", 0, 1e9, "Limit at which the law of false alarms was fitted."],
      [
        "in_control_law.ln_run_length_at",
        "",
        0,
        100,
        "Logarithm of the mean blocks to a false alarm at that limit.",
      ],
      ["in_control_law.slope", "per nat", 0.01, 10, "How fast that logarithm grows with the limit."],
    ],
  },
  baseline: {
    title: "The baseline",
    rows: [
      ["provisional_blocks", "blocks", 2, 10_000, "Usable blocks of a sensor for the first scores.", "whole"],
      [
        "established_blocks",
        "blocks",
        2,
        10_000,
        "Usable blocks of a sensor for the settled baseline.",
        "whole",
      ],
      ["screen_sigma", "σ", 1, 1_000, "A block farther out than this is left out of the baseline, once."],
      [
        "maximum_block_correlation",
        "",
        ...probability,
        "Correlation of neighbouring blocks above which blocks are made longer.",
      ],
      [
        "correlation_allowance",
        "standard errors",
        0,
        100,
        "How far a short baseline's estimate may be beyond that.",
      ],
      ["maximum_block_level", "", 0, 20, "Longest block: two to this power, in frames.", "whole"],
      ["change_nats", "nats", 0.1, 1e9, "W inside the learning frames from which they hold a change."],
    ],
  },
  early: {
    title: "Before there is a baseline",
    rows: [
      [
        "fewest_blocks",
        "blocks",
        3,
        10_000,
        "Blocks needed before a verdict on a sensor without a baseline.",
        "whole",
      ],
      ["fewest_before", "blocks", 1, 10_000, "Fewest of them before a change.", "whole"],
      ["fewest_after", "blocks", 1, 10_000, "Fewest of them after a change.", "whole"],
      ["limit_nats", "nats", 0.1, 1e9, "W over these blocks from which a change is reported."],
      [
        "correlation_errors",
        "standard errors",
        0,
        100,
        "Added to the correlation beside a split, for caution.",
      ],
      [
        "correlation_time_us",
        "microseconds",
        0,
        dayUs,
        "Blocks are taken to be correlated at least over this time.",
      ],
      ["longest_gap_us", "microseconds", 1, dayUs, "No early verdict on blocks farther apart than this."],
    ],
  },
  prior: {
    title: "Assumed noise of a new vehicle",
    rows: [
      ["camera_deg", "degrees", 0.00001, 180, "Noise of each camera axis before the first frame."],
      ["radar_m", "metres", 0.00001, 1_000, "Noise of the radar's range bias before the first frame."],
      [
        "lidar_log",
        "ln",
        0.00001,
        100,
        "Noise of the logarithm of the lidar's error before the first frame.",
      ],
      ["confidence_logit", "logits", 0.00001, 100, "Noise of the lidar's confidence before the first frame."],
      ["degrees", "blocks", 0.1, million, "Weight of these assumptions."],
      ...(["camera", "radar", "lidar", "confidence"] as const).flatMap((track): Row[] => [
        [
          `curves.${track}.ratios`,
          "",
          0.000001,
          million,
          `How the variance of a mean of the ${track} grows with its blocks, before the first frame.`,
        ],
        [`curves.${track}.degrees`, "samples", 0, million, "As how many samples of each scale that counts."],
      ]),
      ["correlation", "", -0.999, 0.999, "Correlation of neighbouring blocks before the first frame."],
      ["correlation_weight", "blocks", 0, million, "Weight of that assumption."],
      [
        "unknown_correlation",
        "",
        -0.999,
        0.999,
        "Correlation assumed while there are too few blocks to measure it.",
      ],
      ["change_rate", "per block", 1e-12, 0.5, "Probability that a change begins at a given block."],
    ],
  },
  floors: {
    title: "Smallest noise that is trusted",
    rows: [
      ["camera_deg", "degrees", 1e-9, 180, "Smallest standard deviation of a camera axis that is trusted."],
      ["coarse_camera_deg", "degrees", 1e-9, 180, "The same where matrices have at most three decimals."],
      [
        "radar_m",
        "metres",
        1e-9,
        1_000,
        "Smallest standard deviation of the radar's range bias that is trusted.",
      ],
      [
        "lidar_log",
        "ln",
        1e-9,
        100,
        "Smallest standard deviation of the logarithm of the lidar's error that is trusted.",
      ],
      [
        "confidence_logit",
        "logits",
        1e-9,
        100,
        "Smallest standard deviation of the lidar's confidence that is trusted.",
      ],
    ],
  },
  lidar: {
    title: "The lidar",
    rows: [
      ["offset_m", "metres", 1e-9, 1_000, "Added to the registration error before its logarithm is taken."],
      [
        "confidence_floor",
        "",
        ...probability,
        "Below this confidence the registration error counts as missing.",
      ],
      [
        "low_confidence",
        "",
        ...probability,
        "Median confidence below which the lidar itself is to be inspected.",
      ],
    ],
  },
  frame: {
    title: "Single frames",
    rows: [
      ["limit_rate", "", 1e-12, 0.5, "False-alarm rate of the plotted limit of T²."],
      ["outlier_rate", "", 1e-12, 0.5, "p-value under which a frame is an outlier."],
      [
        "outliers_per_hundred",
        "frames",
        1,
        100,
        "Outliers in the last hundred frames from which a sensor is to be inspected.",
        "whole",
      ],
      [
        "late_us",
        "microseconds",
        0,
        365 * dayUs,
        "A reading this much older than its sensor's newest moves nothing.",
      ],
    ],
  },
  noise: {
    title: "Growth of the noise",
    rows: [
      [
        "dispersion",
        "blocks",
        1,
        1_000,
        "So many blocks count as one, because recorded noise comes in bursts.",
      ],
      ["limit_nats", "nats", 0.1, 1e9, "Sum from which noise has grown, if the reference were known."],
      [
        "reference_nats",
        "nats",
        0,
        1e9,
        "What is left of it when the reference is only what its blocks have taught.",
      ],
    ],
  },
  chart: {
    title: "The drawn CUSUM",
    rows: [
      ["k", "σ", 0, 100, "Reference value of the tabular CUSUM."],
      ["h", "σ", 0.1, 10_000, "Decision interval of the tabular CUSUM."],
      ["clip_sigma", "σ", 0.1, 1_000, "What one frame adds to it at most."],
    ],
  },
  tiers: {
    title: "Tiers",
    rows: [
      ["drift_blocks", "blocks", 1, 512, "Blocks the present drift is estimated from.", "whole"],
      [
        "minimum_blocks",
        "blocks",
        1,
        10_000,
        "Fewest blocks since the change before a limit counts as crossed.",
        "whole",
      ],
      [
        "critical_probability",
        "",
        ...probability,
        "Required probability that the drift is beyond its critical limit.",
      ],
      [
        "caution_probability",
        "",
        ...probability,
        "Required probability that the drift is beyond its caution limit.",
      ],
      [
        "harmless_probability",
        "",
        ...probability,
        "Required probability that the drift is within its limits, for no action.",
      ],
      [
        "absolute_error_rate",
        "",
        1e-12,
        0.5,
        "Probability that a sensor within its limit is ever accused by the check against zero.",
      ],
      ["sustained_probability", "", ...probability, "Required probability that a drift lasts."],
      ["sustained_blocks", "blocks", 1, 10_000, "Blocks over which it has to last.", "whole"],
      [
        "release_share",
        "",
        ...probability,
        "Share of a limit under which the drift must fall before the tier steps down.",
      ],
      ["critical_hold_blocks", "blocks", 0, million, "And for how many blocks, from CRITICAL.", "whole"],
      ["caution_hold_blocks", "blocks", 0, million, "And for how many blocks, from CAUTION.", "whole"],
      [
        "settle_blocks",
        "blocks",
        0,
        million,
        "Blocks after the breach for which the fault source is still provisional.",
        "whole",
      ],
    ],
  },
  confidence_map: {
    title: "How confidence is reported",
    rows: [
      ["raw", "", ...probability, "Raw confidence, rising: the knots of a line that never falls."],
      ["observed", "", ...probability, "How often verdicts with that confidence were right."],
    ],
  },
};

/** Every setting of the scoring, in groups; docs/scoring-settings.md is written from it. */
export const settingsCatalogue: readonly {
  readonly name: string;
  readonly title: string;
  readonly settings: readonly DescribedSetting[];
}[] = Object.entries(groups).map(([name, { title, rows }]) => ({
  name,
  title,
  settings: rows.map(([own, unit, least, most, meaning, whole]) => ({
    path: `${name}.${own}`,
    unit,
    least,
    most,
    isWhole: whole === "whole",
    meaning,
  })),
}));

/** Null for a number that the setting may be. */
export function whyNotSetting({ least, most, isWhole }: DescribedSetting, value: number): string | null {
  if (!Number.isFinite(value)) return "a finite number";
  if (isWhole && !Number.isInteger(value)) return `a whole number from ${least} to ${most}`;
  return value < least || value > most ? `a number from ${least} to ${most}` : null;
}
