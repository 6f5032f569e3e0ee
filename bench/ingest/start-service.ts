import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { developmentApiKey } from "../../core/contract/api-key.ts";
import { commitOf } from "../run-stamp.ts";
import { bareName, type Competitor, endChild, serviceName, startListening } from "./competitor.ts";
import { ownFigures, type ProcessFigures } from "./process-figures.ts";

const root = join(import.meta.dirname, "../..");
const most = "1000000000";

export interface ServiceOptions {
  /** Another checkout of the project, to set beside this one. */
  readonly checkout?: string;
  /** Where each thread's profile is written when the service stops. */
  readonly profiles?: string;
}

/** The service from source, its limits on senders out of the way: they are not what is measured. */
export async function startService(
  dataDir: string,
  { checkout = root, profiles }: ServiceOptions = {},
): Promise<Competitor> {
  const profiling = profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
  const words = [...profiling, join(checkout, "server/main.ts")];
  const { child, port } = await startListening(process.execPath, words, {
    env: {
      ...process.env,
      PLUMBLINE_DATA_DIR: dataDir,
      PLUMBLINE_PORT: "0",
      PLUMBLINE_MODE: "development",
      PLUMBLINE_LOG_LEVEL: "error",
      PLUMBLINE_VEHICLES_PER_ORGANISATION: most,
      PLUMBLINE_NEW_VEHICLES_PER_HOUR: most,
      PLUMBLINE_REQUESTS_PER_MINUTE_PER_KEY: most,
      PLUMBLINE_FRAMES_PER_MINUTE_PER_KEY: most,
      PLUMBLINE_REQUESTS_PER_MINUTE_PER_ORGANISATION: most,
      PLUMBLINE_FRAMES_PER_MINUTE_PER_ORGANISATION: most,
    },
  });
  return {
    name: checkout === root ? serviceName : `${serviceName} at ${commitOf(checkout)}`,
    door: {
      port,
      path: () => "/v1/telemetry/ingest",
      headers: [`Authorization: Bearer ${developmentApiKey}`],
    },
    pids: [child.pid!],
    folder: dataDir,
    finish: () => moveLog(join(dataDir, "plumbline.db")),
    close: () => endChild(child, "SIGTERM"),
  };
}

/** The service moves its write-ahead log into the database when it is long: some rounds would have it all, others nothing. */
function moveLog(path: string): ProcessFigures {
  const database = new DatabaseSync(path);
  const before = ownFigures();
  database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  const after = ownFigures();
  database.close();
  return {
    cpuUs: after.cpuUs - before.cpuUs,
    writtenBytes: after.writtenBytes - before.writtenBytes,
  };
}

/** Reads the body and answers, nothing more: what HTTP alone costs. */
export async function startBareHttp(): Promise<Competitor> {
  const { child, port } = await startListening(
    process.execPath,
    [join(import.meta.dirname, "bare-http.ts")],
    {},
  );
  return {
    name: bareName,
    door: { port, path: () => "/", headers: [] },
    pids: [child.pid!],
    folder: null,
    close: () => endChild(child, "SIGTERM"),
  };
}
