import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { typed } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface GetOptions extends ServiceOptions {
  readonly frames?: true;
  readonly out?: string;
}

export function evidenceGetCommand(terminal: Terminal): Command {
  const command = new Command("get")
    .description("the bundle exactly as issued, on standard output or as files")
    .argument("<event-id>", "for example EVB-20260301-7K3M9Q2XW4HJ")
    .option("--frames", "the frames file instead of the bundle")
    .option("--out <folder>", "write bundle and frames file there");
  return withServiceOptions(command).action((eventId: string, options: GetOptions) =>
    getEvidence(eventId, options, terminal),
  );
}

async function getEvidence(eventId: string, options: GetOptions, terminal: Terminal): Promise<void> {
  const client = connect(options);
  const call = { signal: terminal.stop };
  if (options.out === undefined) {
    const bytes = options.frames
      ? await client.evidence.frames(eventId, call)
      : await client.evidence.bundle(eventId, call).asBytes();
    return terminal.exact(new TextDecoder().decode(bytes));
  }
  const [bundle, frames] = await Promise.all([
    client.evidence.bundle(eventId, call).asBytes(),
    client.evidence.frames(eventId, call),
  ]);
  const bundleFile = join(options.out, `${eventId}.json`);
  const framesFile = join(options.out, `${eventId}.frames.ndjson`);
  await mkdir(options.out, { recursive: true });
  await writeFile(bundleFile, bundle);
  await writeFile(framesFile, frames);
  await terminal.out(
    `${bundleFile}\n${framesFile}\ncheck them with: ${typed(`evidence verify ${bundleFile} --frames ${framesFile} --trust DATA_FOLDER/keys/trust.json`)}\n`,
  );
}
