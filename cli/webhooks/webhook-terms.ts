import { type Command, Option } from "commander";
import type { WebhookCreation } from "../../clients/typescript/generated/contract.ts";
import { webhookFormatValues } from "../../core/contract/schemas/webhooks/webhook.ts";

/** What `create` and `update` may say of a webhook. */
export interface TermOptions {
  readonly format?: WebhookCreation["format"];
  readonly event?: readonly string[];
  readonly fleet?: readonly string[];
  readonly description?: string;
}

export function withTermOptions(command: Command): Command {
  return command
    .addOption(new Option("--format <format>", "what is sent").choices(webhookFormatValues))
    .option("--event <types...>", "only these types, such as breach.opened; all: every type")
    .option("--fleet <fleets...>", "only these fleets; all: every fleet of the key")
    .option("--description <text>", "what it is for");
}

/** The members that were named; `all` takes a limit away. */
export function termsOf({ format, event, fleet, description }: TermOptions): Omit<WebhookCreation, "url"> {
  return {
    ...(format !== undefined && { format }),
    ...(event !== undefined && { event_types: unlessAll(event) }),
    ...(fleet !== undefined && { fleets: unlessAll(fleet) }),
    ...(description !== undefined && { description }),
  };
}

function unlessAll(names: readonly string[]): string[] | null {
  return names.length === 1 && names[0] === "all" ? null : [...names];
}
