import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command, Option } from "commander";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { typed } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface GetOptions extends ServiceOptions {
  readonly frames?: true;
  readonly keyring?: true;
  readonly out?: string;
}

export function evidenceGetCommand(terminal: Terminal): Command {
  const command = new Command("get")
    .description("the bundle exactly as issued, on standard output or as files")
    .argument("<event-id>", "for example EVB-20260301-7K3M9Q2XW4HJ")
    .option("--frames", "the frames file instead of the bundle")
    .addOption(
      new Option(
        "--keyring",
        "the keyring's history instead of the bundle: which keys sign evidence",
      ).conflicts("frames"),
    )
    .option("--out <folder>", "write bundle, frames file and keyring.json there");
  return withServiceOptions(command).action((eventId: string, options: GetOptions) =>
    getEvidence(eventId, options, terminal),
  );
}

async function getEvidence(eventId: string, options: GetOptions, terminal: Terminal): Promise<void> {
  const files = filesOf(eventId, { client: connect(options), call: { signal: terminal.stop } });
  if (options.out === undefined) {
    const bytes = await files[partOf(options)]();
    return terminal.exact(new TextDecoder().decode(bytes));
  }
  const [bundle, frames, keyring] = await Promise.all([files.bundle(), files.frames(), files.keyring()]);
  const [bundleFile, framesFile, keyringFile] = [
    join(options.out, `${eventId}.json`),
    join(options.out, `${eventId}.frames.ndjson`),
    // One name for all evidence: it is the same for all of it, and a newer one holds what an older one did.
    join(options.out, "keyring.json"),
  ];
  await mkdir(options.out, { recursive: true });
  await writeFile(bundleFile, bundle);
  await writeFile(framesFile, frames);
  await writeFile(keyringFile, keyring);
  const check = `evidence verify ${bundleFile} --frames ${framesFile} --keyring ${keyringFile}`;
  await terminal.out(
    `${bundleFile}\n${framesFile}\n${keyringFile}\ncheck them with: ${typed(`${check} --trust DATA_FOLDER/keys/trust.json`)}\n`,
  );
}

function partOf({ frames, keyring }: GetOptions): "bundle" | "frames" | "keyring" {
  if (frames) return "frames";
  return keyring ? "keyring" : "bundle";
}

/** What a verifier needs besides the trust file, which has to come another way. */
function filesOf(
  eventId: string,
  { client, call }: { readonly client: Plumbline; readonly call: { readonly signal: AbortSignal } },
) {
  return {
    bundle: () => client.evidence.bundle(eventId, call).asBytes(),
    frames: () => client.evidence.frames(eventId, call),
    keyring: () => client.evidence.keyringHistory(call).asBytes(),
  };
}
