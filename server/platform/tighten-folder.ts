import { chmodSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { codeOf } from "./fault.ts";

const othersMayDoAnything = 0o077;
const sticky = 0o1000;

/**
 * Closes a data folder that others can enter, and the files of the store in it: frames and evidence are as confidential
 * as the keys. Gives the mode the folder had, or null where nothing was open. Throws, in words, where it is not ours to
 * close: a folder that holds other things too, one shared by everybody, or another owner's.
 */
export function tightenFolder(path: string): string | null {
  // Windows has no such bits and reports them all.
  if (process.platform === "win32") return null;
  const folder = resolve(path);
  const { mode } = statSync(folder);
  const names = readdirSync(folder);
  if ((mode & othersMayDoAnything) === 0) return null;
  const isOurs = names.length === 0 || names.includes("plumbline.db");
  const bits = (mode & 0o7777).toString(8);
  if (!isOurs || (mode & sticky) !== 0) {
    throw new Error(
      `${folder} can be entered by others (mode ${bits}) and is not a folder of this service alone. Name one that is, or a new one: --data-dir (PLUMBLINE_DATA_DIR).`,
    );
  }
  for (const name of names.filter(isOfStore)) closeToOthers(join(folder, name));
  closeToOthers(folder);
  return bits;
}

/** The database with what SQLite puts beside it, the lock and the mark. Keys have a folder and a rule of their own. */
function isOfStore(name: string): boolean {
  return /^(plumbline\.db|writer\.lock|log-high-water-mark)(-\w+)?$/.test(name);
}

function closeToOthers(path: string): void {
  const { mode } = statSync(path);
  if ((mode & othersMayDoAnything) === 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (fault) {
    // Whoever examines a copy that cannot be written does no harm to it.
    if (codeOf(fault) === "EROFS") return;
    const bits = (mode & 0o7777).toString(8);
    throw new Error(
      `${path} can be read by others (mode ${bits}) and belongs to another user. Let its owner run: chmod go-rwx ${path}`,
      { cause: fault },
    );
  }
}
