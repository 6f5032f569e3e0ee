import type { RunningService, ServeOptions } from "../../server/main.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { dataDirArguments, pasted } from "./data-dir-option.ts";

/** A start as somebody typed it: what a hint says again, so that following it does not start something else. */
export interface TypedStart {
  /** Up to its options, for example `npx plumbline serve`. */
  readonly command: string;
  /** Those that were given, by the names commander knows them by. */
  readonly options: TypedOptions;
  /** Also where nobody typed it; left out: as the options say. */
  readonly dataDir?: string;
}

type TypedOptions = Readonly<Record<string, string | number | boolean | undefined>> & {
  readonly dataDir?: string;
};

/** Starts the service in this process. The server is loaded only now: no other command should wait for it. */
export async function startService(options: ServeOptions, start: TypedStart): Promise<RunningService> {
  const { serve } = await import("../../server/main.ts");
  try {
    return await serve(options);
  } catch (fault) {
    throw explainStart(fault, start);
  }
}

/** What a person can do about a service that does not start. */
export function explainStart(fault: unknown, start: TypedStart): CommandFailure {
  if (!(fault instanceof Error)) throw fault;
  if (fault.name === "ConfigError") {
    return new CommandFailure(
      exitCodes.usage,
      fault.message,
      `correct these settings, then: ${typedAgain(start)}`,
    );
  }
  return (
    explainListening(fault.cause, start) ??
    new CommandFailure(
      exitCodes.failed,
      fault.message,
      `${typedAgain(start, { dataDir: "OTHER_FOLDER" })}, or look for what is wrong: ${typed("doctor")}${dataDirArguments({ ...start.options, ...start })}`,
    )
  );
}

const highestPort = 65_535;
const usualPort = 8000;

/** Null when it is not about the place to listen at. The system's error names it, wherever it was set. */
function explainListening(cause: unknown, start: TypedStart): CommandFailure | null {
  if (!isListenError(cause)) return null;
  const { code, address, port = 0 } = cause;
  const failed = (message: string, instead: TypedOptions) =>
    new CommandFailure(exitCodes.failed, message, typedAgain(start, instead));
  switch (code) {
    case "EADDRINUSE":
      return failed(`port ${port} of ${address} is taken by another program`, {
        port: port === highestPort ? usualPort : port + 1,
      });
    case "EACCES":
      return failed(`port ${port} needs rights this user does not have`, { port: usualPort });
    case "EADDRNOTAVAIL":
      return failed(`${address} is no address of this machine`, { host: "127.0.0.1" });
    default:
      return null;
  }
}

interface ListenError extends Error {
  readonly code: string;
  readonly address: string;
  /** Absent where the system was to choose. */
  readonly port?: number;
}

function isListenError(cause: unknown): cause is ListenError {
  return cause instanceof Error && "syscall" in cause && cause.syscall === "listen";
}

/** The command with the options it was typed with, and some of them otherwise. */
export function typedAgain({ command, options }: TypedStart, instead: TypedOptions = {}): string {
  const words = Object.entries({ ...options, ...instead }).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false || holdsSecret(value)) return [];
    return value === true ? [flag] : [flag, pasted(String(value))];
  });
  // `npm start --` with nothing behind it.
  return words.length === 0 ? command.replace(/ --$/u, "") : [command, ...words].join(" ");
}

/** An address with a name, a password or a token in it: a hint is copied to where others read it. */
function holdsSecret(value: string | number | true): boolean {
  return /^[a-z]+:\/\/[^/]*@/iu.test(String(value));
}
