import { expect, test } from "vitest";
import { estimateChart } from "../estimate-chart.ts";
import { seriesLike } from "../series-like-for-tests.ts";
import { chartCsv } from "./chart-csv.ts";

const plan = estimateChart(
  seriesLike(2),
  {
    title: "Radar",
    unit: "m",
    drift: [null, 0.25],
    deviation: [null, 0],
    limits: { caution: 0.2, critical: 0.5 },
    sides: "both",
  },
  [],
);

test("every point is a line, with the unit in the heading and nothing where nothing was measured", () => {
  expect(chartCsv(plan)).toBe(
    "time,95 % from (m),95 % to (m),drift (m)\r\n" +
      "2026-03-01T08:00:00.000Z,,,\r\n" +
      "2026-03-01T08:01:00.000Z,0.25,0.25,0.25\r\n",
  );
});

test("a name with a comma or a quotation mark stays one field", () => {
  const [line] = plan.lines;
  const csv = chartCsv({ ...plan, quantity: "squares", timesS: [], lines: [{ ...line!, name: 'a, "b"' }] });
  expect(csv).toBe('time,"a, ""b"""\r\n');
});
