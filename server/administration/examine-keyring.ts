import { parseInstant } from "../../core/encoding/instant.ts";
import { failed, type Finding, ok, warning } from "./finding.ts";
import type { KeyringView } from "./administer-keyring.ts";

const what = "evidence keys";

/** What an operator should know of the keys that sign evidence; null for a folder whose keyring has not begun. */
export function examineKeyring(view: KeyringView | null, nowUs: number): readonly Finding[] {
  if (view === null) return [ok(what, "no service has issued evidence here yet")];
  const active = view.keys.find(({ status }) => status === "active");
  if (active === undefined) return [failed(what, "the keyring has no active key")];
  return [
    active.isHere
      ? ok(what, `keyring version ${view.version}; ${active.keyid} signs`)
      : failed(
          what,
          `the private key of ${active.keyid} is missing; restore it, or run: plumbline evidence-keys revoke`,
        ),
    ...leftOver(view),
    ...nearlyStale(view, nowUs),
    view.rootKeyFile === null
      ? ok("root key", "not in the data folder")
      : warning(
          "root key",
          `${view.rootKeyFile} lies beside what it vouches for: move it to a medium that is kept offline, with a copy; the service does not need it`,
        ),
  ];
}

function leftOver({ keys }: KeyringView): readonly Finding[] {
  const ended = keys.filter(({ status, isHere }) => isHere && (status === "retired" || status === "revoked"));
  const retiring = keys.filter(({ status }) => status === "retiring");
  return [
    ...ended.map(({ keyid }) =>
      warning(
        what,
        `the private key of ${keyid} has ended and is still here; the next start of the service destroys it`,
      ),
    ),
    ...retiring.map(({ keyid }) =>
      warning(
        what,
        `the rotation that ends ${keyid} was begun and not ended; run: plumbline evidence-keys rotate`,
      ),
    ),
  ];
}

/** Verifiers must be able to fetch a version that is good for a while. */
const renewBeforeUs = 90 * 86_400_000_000;

function nearlyStale({ refreshAfter }: KeyringView, nowUs: number): readonly Finding[] {
  const atUs = refreshAfter === null ? null : parseInstant(refreshAfter);
  if (atUs === null || atUs - nowUs > renewBeforeUs) return [];
  const word = atUs < nowUs ? "was" : "is";
  return [
    warning(
      what,
      `the keyring ${word} good until ${refreshAfter}, after which verifiers call what it judges incomplete; run: plumbline evidence-keys amend --renew`,
    ),
  ];
}
