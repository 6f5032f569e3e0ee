import { join } from "node:path";

import { makeFolder } from "../platform/make-folder.ts";
import { tightenFolder } from "../platform/tighten-folder.ts";

/** Where the store's files are in a data folder; keys have a folder of their own beside them. */
export interface DataFolder {
  readonly database: string;
  /** Webhooks and what is on its way to them. */
  readonly webhooks: string;
  /** Held by the one process that writes frames. */
  readonly writerLock: string;
  /** How far the transparency log was signed. */
  readonly logMark: string;
  /** Room for opening the folder on a full disk. */
  readonly reserve: string;
  /** There for moments, while it is tried whether a full disk has room again. */
  readonly triedRoom: string;
}

/** The same, of a folder that is made when it is missing and closed to others when it is open to them. */
export function openDataFolder(path: string): DataFolder {
  makeFolder(path);
  tightenFolder(path);
  return dataFolder(path);
}

/** The paths of a data folder, whether it exists or not. */
export function dataFolder(path: string): DataFolder {
  return {
    database: join(path, "plumbline.db"),
    webhooks: join(path, "webhooks.db"),
    writerLock: join(path, "writer.lock"),
    logMark: join(path, "log-high-water-mark"),
    reserve: join(path, "room-to-start"),
    triedRoom: join(path, "room-to-write"),
  };
}
