import type { AdministerOptions } from "../server/administer.ts";
import type { KeyringAdministration } from "../server/administer-keyring.ts";
import { CommandFailure, exitCodes, typed } from "./exit-codes.ts";
import { explainStart } from "./start-service.ts";

/** Opens the keyring of a data folder, does one thing with it and closes it again. */
export async function withKeyring<Result>(
  options: AdministerOptions,
  act: (keyring: KeyringAdministration) => Result | Promise<Result>,
): Promise<Result> {
  const { administerKeyring } = await import("../server/main.ts");
  const keyring = open(() => administerKeyring(options));
  try {
    return await act(keyring);
  } catch (fault) {
    // What cannot be asked of this keyring.
    if (!(fault instanceof RangeError)) throw fault;
    throw new CommandFailure(exitCodes.usage, fault.message, typed("evidence-keys list"));
  } finally {
    keyring.close();
  }
}

function open(administer: () => KeyringAdministration): KeyringAdministration {
  try {
    return administer();
  } catch (fault) {
    throw explainStart(fault, { options: {}, again: "the same command" });
  }
}
