import type { ChartPlan } from "../../../console/charts/chart-plan.ts";
import { paletteOf } from "../../../console/charts/drawing/chart-palette.ts";
import { openChart } from "../../../console/charts/drawing/open-chart.ts";
import { labelledMarks } from "../../../console/charts/drawing/edge-marks.ts";
import { uplotColumns, uplotOptions } from "../../../console/charts/drawing/uplot-options.ts";
import { gaussian } from "../../../core/scenario/counter-random.ts";
import { measureMoving } from "./moving.ts";
import type { TaskAsk, TaskResults } from "./task.ts";

const limit = 8;
const slack = 0.5;
const plansKept = 60;

/** Two CUSUM sums with their limits, as the vehicle page draws them; then the window moves on by a point a picture. */
export async function measureChart(
  { size, seconds }: TaskAsk,
  place: HTMLElement,
): Promise<TaskResults["chart"]> {
  const planAt = planOver(size);
  const plans = Array.from({ length: plansKept }, (_, from) => planAt(from));
  let shown = plans[0]!;
  const holder = document.createElement("div");
  place.replaceChildren(holder);
  const options = uplotOptions({
    edges: () => labelledMarks(shown),
    plan: () => shown,
    palette: paletteOf(getComputedStyle(place)),
    size: { width: 1000, height: 300 },
    onCursor: () => {},
    onZoom: () => {},
  });

  const painted = Promise.withResolvers<number>();
  const beganMs = performance.now();
  const chart = openChart(options, uplotColumns(shown), holder);
  // The next picture but one is begun only after this one is on the screen.
  requestAnimationFrame(() => requestAnimationFrame(() => painted.resolve(performance.now() - beganMs)));
  const firstMs = await painted.promise;

  const moving = await measureMoving(seconds, (frame) => {
    shown = plans[frame % plansKept]!;
    chart.setData(uplotColumns(shown));
  });
  chart.destroy();
  return { ...moving, firstMs };
}

function planOver(points: number): (from: number) => ChartPlan {
  const all = sums(points + plansKept);
  const times = Array.from({ length: points + plansKept }, (_, at) => 1_772_352_000 + 60 * at);
  return (from) => ({
    title: "Camera yaw sums",
    subtitle: "",
    finding: "",
    quantity: "sigmas",
    timesS: times.slice(from, from + points),
    lines: [
      { name: "C⁺", values: all.upper.slice(from, from + points), look: "value" },
      { name: "C⁻", values: all.lower.slice(from, from + points), look: "second" },
    ],
    limits: [
      { label: "+h 8.0", value: limit, tone: "control" },
      { label: "−h 8.0", value: -limit, tone: "control" },
    ],
    moments: [],
    range: { min: -3 * limit, max: 3 * limit },
  });
}

function sums(points: number): { readonly upper: readonly number[]; readonly lower: readonly number[] } {
  const [upper, lower] = [[0], [0]];
  for (let at = 1; at < points; at += 1) {
    const error = gaussian(3, 1, at);
    upper.push(Math.max(0, upper[at - 1]! + error - slack));
    lower.push(-Math.max(0, -lower[at - 1]! - error - slack));
  }
  return { upper, lower };
}
