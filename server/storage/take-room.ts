import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";

/**
 * Makes a file of this size that is on the disk, and not only promised. Throws the fault of the file system where there is
 * no room for it, or no leave to take it; nothing of it is left then.
 */
export function takeRoom(path: string, bytes: number): void {
  const file = openSync(path, "w", 0o600);
  try {
    let written = 0;
    while (written < bytes) written += writeSync(file, Buffer.alloc(bytes - written, 0xff));
    fsyncSync(file);
  } catch (fault) {
    rmSync(path);
    throw fault;
  } finally {
    closeSync(file);
  }
}
