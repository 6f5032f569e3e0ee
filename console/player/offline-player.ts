import type { Plugin } from "vite";
import { oneFilePage } from "../one-file/one-file-page.ts";

/** The player in one file, `player.html`: a place is left in it for the scenario it plays (carry-scenario.ts). */
export function offlinePlayer(): Plugin {
  return oneFilePage({ name: "offline-player", root: import.meta.dirname, page: "player.html" });
}
