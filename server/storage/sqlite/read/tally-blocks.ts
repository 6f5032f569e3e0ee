import type { SQLInputValue } from "node:sqlite";

/** As vehicle.sql cuts time: a block of level n is 16 to the power of n minutes. */
const minuteUs = 60_000_000;
const blocksInNext = 16;

export function minuteOf(atUs: number): number {
  return Math.floor(atUs / minuteUs);
}

/**
 * Adds up a tally over all that came after a minute: of each level only the blocks that are in none of the next level's, at
 * most 15, and of the highest level all. `name` and `sums` are columns of the tally.
 */
export function sumAfterMinute(given: {
  readonly tally: "received_tally" | "frame_tally";
  readonly levels: number;
  readonly name: string;
  readonly sums: readonly string[];
  readonly condition: string;
}): string {
  const { tally, levels, name, sums, condition } = given;
  const columns = ["fleet_id", "region", ...sums].join(", ");
  const spans = Array.from(
    { length: levels },
    (_, level) => `SELECT ${columns} FROM ${tally} WHERE organisation = :organisation AND level = ${level}
      AND block >= :from${level} ${level === levels - 1 ? "" : `AND block < :to${level}`} AND ${condition}`,
  );
  const totals = sums.map((column) => `ifnull(sum(${column}), 0) AS ${column}`);
  return `SELECT ${name} AS name, ${totals.join(", ")} FROM (${spans.join(" UNION ALL ")}) GROUP BY 1`;
}

/** Where the spans of `sumAfterMinute` begin and end. */
export function spansAfter(minute: number, levels: number): Record<string, SQLInputValue> {
  const spans: Record<string, SQLInputValue> = {};
  for (let level = 0; level < levels; level += 1) {
    spans[`from${level}`] = Math.floor(minute / blocksInNext ** level) + 1;
    spans[`to${level}`] = (Math.floor(minute / blocksInNext ** (level + 1)) + 1) * blocksInNext;
  }
  return spans;
}
