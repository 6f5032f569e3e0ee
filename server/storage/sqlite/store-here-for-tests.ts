import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defaultSettings, type ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { CallsHere } from "../../platform/calls-here-for-tests.ts";
import { dataFolder } from "../data-folder.ts";
import { openDatabase } from "./open-database.ts";
import { beginReaderOver, type SqliteReader } from "./read/open-reader.ts";
import { readerMethods, type ReaderMethods } from "./read/reader-methods.ts";
import { openLedgerOver, type LedgerOptions, type SqliteLedger } from "./write/open-ledger.ts";
import { openableWriter, type Writer } from "./write/openable-writer.ts";
import type { WriterMethods } from "./write/writer-protocol.ts";

const onBroken = (reason: string): never => {
  throw new Error(reason);
};

/**
 * The embedded store without threads of its own and without waiting for the disk: for tests whose subject is neither
 * (the whole is in open-ledger.slow.test.ts and in e2e). A new folder is a copy of one that was opened before.
 */
export async function openLedgerHere(
  options: Partial<LedgerOptions> & { readonly dataDir: string },
): Promise<SqliteLedger> {
  const given = { ...defaults, ...options };
  if (!existsSync(dataFolder(given.dataDir).database)) await copyOpenedFolder(given);
  return openHere(given);
}

const defaults = {
  settings: defaultSettings,
  issuer: {
    organisation: "test",
    software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
  },
  specification: new Uint8Array(),
  onBroken,
} satisfies Partial<LedgerOptions>;

/** Folders in which a ledger was opened once and nothing written, by what it was opened with. */
const openedFolders = new Map<string, string>();

async function copyOpenedFolder(options: LedgerOptions): Promise<void> {
  const { dataDir, ...rest } = options;
  const likeness = JSON.stringify(rest);
  let opened = openedFolders.get(likeness);
  if (opened === undefined) {
    opened = mkdtempSync(join(tmpdir(), "plumbline-opened-"));
    openedFolders.set(likeness, opened);
    await (await openHere({ ...options, dataDir: opened })).close();
  }
  cpSync(opened, dataDir, { recursive: true });
}

process.once("exit", () => {
  for (const folder of openedFolders.values()) rmSync(folder, { recursive: true });
});

function openHere(options: LedgerOptions): Promise<SqliteLedger> {
  return openLedgerOver((start, { onNote }) => {
    let writer: Writer;
    return new CallsHere<WriterMethods>(
      (here) => {
        writer = openableWriter(start, here, openUnsynced);
        return writer.methods;
      },
      { afterEach: (method) => writer.afterEach(method), onNote },
    );
  }, options);
}

function openUnsynced(path: string): DatabaseSync {
  const database = openDatabase(path);
  database.exec("PRAGMA synchronous = OFF");
  return database;
}

/** Reads in this thread, too. */
export function openReaderHere({
  file,
  settings = defaultSettings,
}: {
  readonly file: string;
  readonly settings?: ScoringSettings;
}): Promise<SqliteReader> {
  return beginReaderOver(
    (start) => {
      const { methods, close } = readerMethods(start);
      return new CallsHere<ReaderMethods>(() => methods, { close });
    },
    { file, settings, onBroken },
  ).open();
}
