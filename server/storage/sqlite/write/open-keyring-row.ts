import type { LoggedKeyring } from "../../../../core/evidence/keys/keyring-history.ts";
import { openKeyring } from "../../../app/log/judge-keyring.ts";
import { nodePrimitives } from "../../../platform/node-primitives.ts";
import type { KeyringRow } from "./keyring-rows.ts";

/** What a logged version says. It was checked before it was logged: throws where it is damaged all the same. */
export function openKeyringRow({ leafIndex, envelope }: KeyringRow): LoggedKeyring {
  const opened = openKeyring(envelope, nodePrimitives);
  if (opened.kind === "broken") throw new Error(`the keyring in the database is damaged: ${opened.detail}`);
  return { ...opened, leafIndex };
}
