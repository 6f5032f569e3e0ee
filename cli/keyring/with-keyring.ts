import type { AdministerOptions, KeyringAdministration } from "../../server/main.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { openOrExplain } from "../service/with-administration.ts";

/** Opens the keyring of a data folder, does one thing with it and closes it again. */
export async function withKeyring<Result>(
  options: AdministerOptions,
  act: (keyring: KeyringAdministration) => Result | Promise<Result>,
): Promise<Result> {
  const { administerKeyring } = await import("../../server/main.ts");
  const keyring = openOrExplain(() => administerKeyring(options));
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
