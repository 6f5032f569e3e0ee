import { unitSymbol } from "../../core/sensors/sensor-lists.ts";
import { sensorKinds } from "../../core/sensors/kinds.ts";
import { Command, Option } from "commander";
import { decimals, triggerLabels } from "../../core/reports/quantity-labels.ts";
import { tierValues } from "../../core/contract/schemas/vocabulary.ts";
import type { EvidenceList, EvidenceListItem, Tier } from "../../clients/typescript/generated/contract.ts";
import { NotFoundError, PermissionDeniedError } from "../../clients/typescript/errors.ts";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { paintTier } from "../terminal/paint.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Column } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ListOptions extends ServiceOptions {
  readonly vehicle?: string;
  readonly tier?: readonly Tier[];
  readonly limit: number;
  readonly json?: true;
}

export function evidenceListCommand(terminal: Terminal): Command {
  const command = new Command("list")
    .description("issued evidence, latest first")
    .option("--vehicle <id>", "only of this vehicle")
    .addOption(new Option("--tier <tier...>", "only these tiers").choices([...tierValues]))
    .option("--limit <count>", "bundles to list", readWholeNumber(1, 1000), 100)
    .option("--json", "the answer of GET /v1/evidence");
  return withServiceOptions(command).action((options: ListOptions) => listEvidence(options, terminal));
}

async function listEvidence(options: ListOptions, terminal: Terminal): Promise<void> {
  const query = {
    ...(options.vehicle !== undefined && { vehicle_id: options.vehicle }),
    ...(options.tier && { tier: options.tier }),
    limit: options.limit,
  };
  const client = connect(options);
  const list = await client.evidence.list(query, { signal: terminal.stop });

  if (options.json) return terminal.out(`${JSON.stringify(list, null, 2)}\n`);
  if (list.data.length === 0) {
    if (options.vehicle !== undefined) await requireVehicle(options.vehicle, client, terminal);
    return terminal.out(`${awaiting(list) ?? whyNone(options)}\n`);
  }
  await terminal.out(evidenceTable(list.data, terminal));
  if (list.has_more) await terminal.out("… more; list them with a larger --limit\n");
  const waits = awaiting(list);
  if (waits !== null) await terminal.out(`${waits}\n`);
}

/** Null where none waits. */
function awaiting({ awaiting_issuer: count = 0 }: Pick<EvidenceList, "awaiting_issuer">): string | null {
  if (count === 0) return null;
  return `Evidence of ${count === 1 ? "1 breach waits" : `${count} breaches waits`}: issuer and log are not named. Its operator runs: ${typed("init")}, then restarts the service`;
}

/** A slip of the pen must not read like a vehicle in good health. */
async function requireVehicle(vehicleId: string, client: Plumbline, terminal: Terminal): Promise<void> {
  try {
    await client.vehicles.get(vehicleId, { signal: terminal.stop });
  } catch (error) {
    // A key for evidence alone may not ask.
    if (error instanceof PermissionDeniedError) return;
    if (!(error instanceof NotFoundError)) throw error;
    throw new CommandFailure(
      exitCodes.failed,
      `no vehicle of this organisation is called ${vehicleId}`,
      `see which exist: ${typed("fleet")}`,
    );
  }
}

function whyNone({ vehicle, tier }: ListOptions): string {
  const ofVehicle = vehicle === undefined ? "" : ` of ${vehicle}`;
  if (tier !== undefined) return `No evidence${ofVehicle} fits the tier ${tier.join(" or ")}.`;
  if (vehicle !== undefined) return `No evidence${ofVehicle} was issued.`;
  return "No evidence was issued yet: no CUSUM breach has occurred.";
}

/** There only where something was erased. */
const erasedColumn: Column<EvidenceListItem> = {
  head: "ERASED (UTC)",
  cell: (item) => item.erased_at?.slice(0, 19).replace("T", " ") ?? "",
};

const supersedesColumn: Column<EvidenceListItem> = {
  head: "SUPERSEDES",
  cell: (item) => item.supersedes ?? "",
};

/** Not measured is not the same as no drift. */
function measured(value: number | null, factor: number, places: number): string {
  return value === null ? "not measured" : decimals(value * factor, places);
}

function evidenceTable(items: readonly EvidenceListItem[], terminal: Terminal): string {
  const isSomeErased = items.some((item) => item.erased_at !== undefined);
  return renderTable(items, [
    { head: "EVIDENCE", cell: (item) => item.event_id },
    { head: "VEHICLE", cell: (item) => item.vehicle_id },
    {
      head: "TIER",
      cell: (item) => item.tier,
      paint: (text, { tier }) => text.replace(tier, paintTier(tier, terminal)),
    },
    { head: "ISSUED BECAUSE", cell: (item) => triggerLabels[item.trigger] },
    { head: "SOURCE", cell: (item) => item.probable_fault_source },
    { head: "DETECTED (UTC)", cell: (item) => item.detected_at.slice(0, 19).replace("T", " ") },
    ...sensorKinds.map(({ label, unit, drift: { member, factor } }): Column<EvidenceListItem> => ({
      head: `${label.toUpperCase()} ${unitSymbol(unit)}`,
      cell: ({ measurements }) => measured(measurements[member], 1 / factor, unit === "deg" ? 2 : 3),
      align: "right",
    })),
    { head: "FRAMES", cell: (item) => String(item.frame_count), align: "right" },
    ...(items.some(({ supersedes }) => supersedes !== null) ? [supersedesColumn] : []),
    ...(isSomeErased ? [erasedColumn] : []),
  ]);
}
