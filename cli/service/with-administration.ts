import type { Administration, AdministerOptions, KeyringAdministration } from "../../server/main.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { dataDirArguments, folderOf } from "./data-dir-option.ts";

/** Opens the data folder for an operator, does one thing with it and closes it again. */
export async function withAdministration<Result>(
  options: AdministerOptions,
  act: (administration: Administration) => Result | Promise<Result>,
): Promise<Result> {
  const { administer } = await import("../../server/main.ts");
  const administration = openOrExplain(() => administer(options), options);
  try {
    return await act(administration);
  } catch (fault) {
    throw explainUnwritable(fault, options) ?? fault;
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
  const keyring = openOrExplain(() => administerKeyring(options), options);
  try {
    return await act(keyring);
  } catch (fault) {
    // What cannot be asked of this keyring.
    if (!(fault instanceof RangeError)) throw explainUnwritable(fault, options) ?? fault;
    throw new CommandFailure(exitCodes.usage, fault.message, typed("evidence-keys list"));
  } finally {
    keyring.close();
  }
}

type Place = Pick<AdministerOptions, "dataDir">;

/** What could not be opened is reported with what to type next. */
export function openOrExplain<Opened>(open: () => Opened, place: Place): Opened {
  try {
    return open();
  } catch (fault) {
    throw explained(fault, place);
  }
}

/** The same of what takes its time. */
export async function openOrExplainLater<Opened>(open: () => Promise<Opened>, place: Place): Promise<Opened> {
  try {
    return await open();
  } catch (fault) {
    throw explained(fault, place);
  }
}

function explained(fault: unknown, place: Place): CommandFailure {
  if (!(fault instanceof Error)) throw fault;
  if (fault.name === "ConfigError") {
    return new CommandFailure(
      exitCodes.usage,
      fault.message,
      "correct this, or name another folder with --data-dir, then type the same command again",
    );
  }
  return (
    explainUnwritable(fault, place) ??
    new CommandFailure(
      exitCodes.failed,
      fault.message,
      `look for what is wrong: ${typed("doctor")}${dataDirArguments(folderOf(place))}`,
    )
  );
}

/** SQLITE_READONLY and SQLITE_CANTOPEN. */
const unwritableOfDatabase: readonly unknown[] = [8, 14];
const unwritable: readonly unknown[] = ["EROFS", "EACCES", "EPERM"];

/** Null when it is about something else. The database is opened as the service opens it, which takes writing even to read. */
function explainUnwritable(fault: unknown, place: Place): CommandFailure | null {
  if (!(fault instanceof Error)) return null;
  const cause = [fault, fault.cause].find(isUnwritable);
  if (cause === undefined) return null;
  return new CommandFailure(
    exitCodes.failed,
    `the data folder cannot be written to, which this command needs even where it only reads: ${fault.message}`,
    `work as the user the service runs as, or on a copy of the folder; as it is, it can be inspected with: ${typed("doctor")}${dataDirArguments(folderOf(place))}`,
  );
}

function isUnwritable(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return (
    ("code" in fault && unwritable.includes(fault.code)) ||
    ("errcode" in fault &&
      typeof fault.errcode === "number" &&
      unwritableOfDatabase.includes(fault.errcode & 0xff))
  );
}
