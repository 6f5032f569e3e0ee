import { figure, markdownTable } from "../markdown-table.ts";
import { drawPlot, type PlotLine } from "../svg-plot.ts";
import { bareName, serviceName } from "./competitor.ts";
import { loadForms } from "./load-forms.ts";
import type { RateFigures } from "./measure-rates.ts";
import type { FormSummary } from "./summarise.ts";

/** What a run found, for people. */
export interface IngestFindings {
  readonly forms: readonly FormSummary[];
  readonly rates: readonly RateFigures[];
  /** Memory of each competitor when it has started, and after the last round. */
  readonly residentBytes: Readonly<Record<string, readonly [started: number | null, after: number | null]>>;
  readonly leftOut: readonly string[];
}

export function describeIngest(findings: IngestFindings): readonly string[] {
  const { forms, rates, residentBytes, leftOut } = findings;
  return [
    "## Processor time and rate",
    "",
    "Closed loop; medians of the rounds. Processor time is user and system time of all threads and processes of the server, in µs a frame.",
    "",
    ...forms.flatMap((form) => ["", `### ${form.form}`, "", ...formTable(form), ...ratioLines(form)]),
    "",
    "## Ceilings of the same minutes",
    "",
    ...ceilingTable(forms),
    "",
    "## Single frames at a fixed rate",
    "",
    "Open loop: latency counts from the moment a frame was due, whatever became of those before it.",
    "",
    ...rateTable(rates),
    "",
    "## Memory",
    "",
    "Proportional set size of all processes, MiB.",
    "",
    ...markdownTable(
      ["", "started", "after the last round"],
      Object.entries(residentBytes).map(([name, bytes]) => [
        name,
        ...bytes.map((some) => figure(some === null ? null : some / 2 ** 20, 0)),
      ]),
    ),
    "",
    "## Sizing",
    "",
    "What one core carries, and what a day of a thousand vehicles at that rate takes on the disk, from the medians above.",
    "",
    ...sizingTable(forms),
    ...leftOut.map((reason) => `\nLeft out: ${reason}.`),
    "",
  ];
}

function sizingTable(forms: readonly FormSummary[]): readonly string[] {
  return markdownTable(
    ["sent as", "frames a second of one core", "vehicles of one core", "GB a day, 1,000 vehicles"],
    forms.map(({ form, competitors }) => {
      const { cpuUsPerFrame, storedBytesPerFrame } = competitors[serviceName]!;
      const perVehicleS = loadForms.find(({ name }) => name === form)?.fleet === "20 Hz" ? 20 : 1;
      const perSecond = cpuUsPerFrame === null ? null : 1e6 / cpuUsPerFrame;
      const daily = storedBytesPerFrame === null ? null : storedBytesPerFrame * 86_400 * 1000 * perVehicleS;
      return [
        form,
        figure(perSecond, 0),
        figure(perSecond === null ? null : perSecond / perVehicleS, 0),
        figure(daily === null ? null : daily / 1e9, 1),
      ];
    }),
  );
}

function formTable({ competitors }: FormSummary): readonly string[] {
  return markdownTable(
    ["", "CPU µs", "frames/s", "p50 ms", "p99 ms", "stored B", "written B"],
    Object.entries(competitors).map(([name, round]) => [
      name,
      figure(round.cpuUsPerFrame, 1),
      figure(round.framesPerSecond, 0),
      figure(round.answerMsP50, 1),
      figure(round.answerMsP99, 1),
      figure(round.storedBytesPerFrame, 0),
      figure(round.writtenBytesPerFrame, 0),
    ]),
  );
}

function ratioLines({ ratios }: FormSummary): readonly string[] {
  const peers = Object.entries(ratios.cpuOverPeer).map(
    ([name, share]) => `processor time over ${name}: **${figure(share, 2)}**`,
  );
  return [
    "",
    [
      ...peers,
      `rate over ${bareName}: **${figure(ratios.rateOverBareHttp, 2)}**`,
      `p99 over that of fdatasync: **${figure(ratios.p99OverFdatasyncP99, 0)}**`,
    ].join("; ") + ".",
  ];
}

function ceilingTable(forms: readonly FormSummary[]): readonly string[] {
  return markdownTable(
    [
      "",
      "JSON.parse, CPU µs a frame",
      "SQLite rows, CPU µs a frame",
      "the same on the clock",
      "write and fdatasync of the bytes, µs a frame",
      "fdatasync of 4 KiB, p50 ms",
      "p99 ms",
    ],
    forms.map(({ form, ceilings }) => [
      form,
      figure(ceilings.parseCpuUs, 1),
      figure(ceilings.insertCpuUs, 1),
      figure(ceilings.insertUs, 1),
      figure(ceilings.fdatasyncUs, 1),
      figure(ceilings.fdatasyncMsP50, 2),
      figure(ceilings.fdatasyncMsP99, 2),
    ]),
  );
}

function rateTable(rates: readonly RateFigures[]): readonly string[] {
  return markdownTable(
    ["frames/s", "", "p50 ms", "p99 ms", "turned away", "kept up"],
    rates.map(({ perSecond, competitor, latencyMsP50, latencyMsP99, turnedAway, keptUp }) => [
      String(perSecond),
      competitor,
      figure(latencyMsP50, 1),
      figure(latencyMsP99, 1),
      String(turnedAway),
      keptUp ? "yes" : "no",
    ]),
  );
}

/** Processor time by frames a request, and latency by rate. */
export function drawIngest({ forms, rates }: IngestFindings): Readonly<Record<string, string>> {
  return {
    "ingest.svg": drawPlot({
      title: "Processor time a frame, one frame a block, all sensors",
      xLabel: "frames in a request",
      yLabel: "µs, all threads",
      xScale: "logarithmic",
      yScale: "logarithmic",
      lines: costLines(forms),
    }),
    "ingest-latency.svg": drawPlot({
      title: "Single frames at a fixed rate: 99 of 100 are answered within",
      xLabel: "frames a second",
      yLabel: "ms from when the frame was due",
      xScale: "logarithmic",
      yScale: "logarithmic",
      lines: [...new Set(rates.map(({ competitor }) => competitor))].map((name) => ({
        label: name,
        strong: name === serviceName,
        points: rates
          .filter(({ competitor }) => competitor === name)
          .map(({ perSecond, latencyMsP99 }) => [perSecond, latencyMsP99] as const),
      })),
    }),
  };
}

function costLines(forms: readonly FormSummary[]): readonly PlotLine[] {
  const slow = forms.flatMap((summary) => {
    const form = loadForms.find(({ name, fleet }) => name === summary.form && fleet === "1 Hz");
    return form === undefined ? [] : [{ summary, frames: form.framesPerRequest }];
  });
  const lineOf = (label: string, cost: (of: FormSummary) => number | null | undefined): PlotLine => ({
    label,
    strong: label === serviceName,
    // The scale is logarithmic: what is too little to be measured has no place on it.
    points: slow.map(({ summary, frames }) => [frames, cost(summary) || null] as const),
  });
  return [
    ...Object.keys(forms[0]?.competitors ?? {}).map((name) =>
      lineOf(name, ({ competitors }) => competitors[name]?.cpuUsPerFrame),
    ),
    { ...lineOf("SQLite rows alone", ({ ceilings }) => ceilings.insertCpuUs), dashed: true },
    { ...lineOf("JSON.parse alone", ({ ceilings }) => ceilings.parseCpuUs), dashed: true },
  ];
}
