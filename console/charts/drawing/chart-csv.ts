import { type ChartPlan, unitOf } from "../chart-plan.ts";

/** Every point of a chart as comma-separated values (RFC 4180), oldest first; an empty field where nothing was measured. */
export function chartCsv(plan: ChartPlan): string {
  const unit = unitOf(plan.quantity);
  const named = plan.lines.map(({ name }) => (unit === null ? name : `${name} (${unit})`));
  const rows = plan.timesS.map((atS, index) => [
    new Date(atS * 1000).toISOString(),
    ...plan.lines.map(({ values }) => String(values[index] ?? "")),
  ]);
  return [["time", ...named], ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

function field(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
