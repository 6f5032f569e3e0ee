import type { Administration, AdministerOptions } from "../server/administer.ts";
import { explainStart } from "./start-service.ts";

/** Opens the data folder for an operator, does one thing with it and closes it again. */
export async function withAdministration<Result>(
  options: AdministerOptions,
  act: (administration: Administration) => Result | Promise<Result>,
): Promise<Result> {
  const { administer } = await import("../server/main.ts");
  const administration = open(() => administer(options));
  try {
    return await act(administration);
  } finally {
    administration.close();
  }
}

function open(administer: () => Administration): Administration {
  try {
    return administer();
  } catch (fault) {
    throw explainStart(fault, { options: {}, again: "the same command" });
  }
}
