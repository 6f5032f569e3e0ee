import type { Administration, AdministerOptions } from "../../server/main.ts";
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

/** What could not be opened is told in words, with what to type next. */
export function openOrExplain<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch (fault) {
    throw explainStart(fault, { options: {}, again: "type the same command again" });
  }
}
