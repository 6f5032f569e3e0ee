import { Command, Option } from "commander";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import type { Plumbline } from "../../../clients/typescript/plumbline.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../../connect.ts";
import { printableLine } from "../../terminal/printable.ts";
import { renderTable } from "../../terminal/render-table.ts";
import type { Terminal } from "../../terminal/terminal.ts";

interface AnalyticsOptions extends ServiceOptions {
  readonly from?: string;
  readonly to?: string;
  readonly step?: "hour" | "day";
  readonly by?: string;
  readonly against?: "kilometres" | "days";
  readonly fleet?: readonly string[];
  readonly region?: readonly string[];
  readonly attribute?: readonly string[];
  readonly json?: true;
}

export function fleetAnalyticsCommand(terminal: Terminal): Command {
  const command = new Command("analytics")
    .description("tiers, breaches and repairs over time, in all and by group")
    .option("--from <time>", "begin, RFC 3339 in UTC; 30 days before the end when left out")
    .option("--to <time>", "end; now when left out")
    .addOption(new Option("--step <step>", "how long a step is").choices(["hour", "day"]))
    .option("--by <group>", "fleet, region, or attribute:name")
    .addOption(
      new Option("--against <unit>", "show at what age vehicles breach first, counted in").choices([
        "kilometres",
        "days",
      ]),
    )
    .option("--fleet <fleet...>", "only these fleets")
    .option("--region <region...>", "only these regions")
    .option("--attribute <name:value...>", "only vehicles with this attribute")
    .option("--json", "the answer of GET /v1/fleet/analytics");
  return withServiceOptions(command).action((options: AnalyticsOptions) => showAnalytics(options, terminal));
}

async function showAnalytics(options: AnalyticsOptions, terminal: Terminal): Promise<void> {
  const analytics = await connect(options).fleet.analytics(queryOf(options), { signal: terminal.stop });
  if (options.json) return terminal.out(`${JSON.stringify(analytics, null, 2)}\n`);
  await terminal.out(
    `${analytics.from.slice(0, 16)} to ${analytics.to.slice(0, 16)} UTC\n\n${tableOf(analytics)}`,
  );
  if (options.against !== undefined) await terminal.out(`\n${hazardTable(analytics)}`);
}

function queryOf(options: AnalyticsOptions): NonNullable<Parameters<Plumbline["fleet"]["analytics"]>[0]> {
  const { from, to, step, by, against } = options;
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(step !== undefined && { step }),
    ...(by !== undefined && { group_by: by }),
    ...(against !== undefined && { against }),
    ...(options.fleet && { fleet_id: options.fleet }),
    ...(options.region && { region: options.region }),
    ...(options.attribute && { attribute: options.attribute }),
  };
}

function tableOf({ all, groups }: FleetAnalytics): string {
  const rows = [...groups, all];
  const last = (values: readonly number[]) => values.at(-1) ?? 0;
  return renderTable(rows, [
    { head: "GROUP", cell: (group) => (group === all ? "all" : printableLine(group.group ?? "(none)")) },
    { head: "VEHICLES", cell: ({ vehicles }) => String(vehicles), align: "right" },
    { head: "CRITICAL", cell: (group) => String(last(group.tiers_over_time.critical)), align: "right" },
    { head: "CAUTION", cell: (group) => String(last(group.tiers_over_time.caution)), align: "right" },
    { head: "BREACHES", cell: ({ breaches }) => String(breaches.count), align: "right" },
    { head: "IN 1,000 VEHICLE-DAYS (95 %)", cell: rateText },
    { head: "REPAIRS", cell: ({ repairs }) => String(repairs.count), align: "right" },
  ]);
}

/** At what age vehicles breach for the first time, a row a stretch of age, a column a group. */
function hazardTable({ hazard, all, groups }: FleetAnalytics): string {
  const { against, per, bins, vehicles, left_out: leftOut } = hazard;
  const listed = groups.length === 0 ? [all] : groups;
  const looked = `${vehicles} vehicles${leftOut === 0 ? "" : `, ${leftOut} left out for lack of an age`}`;
  const table = renderTable(
    bins.map((bin, at) => ({ ...bin, at })),
    [
      {
        head: against.toUpperCase(),
        cell: ({ from, to }) => (to === null ? `${from} and more` : `${from} to ${to}`),
      },
      ...listed.map((group) => ({
        head: printableLine(group === all ? "all" : (group.group ?? "(none)")),
        cell: ({ at }: { readonly at: number }) => hazardText(group.hazard[at]),
      })),
    ],
  );
  return `First breaches for ${per.toLocaleString("en-GB")} ${against} (95 %), ${looked}\n\n${table}`;
}

function hazardText(hazard: AnalyticsGroup["hazard"][number] | undefined): string {
  if (hazard === undefined || hazard.rate === null) return "no exposure";
  const { value, low, high } = hazard.rate;
  return `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}), ${hazard.first_breaches}`;
}

function rateText({ breaches: { per_1000_vehicle_days: rate } }: AnalyticsGroup): string {
  if (rate === null) return "no exposure";
  const [value, low, high] = [rate.value, rate.low, rate.high].map((number) =>
    number.toFixed(number < 10 ? 1 : 0),
  );
  return `${value} (${low} to ${high})`;
}
