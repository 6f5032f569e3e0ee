import type { Command } from "commander";
import { developmentApiKey } from "../core/contract/api-key.ts";
import { Plumbline, type PlumblineOptions } from "../clients/typescript/plumbline.ts";
import { CommandFailure, exitCodes } from "./exit-codes.ts";

/** The options of every command that talks to a running service. */
export interface ServiceOptions {
  readonly url?: string;
  readonly key?: string;
}

export function withServiceOptions(command: Command): Command {
  return withKeyOption(
    command.option(
      "--url <address>",
      "address of the service (default: $NADIR_BASE_URL, or http://127.0.0.1:8000)",
    ),
  );
}

export function withKeyOption(command: Command): Command {
  return command.option(
    "--key <key>",
    "API key (default: $NADIR_API_KEY, or the development key for a service on this machine)",
  );
}

/** A client for the service that the options and the environment name. */
export function connect(
  options: ServiceOptions,
  { maxRetries, onRetry }: { readonly maxRetries?: number; readonly onRetry?: (reason: string) => void } = {},
): Plumbline {
  const baseUrl = addressOf(options.url);
  const named = [options.key, process.env["NADIR_API_KEY"]?.trim(), developmentKeyFor(baseUrl)];
  const apiKey = named.find((key) => key !== undefined && key !== "") ?? null;
  try {
    return new Plumbline({
      baseUrl,
      apiKey,
      ...(maxRetries !== undefined && { maxRetries }),
      ...(onRetry !== undefined && heedRetries(onRetry)),
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandFailure(
      exitCodes.usage,
      error.message,
      "compare it with what was shown when it was made",
    );
  }
}

/** The client says in its log why it tries again. Whoever asked for that log (NADIR_LOG) reads it there. */
function heedRetries(onRetry: (reason: string) => void): Pick<PlumblineOptions, "logger" | "logLevel"> {
  if (/^(debug|info)$/iu.test(process.env["NADIR_LOG"] ?? "")) return {};
  const info = (_: string, details: object = {}): void => {
    if ("reason" in details && typeof details.reason === "string") onRetry(details.reason);
  };
  const { debug, warn, error } = console;
  return { logLevel: "info", logger: { debug, info, warn, error } };
}

/** Which key `connect` takes for these options, for a person: a refusal without it leaves one guessing. */
export function describeKey(options: ServiceOptions & { readonly to?: string }): string {
  if (options.key !== undefined && options.key !== "")
    return `tried the key of --key, ${shownKey(options.key)}`;
  const named = process.env["NADIR_API_KEY"] ?? "";
  if (named !== "") return `tried the key in NADIR_API_KEY, ${shownKey(named)}`;
  return developmentKeyFor(addressOf(options.url ?? options.to)) === undefined
    ? "sent no key: neither --key nor NADIR_API_KEY is set, and the service is on another machine"
    : `tried the development key, ${developmentApiKey}, for neither --key nor NADIR_API_KEY is set`;
}

/** Enough to find it in the list of keys, and nothing that opens anything. */
function shownKey(key: string): string {
  const [, named] = /^(plumb_(?:live|test)_[0-9A-Za-z]{10})_/u.exec(key) ?? [];
  if (named !== undefined) return `${named}_…`;
  return key === developmentApiKey ? key : "which does not look like one";
}

/** Of the service; what is none is a slip of the pen. */
function addressOf(typedUrl: string | undefined): string {
  try {
    const address = { ...(typedUrl !== undefined && { baseUrl: typedUrl }) };
    return new Plumbline({ ...address, apiKey: null }).baseUrl;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandFailure(exitCodes.usage, error.message, "write it like --url http://127.0.0.1:8000");
  }
}

/** The development key is public, and a service takes it only from its own machine: sending it elsewhere is pointless. */
function developmentKeyFor(baseUrl: string): string | undefined {
  const host = new URL(baseUrl).hostname;
  return host === "127.0.0.1" || host === "localhost" || host === "[::1]" ? developmentApiKey : undefined;
}
