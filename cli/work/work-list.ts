import { Command, Option } from "commander";
import type { QueuedWork, WorkQueueItem } from "../../clients/typescript/generated/contract.ts";
import { workStateValues, type WorkStateName } from "../../core/contract/schemas/vehicles/vehicle-work.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { paintTier } from "../terminal/paint.ts";
import { printableLine } from "../terminal/printable.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { renderTable, wrapText } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { minuteOf } from "./work-text.ts";

interface ListOptions extends ServiceOptions {
  readonly fleet?: readonly string[];
  readonly state?: WorkStateName[];
  readonly assignee?: string;
  readonly limit: number;
  readonly json?: true;
}

export function workListCommand(terminal: Terminal): Command {
  const command = new Command("list")
    .description("the queue with assignees; snoozed vehicles only where --state asks for them")
    .option("--fleet <fleet...>", "only these fleets")
    .addOption(new Option("--state <state...>", "only work in these states").choices(workStateValues))
    .option("--assignee <name>", "only what is assigned to this one")
    .option("--limit <count>", "vehicles to list", readWholeNumber(1, 1000), 20)
    .option("--json", "the answer of GET /v1/fleet/queue");
  return withServiceOptions(command).action((options: ListOptions) => listWork(options, terminal));
}

async function listWork(options: ListOptions, terminal: Terminal): Promise<void> {
  const { fleet, state, assignee, limit } = options;
  const query = {
    ...(fleet !== undefined && { fleet_id: [...fleet] }),
    ...(state !== undefined && { state }),
    ...(assignee !== undefined && { assignee }),
    limit,
  };
  const queue = await connect(options).fleet.queue(query, { signal: terminal.stop });
  if (options.json) return terminal.out(`${JSON.stringify(queue, null, 2)}\n`);
  const snoozed = queue.snoozed_count ?? 0;
  const hidden = snoozed === 0 ? "" : `${snoozed} snoozed (work list --state snoozed).\n`;
  if (queue.data.length === 0) return terminal.out(`No such work.\n${hidden}`);
  await terminal.out(`${listText(queue.data, terminal)}${hidden}`);
}

function listText(items: readonly WorkQueueItem[], terminal: Terminal): string {
  const [head = "", ...lines] = renderTable(items, [
    { head: "VEHICLE", cell: (item) => item.vehicle_id },
    {
      head: "TIER",
      cell: (item) => item.tier,
      paint: (text, { tier }) => text.replace(tier, paintTier(tier, terminal)),
    },
    { head: "STATE", cell: ({ work }) => work?.state ?? "open" },
    { head: "ASSIGNEE", cell: ({ work }) => work?.assignee ?? "-" },
    { head: "ACTION", cell: (item) => item.recommended_action },
  ]).split("\n");
  const parts = items.map((item, at) => [lines[at] ?? "", ...detailLines(item, terminal)].join("\n"));
  return `${[head, ...parts].join("\n")}\n`;
}

function detailLines({ why, work }: WorkQueueItem, terminal: Terminal): readonly string[] {
  const texts = [why, ...(work === undefined ? [] : notesOf(work))];
  return texts
    .flatMap((text) => wrapText(printableLine(text), terminal.columns - 2))
    .map((line) => `  ${line}`);
}

function notesOf({ snoozed_until: until, comment }: QueuedWork): readonly string[] {
  return [
    ...(until === null ? [] : [`snoozed until ${minuteOf(until)}`]),
    ...(comment === null
      ? []
      : [`${minuteOf(comment.at)} ${comment.by.key_name ?? comment.by.key_id ?? ""}: ${comment.text}`]),
  ];
}
