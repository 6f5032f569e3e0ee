import { zipSync, type Zippable } from "fflate";

export interface ArchiveFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isExecutable?: true;
}

const unix = 3;
const fileMode = 0o100_644;
const programMode = 0o100_755;

/** A zip of these files in this order, all in one folder. The same files give the same bytes, wherever and whenever. */
export function zipArchive(folder: string, files: readonly ArchiveFile[]): Uint8Array {
  // Local time is what zip knows; the first day it knows is written alike in every time zone.
  const fixedTime = new Date(1980, 0, 1);
  const zippable: Zippable = {};
  for (const { name, bytes, isExecutable } of files) {
    const mode = isExecutable === true ? programMode : fileMode;
    zippable[`${folder}/${name}`] = [bytes, { mtime: fixedTime, os: unix, attrs: mode * 0x1_0000, level: 6 }];
  }
  return zipSync(zippable);
}
