import { unitSymbol } from "../../core/sensors/sensor-lists.ts";
import { sensorKinds } from "../../core/sensors/kinds.ts";
import { Command, Option } from "commander";
import { tierValues } from "../../core/contract/schemas/vocabulary.ts";
import type {
  FleetHealthSummary,
  Tier,
  VehicleListItem,
} from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { typed } from "../exit-codes.ts";
import { paint, paintTier } from "../terminal/paint.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { columnsThatFit, renderTable } from "../terminal/render-table.ts";
import type { Column } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { fleetAnalyticsCommand } from "./insight/fleet-analytics.ts";
import { fleetAttributesCommand } from "./insight/fleet-attributes.ts";
import { fleetSharedCommand } from "./insight/fleet-shared.ts";

interface FleetOptions extends ServiceOptions {
  readonly tier?: readonly Tier[];
  readonly fleet?: readonly string[];
  readonly region?: readonly string[];
  readonly limit: number;
  readonly json?: true;
}

export function fleetCommand(terminal: Terminal): Command {
  const command = new Command("fleet")
    .description("counts by tier, and the vehicles, worst first")
    // The commands below have options of the same names.
    .enablePositionalOptions()
    .addOption(new Option("--tier <tier...>", "only these tiers").choices([...tierValues]))
    .option("--fleet <fleet...>", "only these fleets")
    .option("--region <region...>", "only these regions")
    .option("--limit <count>", "vehicles to list", readWholeNumber(1, 1000), 100)
    .option("--json", "the summary and the vehicles as JSON")
    .addCommand(fleetAnalyticsCommand(terminal))
    .addCommand(fleetSharedCommand(terminal))
    .addCommand(fleetAttributesCommand(terminal));
  return withServiceOptions(command).action((options: FleetOptions) => showFleet(options, terminal));
}

async function showFleet(options: FleetOptions, terminal: Terminal): Promise<void> {
  const client = connect(options);
  const call = { signal: terminal.stop };
  const where = {
    ...(options.fleet && { fleet_id: options.fleet }),
    ...(options.region && { region: options.region }),
  };
  const filter = { ...where, ...(options.tier && { tier: options.tier }), limit: options.limit };
  const [summary, vehicles] = await Promise.all([
    client.fleet.healthSummary(where, call),
    client.vehicles.list(filter, call),
  ]);

  if (options.json) return terminal.out(`${JSON.stringify({ summary, vehicles: vehicles.data }, null, 2)}\n`);
  await terminal.out(`${countsLine(summary, terminal)}\n${rescoringLine(summary)}`);
  if (vehicles.data.length === 0) {
    // The summary counts the fleets and regions asked for only.
    const empty = summary.total_vehicles === 0 && Object.keys(where).length === 0;
    return terminal.out(
      empty
        ? `\nNo frame was received yet. Send the first ones with: ${typed("simulate --to " + client.baseUrl)}\n`
        : "\nNo vehicle matches these filters.\n",
    );
  }
  await terminal.out(`\n${vehicleTable(vehicles.data, terminal)}`);
  if (vehicles.has_more)
    await terminal.out(`… more; list them with --limit ${Math.min(1000, options.limit * 10)}\n`);
}

function countsLine(summary: FleetHealthSummary, terminal: Terminal): string {
  const count = (tier: string, vehicles: number) =>
    vehicles === 0 ? paint(`0 ${tier}`, "grey", terminal) : `${vehicles} ${paintTier(tier, terminal)}`;
  const asides = [
    [summary.silent_count, "silent"],
    [summary.late_count, "with late readings"],
    [summary.unjudged_count, "with a sensor that is not judged"],
  ] as const;
  const those = asides.flatMap(([vehicles, how]) => (vehicles > 0 ? [`${vehicles} ${how}`] : []));
  const ofThem = those.length === 0 ? "" : `, of them ${those.join(", ")}`;
  return [
    paint(`${summary.total_vehicles} vehicles`, "bold", terminal) + ofThem,
    count("CRITICAL", summary.critical_count),
    count("CAUTION", summary.caution_count),
    count("NOMINAL", summary.nominal_count),
    count("UNKNOWN", summary.unknown_count),
    `${summary.frames_24h.toLocaleString("en-GB")} frames in 24 h`,
  ].join("  ");
}

/** After an upgrade to other rules, until all vehicles are scored by them. */
function rescoringLine({ rescoring }: FleetHealthSummary): string {
  if (rescoring === undefined) return "";
  const { scoring, done, expected_end: end } = rescoring;
  const until = end === null ? "" : `, until about ${shortTime(end)} UTC`;
  return `Scoring history again by version ${scoring}: ${Math.round(done * 100)} % of the vehicles done${until}.\n`;
}

function vehicleTable(vehicles: readonly VehicleListItem[], terminal: Terminal): string {
  const columns: readonly Column<VehicleListItem>[] = [
    { head: "VEHICLE", cell: (vehicle) => vehicle.vehicle_id },
    {
      head: "TIER",
      cell: (vehicle) => vehicle.tier,
      paint: (text, { tier }) => paintAs(text, tier, terminal),
    },
    { head: "SINCE (UTC)", cell: (vehicle) => shortTime(vehicle.tier_since), leaveOut: 3 },
    {
      head: "HEALTH",
      cell: (vehicle) => ifMeasured(vehicle.health_score, (health) => health.toFixed(0)),
      align: "right",
    },
    ...sensorKinds.map(({ label, unit, drift: { member, factor } }): Column<VehicleListItem> => ({
      head: `${label.toUpperCase()} ${unitSymbol(unit)}`,
      cell: (vehicle) =>
        ifMeasured(vehicle[member], (drift) => (unit === "deg" ? drift.toFixed(2) : signed(drift / factor))),
      align: "right",
    })),
    { head: "SOURCE", cell: (vehicle) => dashed(vehicle.probable_fault_source), leaveOut: 1 },
    {
      head: "ACTION",
      cell: (vehicle) => dashed(vehicle.recommended_action),
      leaveOut: 2,
    },
    { head: "FLEET", cell: (vehicle) => vehicle.fleet_id, leaveOut: 5 },
    { head: "LAST FRAME (UTC)", cell: (vehicle) => lastFrame(vehicle), leaveOut: 6 },
    { head: "EVIDENCE", cell: (vehicle) => vehicle.evidence_id ?? "", leaveOut: 4 },
  ];
  const shown = columnsThatFit(vehicles, columns, terminal);
  const left = columns.filter((column) => !shown.includes(column)).map(({ head }) => head);
  const note = left.length === 0 ? "" : `Too narrow for ${left.join(", ")}: --json has them.\n`;
  return renderTable(vehicles, shown) + note;
}

function lastFrame(vehicle: VehicleListItem): string {
  return vehicle.silent ? `silent ${shortTime(vehicle.last_frame_at)}` : shortTime(vehicle.last_frame_at);
}

function paintAs(text: string, tier: string, terminal: Terminal): string {
  return text.replace(tier, paintTier(tier, terminal));
}

/** Not measured is not the same as no drift. */
function ifMeasured(value: number | null, text: (value: number) => string): string {
  return value === null ? "–" : text(value);
}

/** `none` fills a table with a word that says nothing. */
function dashed(word: string): string {
  return word === "none" ? "–" : word;
}

function signed(metres: number): string {
  const digits = Math.abs(metres).toFixed(3);
  if (Number(digits) === 0) return digits;
  return metres > 0 ? `+${digits}` : `\u2212${digits}`;
}

function shortTime(utc: string): string {
  return utc.slice(0, 16).replace("T", " ");
}
