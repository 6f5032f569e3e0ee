import { parentPort, workerData } from "node:worker_threads";

import { evidenceQueries } from "./evidence-queries.ts";
import { fleetQueries } from "./fleet-queries.ts";
import { keyringQueries } from "./keyring-queries.ts";
import { logQueries } from "./log-queries.ts";
import { openForReading } from "../open-database.ts";
import { ReadingDatabase } from "./reading-database.ts";
import { attestationQueries } from "./attestation-queries.ts";
import { usageQueries } from "./usage-queries.ts";
import { vehicleQueries } from "./vehicle-queries.ts";

/** What the main thread asks: one method of the reading ports with its one argument. */
export interface Question {
  readonly id: number;
  readonly method: string;
  readonly ask: unknown;
}

export type Reply =
  | { readonly id: number; readonly kind: "answer"; readonly answer: unknown }
  | { readonly id: number; readonly kind: "fault"; readonly message: string };

/** KiB of pages this connection keeps: a fleet of 100,000 vehicles scans without going to the file. */
const cacheKiB = 65_536;

// Scans and decoding would stall the thread that answers requests, so they run in this one, on a connection that
// cannot write. WAL gives every question a consistent view beside the writer.
const database = openForReading((workerData as { readonly file: string }).file);
database.exec(`PRAGMA cache_size = -${cacheKiB}`);
const reading = new ReadingDatabase(database);
const queries: Readonly<Record<string, (ask: never) => unknown>> = {
  ...fleetQueries(reading),
  ...vehicleQueries(reading),
  ...evidenceQueries(reading),
  ...logQueries(reading),
  ...keyringQueries(reading),
  ...attestationQueries(reading),
  ...usageQueries(reading),
};

parentPort!.on("message", (question: Question) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(replyTo(question));
});
parentPort!.once("close", () => database.close());
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort!.postMessage("ready");

function replyTo({ id, method, ask }: Question): Reply {
  const query = queries[method];
  try {
    if (query === undefined) throw new Error("the reading ports have no such method");
    return { id, kind: "answer", answer: query(ask as never) };
  } catch (fault) {
    return { id, kind: "fault", message: `reading (${method}): ${(fault as Error).message}` };
  }
}
