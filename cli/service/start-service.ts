import type { RunningService, ServeOptions } from "../../server/main.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";

/** Starts the service in this process. The server is loaded only now: no other command should wait for it. */
export async function startService(
  options: ServeOptions,
  hint: { readonly again: string },
): Promise<RunningService> {
  const { serve } = await import("../../server/main.ts");
  try {
    return await serve(options);
  } catch (fault) {
    throw explainStart(fault, { options, ...hint });
  }
}

/** What a person can do about a service that does not start. */
export function explainStart(
  fault: unknown,
  { options, again }: { readonly options: ServeOptions; readonly again: string },
): CommandFailure {
  if (!(fault instanceof Error)) throw fault;
  if (fault.name === "ConfigError") {
    return new CommandFailure(exitCodes.usage, fault.message, `correct these settings, then: ${again}`);
  }
  if (isPortTaken(fault)) {
    const port = Number(options.port ?? 8000);
    return new CommandFailure(
      exitCodes.failed,
      `port ${port} of ${options.host ?? "127.0.0.1"} is taken by another program`,
      `${again} --port ${port + 1}`,
    );
  }
  return new CommandFailure(
    exitCodes.failed,
    fault.message,
    `${again} --data-dir OTHER_FOLDER, or look for what is wrong: ${typed("doctor")}`,
  );
}

function isPortTaken(fault: Error): boolean {
  const { cause } = fault;
  return cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
}
