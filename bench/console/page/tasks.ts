import "../../../console/styles/console.css";

import { measureChart } from "./measure-chart.ts";
import { measureMap, measurePan } from "./measure-map.ts";
import { measureMarks } from "./measure-marks.ts";
import type { TaskAsk, TaskResults } from "./task.ts";

const tasks: {
  readonly [Name in keyof TaskResults]: (ask: TaskAsk, place: HTMLElement) => Promise<TaskResults[Name]>;
} = {
  marks: measureMarks,
  pan: measurePan,
  map: measureMap,
  chart: measureChart,
};

/** Called from outside, through the browser's debugger. */
Object.assign(window, {
  measure: (ask: TaskAsk) => tasks[ask.name](ask, document.querySelector<HTMLElement>("#place")!),
});
