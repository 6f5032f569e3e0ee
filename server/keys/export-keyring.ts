import { join } from "node:path";

import type { OpenedKeyring } from "../../core/evidence/keys/keyring-envelope.ts";
import { textOf } from "../../core/encoding/bytes.ts";
import { publicKeyOf } from "../../core/evidence/keys/keyring.ts";
import type { NoteKey } from "../../core/evidence/log/signed-note.ts";
import { writeKeyringTrust, type ThirdPartyTrust } from "../../core/evidence/keys/trust.ts";
import type { EvidenceSigner } from "../app/evidence/issue-evidence.ts";
import { makeFolder } from "../platform/make-folder.ts";
import { keysFolder } from "./evidence-key-files.ts";
import type { RefreshTerm } from "./refresh-date.ts";
import { datedThirdParties, exportTrust, publicPem, replaceIfDifferent } from "./export-trust.ts";

/**
 * Writes the public sides of a keyring beside the keys: `keyring.json`, and the trust file that pins its roots, under both
 * names it is known by. A list of keys could not say where in the log each of them counts.
 */
export function exportKeyring(
  dataDir: string,
  given: {
    readonly newest: OpenedKeyring;
    readonly signer: EvidenceSigner;
    readonly log: NoteKey;
    readonly thirdParties: ThirdPartyTrust;
    readonly term: RefreshTerm;
    /** `keyring.json`: every version with its place in the log. */
    readonly history: Uint8Array;
  },
): void {
  const { newest, signer, log, thirdParties, term, history } = given;
  const { root, version } = newest.keyring;
  const pin = { root, minimumVersion: version, digest: newest.digest };
  const folder = join(dataDir, keysFolder);
  const pinFile = join(folder, "trust-keyring.json");
  const trustText = writeKeyringTrust(pin, [log], datedThirdParties(pinFile, { thirdParties, term }));
  makeFolder(folder);
  // The keyring first: a trust file must never ask for a version that is not there yet.
  replaceIfDifferent(join(folder, "keyring.json"), textOf(history)!);
  exportTrust(dataDir, signer, log, { trustText });
  replaceIfDifferent(pinFile, trustText);
  replaceIfDifferent(
    join(folder, "root-public.pem"),
    root.keys.map((key) => publicPem(publicKeyOf(key).spki)).join(""),
  );
}
