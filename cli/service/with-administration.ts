import type { Administration, AdministerOptions, KeyringAdministration } from "../../server/main.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { explainStart } from "./start-service.ts";

/** Opens the data folder for an operator, does one thing with it and closes it again. */
export async function withAdministration<Result>(
  options: AdministerOptions,
  act: (administration: Administration) => Result | Promise<Result>,
): Promise<Result> {
  const { administer } = await import("../../server/main.ts");
  const administration = openOrExplain(() => administer(options));
  try {
    return await act(administration);
  } finally {
    administration.close();
  }
}

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

/** What could not be opened is reported with what to type next. */
export function openOrExplain<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch (fault) {
    throw explained(fault);
  }
}

/** The same of what takes its time. */
export async function openOrExplainLater<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (fault) {
    throw explained(fault);
  }
}

function explained(fault: unknown): CommandFailure {
  return explainStart(fault, { options: {}, again: "type the same command again" });
}
