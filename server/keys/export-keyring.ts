import { join } from "node:path";

import type { OpenedKeyring } from "../../core/evidence/keyring-envelope.ts";
import { publicKeyOf } from "../../core/evidence/keyring.ts";
import type { NoteKey } from "../../core/evidence/signed-note.ts";
import { writeKeyringTrust, type OutsideTrust } from "../../core/evidence/trust.ts";
import type { EvidenceSigner } from "../app/issue-evidence.ts";
import { keysFolder } from "./evidence-key-files.ts";
import type { RefreshTerm } from "./refresh-date.ts";
import { datedOutside, exportTrust, publicPem, replaceIfDifferent } from "./export-trust.ts";

/**
 * Writes the public sides of a keyring beside the keys: `trust.json` names every key that was not revoked, and
 * `trust-keyring.json` pins the roots, which is the one to give away once keys have changed.
 */
export function exportKeyring(
  dataDir: string,
  given: {
    readonly newest: OpenedKeyring;
    readonly signer: EvidenceSigner;
    readonly log: NoteKey;
    readonly outside: OutsideTrust;
    readonly term: RefreshTerm;
  },
): void {
  const { newest, signer, log, outside, term } = given;
  const { keys, root, version } = newest.keyring;
  const counting = keys.filter(({ status }) => status !== "revoked").map(publicKeyOf);
  exportTrust(dataDir, signer, log, { keys: counting, outside, term });
  const pin = { root, minimumVersion: version, digest: newest.digest };
  const folder = join(dataDir, keysFolder);
  const pinFile = join(folder, "trust-keyring.json");
  replaceIfDifferent(pinFile, writeKeyringTrust(pin, [log], datedOutside(pinFile, { outside, term })));
  replaceIfDifferent(
    join(folder, "root-public.pem"),
    root.keys.map((key) => publicPem(publicKeyOf(key).spki)).join(""),
  );
}
