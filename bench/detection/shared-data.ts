import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the evaluation material lies: beside the project, never inside it, because most of it may not be passed on. */
export const sharedData = join(import.meta.dirname, "../../../shared/data");

export function hasSharedData(folder: string): boolean {
  return existsSync(join(sharedData, folder));
}
