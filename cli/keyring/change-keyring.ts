import { writeFile } from "node:fs/promises";
import { Option } from "commander";
import { canonicalBytes, parseCanonical } from "../../core/encoding/canonical-json.ts";
import type { KeyringEnvelope } from "../../core/evidence/keys/keyring-envelope.ts";
import type {
  EvidenceKeyView,
  KeyringAdministration,
  KeyringChange,
  KeyringView,
} from "../../server/main.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";

/** How a change of the keyring gets its root signatures. */
export interface SigningOptions {
  readonly rootKey?: readonly string[];
  readonly out?: string;
}

export function rootKeyOption(): Option {
  return new Option(
    "--root-key <file...>",
    "private root keys, PEM (default: keys/root-key.pem of the data folder, if it is still there)",
  );
}

export function outOption(): Option {
  return new Option(
    "--out <file>",
    "write the version unsigned, to be signed where the root keys are, instead of signing it here",
  ).conflicts("rootKey");
}

/** Prepares a change, and signs and submits it, or writes it out. Gives the version's file name, or null once it is logged. */
export async function changeKeyring(
  keyring: KeyringAdministration,
  change: KeyringChange,
  options: SigningOptions,
): Promise<string | null> {
  // Asked before a key is made for nothing.
  const rootKeys = options.out === undefined ? rootKeysOf(keyring, options) : [];
  let text = canonicalBytes(keyring.prepare(change));
  if (options.out !== undefined) {
    await writeFile(options.out, text);
    return options.out;
  }
  const { signAsRoot } = await import("../../server/main.ts");
  for (const file of rootKeys) text = signAsRoot(text, file);
  await submitSigned(keyring, text);
  return null;
}

/** Throws when the version is refused. */
export async function submitSigned(keyring: KeyringAdministration, text: Uint8Array): Promise<void> {
  const refusal = await keyring.submit(parseCanonical(text) as unknown as KeyringEnvelope);
  if (refusal === null) return;
  throw new CommandFailure(
    exitCodes.refused,
    `the version is not taken: ${refusal}`,
    typed("evidence-keys list"),
  );
}

/** What to type for a version that was written out. */
export function nextStepText(file: string): string {
  return [
    `${file} is not signed yet.`,
    `  where a root key is:      ${typed(`evidence-keys root-sign ${file} --root-key KEY.pem`)}`,
    `  with enough signatures:   ${typed(`evidence-keys submit ${file}`)}`,
    "",
  ].join("\n");
}

/** The key that signs evidence now. */
export function activeKeyOf(keys: KeyringView["keys"]): EvidenceKeyView {
  return keyWhere(keys, ({ status }) => status === "active");
}

/** A key that every logged version has. */
export function keyWhere(
  keys: KeyringView["keys"],
  isWanted: (key: EvidenceKeyView) => boolean,
): EvidenceKeyView {
  const key = keys.find(isWanted);
  if (key === undefined) throw new Error("the keyring has no such key");
  return key;
}

function rootKeysOf(keyring: KeyringAdministration, { rootKey }: SigningOptions): readonly string[] {
  if (rootKey !== undefined) return rootKey;
  const { rootKeyFile } = keyring.view();
  if (rootKeyFile !== null) return [rootKeyFile];
  throw new CommandFailure(
    exitCodes.usage,
    "there is no root key in the data folder, and none was named",
    "name the root keys with --root-key FILE, or take the version to them with --out FILE",
  );
}
