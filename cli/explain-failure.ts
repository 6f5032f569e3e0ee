import {
  APIAbortError,
  AuthenticationError,
  APIConnectionError,
  NotFoundError,
  APIError,
  UnexpectedAnswerError,
} from "../clients/typescript/errors.ts";
import { describeKey, type ServiceOptions } from "./connect.ts";
import { CommandFailure, exitCodes, typed } from "./exit-codes.ts";
import { printableLine } from "./terminal/printable.ts";
import { StoppedByUser } from "./terminal/terminal.ts";

/** Any error as what a person needs: what happened, what to do next, and the exit code. */
export function explainFailure(
  error: unknown,
  typedOptions: ServiceOptions & { readonly to?: string } = {},
): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof APIAbortError) return explainFailure(error.cause, typedOptions);
  if (!(error instanceof Error)) return unexpected(String(error));
  if (error instanceof StoppedByUser) {
    return new CommandFailure(
      exitCodes.failed,
      error.message,
      "type the same command again; nothing is counted twice",
    );
  }
  return explainAnswer(error, typedOptions) ?? explainFile(error) ?? unexpected(error.stack ?? error.message);
}

/** Null when it came from no service. */
function explainAnswer(
  error: Error,
  typedOptions: ServiceOptions & { readonly to?: string },
): CommandFailure | null {
  if (error instanceof APIConnectionError) {
    return new CommandFailure(
      exitCodes.unreachable,
      error.message,
      `start a service with: ${typed("serve --dev")} (or name another one with --url)`,
    );
  }
  if (error instanceof UnexpectedAnswerError) {
    return new CommandFailure(
      exitCodes.unreachable,
      error.message,
      "check the address: --url http://HOST:PORT",
    );
  }
  if (!(error instanceof APIError)) return null;
  if (error instanceof AuthenticationError) {
    const message = `${problemText(error)}\n  ${describeKey(typedOptions)}`;
    return new CommandFailure(exitCodes.refused, message, nextAfter(error));
  }
  const next = error instanceof NotFoundError ? nextAfterNothing(error) : nextAfter(error);
  return new CommandFailure(exitCodes.refused, problemText(error), next);
}

/** Null when it is about no file. */
function explainFile(error: Error): CommandFailure | null {
  if (isMissingFile(error)) {
    return new CommandFailure(
      exitCodes.failed,
      `${error.path} cannot be read: ${error.code}`,
      "check the file's name",
    );
  }
  // Reading a folder fails without saying which.
  return "code" in error && error.code === "EISDIR"
    ? new CommandFailure(exitCodes.failed, "a folder was named where a file is needed", "name a file")
    : null;
}

function unexpected(message: string): CommandFailure {
  return new CommandFailure(exitCodes.failed, message, `see what is wrong with: ${typed("doctor")}`);
}

function problemText(error: APIError): string {
  const faults = error.errors.map(
    (fault) => `\n  ${printableLine(placeOf(fault))}: ${printableLine(fault.detail)}`,
  );
  return `${printableLine(error.message)}${faults.join("")} (${placesOf(error).join(", ")})`;
}

/** By what a refusal is found again; what is not the service gives neither. */
function placesOf({ code, requestId, status }: APIError): readonly string[] {
  const request = requestId === null ? [] : [`request ${printableLine(requestId)}`];
  return [printableLine(code ?? `status ${status}`), ...request];
}

function placeOf(fault: APIError["errors"][number]): string {
  if ("header" in fault && fault.header !== undefined) return `header ${fault.header}`;
  if ("parameter" in fault && fault.parameter !== undefined) return `parameter ${fault.parameter}`;
  return fault.pointer === undefined || fault.pointer === "" ? "the body" : fault.pointer;
}

function nextAfterNothing({ code }: NotFoundError): string {
  if (code === "vehicle_not_found") return `see which vehicles there are: ${typed("fleet")}`;
  if (code === "evidence_not_found") return `see which evidence there is: ${typed("evidence list")}`;
  if (code === "export_not_of_level") {
    return `take a format named above; to draw a concrete scenario from a logical one: ${typed("scenario sample ID")}`;
  }
  return "check the name, and that --url and --key are of the organisation it belongs to";
}

/** A key made in another folder than the service's is one it does not know. */
const itsFolder = "the folder of that service; the demo's is .plumbline/demo";

function nextAfter(error: APIError): string {
  if (error instanceof AuthenticationError) {
    return `make a key with: ${typed("keys create --org ORG --name NAME --preset engineer --data-dir DATA_FOLDER")} (${itsFolder}), then set NADIR_API_KEY or give --key`;
  }
  if (error.code === "insufficient_scope") {
    return `make a key with the scope named above: ${typed("keys create --org ORG --name NAME --scope SCOPE --data-dir DATA_FOLDER")} (${itsFolder})`;
  }
  if (error.code === "fleet_not_allowed") {
    return "name a fleet the key is for, or use a key that is for this one";
  }
  return error.problem === null
    ? "check the address (--url), and what stands between this machine and the service"
    : `read ${printableLine(error.problem.type)} of the service for cause and fix`;
}

interface FileError extends Error {
  readonly code: string;
  readonly path: string;
}

function isMissingFile(error: Error): error is FileError {
  return "code" in error && "path" in error && typeof error.path === "string";
}
