import { existsSync, rmSync } from "node:fs";

import { takeRoom } from "./take-room.ts";

/** SQLite's index of the write-ahead log takes 32 KiB before anything can be read; the rest is for the file system. */
const reserveBytes = 256 * 1024;

/**
 * Room that a data folder keeps for itself, so that it can still be opened, and read, once the disk is full. It is spent
 * by a start that finds no room, and made up for before anything is written again.
 */
export class StartReserve {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** False where there is nothing left to spend. */
  spend(): boolean {
    if (!existsSync(this.#path)) return false;
    rmSync(this.#path);
    return true;
  }

  /** Throws the fault of the file system where there is no room for it. */
  keep(): void {
    if (existsSync(this.#path)) return;
    takeRoom(this.#path, reserveBytes);
  }
}
