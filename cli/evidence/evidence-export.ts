import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { unzipSync } from "fflate";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ExportOptions extends ServiceOptions {
  readonly archive?: string;
  readonly files?: string;
  readonly sigstore?: string;
}

export function evidenceExportCommand(terminal: Terminal): Command {
  const command = new Command("export")
    .description("everything about a piece of evidence, with what it takes to check it without us")
    .argument("<event-id>", "for example EVB-20260301-7K3M9Q2XW4HJ")
    .option("--archive <folder>", "write the archive there, as one zip")
    .option("--files <folder>", "write the files of the archive there, in a folder of the evidence's name")
    .option("--sigstore <folder>", "write the Sigstore bundle and its trusted root there");
  return withServiceOptions(command).action((eventId: string, options: ExportOptions) =>
    exportEvidence(eventId, options, terminal),
  );
}

async function exportEvidence(eventId: string, options: ExportOptions, terminal: Terminal): Promise<void> {
  const { archive, files, sigstore } = options;
  if (archive === undefined && files === undefined && sigstore === undefined) {
    throw new CommandFailure(
      exitCodes.usage,
      "say what to write: --archive, --files or --sigstore, each with a folder",
      typed("evidence export --help"),
    );
  }
  const client = connect(options);
  const call = { signal: terminal.stop };
  if (archive !== undefined || files !== undefined) {
    const zip = await client.evidence.archive(eventId, call);
    if (archive !== undefined) await write(archive, [{ name: `${eventId}.zip`, bytes: zip }], terminal);
    if (files !== undefined) await write(join(files, eventId), unpacked(zip, eventId), terminal);
  }
  if (sigstore !== undefined) await write(sigstore, await sigstoreFiles(client, eventId, call), terminal);
}

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mode?: number;
}

/** Nothing a service sends names a place outside the folder it is unpacked into. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u;
const executable = 0o755;
/** Of all files of an archive unpacked; a zip that claims more is none of ours. */
const maxUnpackedBytes = 512 * 1024 * 1024;

function unpacked(zip: Uint8Array, eventId: string): readonly File[] {
  let unpackedBytes = 0;
  const files = unzipSync(zip, {
    filter({ originalSize }) {
      unpackedBytes += originalSize;
      if (unpackedBytes <= maxUnpackedBytes) return true;
      throw notOurs(`unpacks to more than ${maxUnpackedBytes} bytes`);
    },
  });
  return Object.entries(files).map(([path, bytes]) => {
    const name = path.startsWith(`${eventId}/`) ? path.slice(eventId.length + 1) : "";
    if (!plainName.test(name)) {
      throw notOurs(`holds a file ${JSON.stringify(path.slice(0, 80))}, which does not belong there`);
    }
    return { name, bytes, ...(name.endsWith(".sh") && { mode: executable }) };
  });
}

function notOurs(what: string): CommandFailure {
  return new CommandFailure(
    exitCodes.failed,
    `the archive ${what}`,
    "ask the operator of the service what answers at its address",
  );
}

async function sigstoreFiles(
  client: Plumbline,
  eventId: string,
  call: { readonly signal: AbortSignal },
): Promise<readonly File[]> {
  return [
    { name: `${eventId}.sigstore.json`, bytes: await client.evidence.sigstore(eventId, call).asBytes() },
    { name: "trusted_root.json", bytes: await client.evidence.trustedRoot(call).asBytes() },
  ];
}

async function write(folder: string, files: readonly File[], terminal: Terminal): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, bytes, mode } of files) {
    const path = join(folder, name);
    await writeFile(path, bytes, mode === undefined ? {} : { mode });
    await terminal.out(`${path}\n`);
  }
}
