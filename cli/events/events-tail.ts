import { Command, Option } from "commander";
import type { Event, Tier } from "../../clients/typescript/generated/contract.ts";
import { eventTypes, type EventType } from "../../core/contract/schemas/events/event.ts";
import { tierValues } from "../../core/contract/schemas/vocabulary.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface TailOptions extends ServiceOptions {
  readonly type?: readonly EventType[];
  readonly vehicle?: readonly string[];
  readonly fleet?: readonly string[];
  readonly tier?: readonly Tier[];
  readonly after?: string;
  readonly fromStart?: true;
  readonly json?: true;
}

export function eventsTailCommand(terminal: Terminal): Command {
  const command = new Command("tail")
    .description("events as they happen, until Ctrl-C; goes on by itself after a lost connection")
    .addOption(new Option("--type <type...>", "only these types").choices(eventTypes))
    .option("--vehicle <id...>", "only these vehicles")
    .option("--fleet <fleet...>", "only these fleets")
    .addOption(new Option("--tier <tier...>", "only of vehicles in these tiers").choices(tierValues))
    .addOption(new Option("--after <id>", "begin after this event").conflicts("fromStart"))
    .option("--from-start", "begin with the oldest event that is kept, not with what comes from now on")
    .option("--json", "one JSON object a line: the events as GET /v1/events has them");
  return withServiceOptions(command).action((options: TailOptions) => tail(options, terminal));
}

async function tail(options: TailOptions, terminal: Terminal): Promise<void> {
  const onGap = ({
    after,
    resume_after: resumeAfter,
  }: {
    readonly after: string;
    readonly resume_after: string;
  }) =>
    terminal.err(
      `events between ${printableLine(after)} and ${printableLine(resumeAfter)} expired before they were read\n`,
    );
  const query = queryOf(options);
  let last = options.after;
  try {
    for await (const event of connect(options).events.stream(query, { signal: terminal.stop, onGap })) {
      await terminal.out(options.json === true ? `${JSON.stringify(event)}\n` : lineOf(event));
      last = event.id;
    }
  } catch (fault) {
    if (!terminal.stop.aborted) throw fault;
    // Being stopped is how it ends.
    if (last !== undefined) terminal.err(`stopped; to go on from here: --after ${printableLine(last)}\n`);
  }
}

function queryOf(options: TailOptions) {
  return {
    ...(options.type && { type: options.type }),
    ...(options.vehicle && { vehicle_id: options.vehicle }),
    ...(options.fleet && { fleet_id: options.fleet }),
    ...(options.tier && { tier: options.tier }),
    ...(options.after !== undefined && { after: options.after }),
    ...(options.fromStart && { start: "oldest" as const }),
  };
}

/** When it was recorded, what, of which vehicle, and the rest in a few words. */
function lineOf(event: Event): string {
  const time = `${event.recorded_at.slice(0, 19).replace("T", " ")}Z`;
  const vehicle = "vehicle_id" in event ? [event.vehicle_id] : [];
  return `${printableLine([time, event.type, ...vehicle, aboutOf(event) ?? ""].join("  "))}\n`;
}

/** Nothing for a type that only a later service knows. */
function aboutOf(event: Event): string | undefined {
  // The text of a type takes events of that type.
  const tell = texts[event.type] as ((event: Event) => string) | undefined;
  return tell?.(event);
}

const belowLimits = "below the limits, no evidence";

const texts: {
  readonly [Name in Event["type"]]: (event: Extract<Event, { readonly type: Name }>) => string;
} = {
  "vehicle.tier_changed": ({ data }) => `${data.from} -> ${data.to} (${data.decided_by})`,
  "breach.opened": ({ data }) =>
    `${data.channel} ${data.side}, ${data.recommended_action}, ${data.evidence_id ?? belowLimits}`,
  "breach.closed": ({ data }) => data.evidence_id ?? belowLimits,
  "evidence.issued": ({ data }) => data.evidence_id,
  "vehicle.silent": ({ data }) => `last frame received ${data.last_received_at}`,
  "vehicle.recovered": ({ data }) => `silent since ${data.silent_since}`,
  "vehicle.baseline_changed": ({ data }) => `${data.from} -> ${data.to}`,
  "vehicle.work_changed": ({ data }) =>
    `${data.action} by ${data.by.key_name ?? data.by.key_id ?? "the service"}, now ${data.state}`,
  "storage.nearly_full": ({ data }) =>
    `${data.stored_bytes} of ${data.limit_bytes} bytes${data.full_on === null ? "" : `, full on ${data.full_on}`}`,
  "webhook.disabled": ({ data }) => `${data.webhook_id}: ${data.reason}`,
  "key.expiring": ({ data }) => `${data.name} (${data.key_id}) expires ${data.expires_at}`,
};
