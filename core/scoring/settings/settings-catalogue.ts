/** One number of the scoring settings: what it is, and what it may be. */
export interface DescribedSetting {
  /** As `settingsToJson` names it, dotted. */
  readonly path: string;
  /** Empty for a pure number. */
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly meaning: string;
}

type Row = readonly [name: string, unit: string, least: number, most: number, meaning: string];

const probability = [0, 1] as const;
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
      ["lidar_confidence_drop", "", 0.001, 1, "Fall of the lidar confidence that is worth an inspection."],
    ],
  },
  change: {
    title: "When a change is proved",
    rows: [
      ["limit_nats", "nats", 0.1, 1e9, "What the log likelihood ratio of a change has to reach."],
      ["harmless_share", "", 0, 1, "A drift smaller than this share of the CAUTION limit is none."],
    ],
  },
  expected: {
    title: "Noise expected of a new vehicle",
    rows: [
      ["camera_deg", "degrees", 0.00001, 180, "Standard deviation of each camera axis before it is known."],
      [
        "radar_m",
        "metres",
        0.00001,
        1_000,
        "Standard deviation of the radar's range bias before it is known.",
      ],
      [
        "lidar_log",
        "ln",
        0.00001,
        100,
        "Standard deviation of the logarithm of the lidar's error before it is known.",
      ],
      [
        "confidence_logit",
        "logits",
        0.00001,
        100,
        "Standard deviation of the lidar's confidence before it is known.",
      ],
    ],
  },
  floors: {
    title: "Smallest noise that is trusted",
    rows: [
      ["camera_deg", "degrees", 1e-9, 180, "Smallest standard deviation of a camera axis that is trusted."],
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
      ["low_confidence", "", ...probability, "Confidence below which the lidar itself is to be inspected."],
    ],
  },
  frame: {
    title: "Single frames",
    rows: [
      [
        "late_us",
        "microseconds",
        0,
        365 * dayUs,
        "A reading this much older than its sensor's newest moves nothing.",
      ],
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
  settings: rows.map(([own, unit, least, most, meaning]) => ({
    path: `${name}.${own}`,
    unit,
    least,
    most,
    meaning,
  })),
}));

/** Null for a number that the setting may be. */
export function whyNotSetting({ least, most }: DescribedSetting, value: number): string | null {
  if (!Number.isFinite(value)) return "a finite number";
  return value < least || value > most ? `a number from ${least} to ${most}` : null;
}
