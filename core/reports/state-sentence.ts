import { degrees, metres } from "./quantity-labels.ts";

interface Said {
  readonly tier: string | null;
  readonly since: string | null;
  readonly frames: number;
  readonly last_frame_at: string | null;
  readonly sensors: readonly {
    readonly sensor: string;
    readonly unit: string;
    readonly drift: number | null;
  }[];
  readonly evidence_id: string | null;
}

/** What a statement says of a vehicle's state, in one line, rounded as everywhere people read it. */
export function stateSentence({
  tier,
  since,
  frames,
  last_frame_at: lastFrameAt,
  sensors,
  evidence_id: evidenceId,
}: Said): string {
  const received = `${frames} ${frames === 1 ? "frame" : "frames"}`;
  const newest = lastFrameAt === null ? "" : `, the newest of ${lastFrameAt}`;
  if (tier === null) return `not judged (${received}${newest})`;
  const measured = sensors.flatMap(({ sensor, drift, unit }) =>
    drift === null ? [] : [`${sensor} ${unit === "deg" ? degrees(drift) : metres(drift)}`],
  );
  const evidence = evidenceId === null ? "" : `; evidence ${evidenceId}`;
  return `${tier} since ${since}, judged by ${received}${newest}; drift: ${measured.join(", ") || "none measured"}${evidence}`;
}
