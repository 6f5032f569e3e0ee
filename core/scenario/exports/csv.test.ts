import { expect, test } from "vitest";

import { feedForTests } from "../feed/feed-for-tests.ts";
import { writeCsv } from "./csv.ts";

function rowsOf(text: string): Record<string, string>[] {
  const [head, ...lines] = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [head![at]!, cell])));
}

test("each sample has a line, and each cell a name", () => {
  const feed = feedForTests();
  const rows = rowsOf(writeCsv(feed));
  expect(rows).toHaveLength(feed.parameters.drift_samples.count);
  expect(new Set(rows.map((row) => Object.keys(row).join(","))).size).toBe(1);
  expect(rows.map((row) => Number(row["drift_deg"]))).toEqual(
    feed.parameters.trajectory.drift_deg.map((deg) => expect.closeTo(deg, 12)),
  );
});

test("the six values come in the order the feed names", () => {
  const feed = feedForTests();
  const names = Object.keys(rowsOf(writeCsv(feed))[0]!).filter((name) => name.startsWith("cam_front."));
  const order = names.slice(0, 6).map((name) => name.replace(/^cam_front\.|_(?:m|deg)$/g, ""));
  expect(order).toEqual(feed.parameters.drift_samples.dof);
});

test("what a sensor's kind does not measure is empty, not zero", () => {
  const [row] = rowsOf(writeCsv(feedForTests()));
  expect(row!["cam_front.range_bias_m"]).toBe("");
  expect(row!["radar_front.range_bias_m"]).toBe("0.31");
  expect(row!["lidar_top.registration_error_m"]).toBe("0.04");
});

test("samples within a gap say that they were not received", () => {
  const feed = feedForTests({ type: "data_dropout" });
  const gaps = feed.parameters.trajectory.gaps;
  const silent = rowsOf(writeCsv(feed)).filter(({ received }) => received === "false");
  expect(silent.length).toBeGreaterThan(0);
  expect(
    silent.every(({ t_s: tS }) =>
      gaps.some(({ from_s: from, to_s: to }) => Number(tS) >= from && Number(tS) <= to),
    ),
  ).toBe(true);
});

test("the drive begins near the middle of the map, latitude first", () => {
  const [row] = rowsOf(writeCsv(feedForTests({ mapCenter: [37.77, -122.42] })));
  expect(Number(row!["latitude_deg"])).toBeCloseTo(37.77, 2);
  expect(Number(row!["longitude_deg"])).toBeCloseTo(-122.42, 2);
});
