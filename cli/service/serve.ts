import { Command } from "commander";
import { typed } from "../exit-codes.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { explainStart } from "./start-service.ts";

interface ServeCommandOptions {
  readonly host?: string;
  readonly port?: number;
  readonly dataDir?: string;
  readonly dev?: true;
  readonly logLevel?: string;
  readonly issuer?: string;
  readonly logOrigin?: string;
  readonly mqtt?: string;
  readonly nats?: string;
}

export function serveCommand(): Command {
  return new Command("serve")
    .description("runs the service until SIGTERM or Ctrl-C; prints one line when it is ready")
    .option("--host <address>", "address to listen on (default: $PLUMBLINE_HOST, or 127.0.0.1)")
    .option(
      "--port <port>",
      "port, 0 for any free one (default: $PLUMBLINE_PORT, or 8000)",
      readWholeNumber(0, 65_535),
    )
    .option("--data-dir <folder>", "database and keys (default: $PLUMBLINE_DATA_DIR, or .plumbline)")
    .option("--dev", "development mode: takes the well-known key plumb_dev_local, from this machine only")
    .option("--log-level <level>", "silent, fatal, error, warn, info, debug or trace (on standard error)")
    .option(
      "--issuer <name>",
      "who issues the evidence (default: $PLUMBLINE_ISSUER, or as plumbline init has it; without one evidence waits)",
    )
    .option(
      "--log-origin <host>",
      "name of the transparency log, for life (default: $PLUMBLINE_LOG_ORIGIN, or as plumbline init has it; without one evidence waits)",
    )
    .option("--mqtt <url>", "MQTT 5 broker to read frames from, too (default: $PLUMBLINE_MQTT_URL)")
    .option(
      "--nats <url>",
      "NATS server with JetStream to read frames from, too (default: $PLUMBLINE_NATS_URL)",
    )
    .action(serve);
}

async function serve(options: ServeCommandOptions): Promise<void> {
  const { serveUntilStopped } = await import("../../server/main.ts");
  try {
    await serveUntilStopped(options);
  } catch (fault) {
    throw explainStart(fault, { command: typed("serve"), options: { ...options } });
  }
}
