import { type Role, roleOf } from "./given-file.ts";
import type { OfferedFile } from "./take-files.ts";
import { isZip, unpackArchive } from "./unpack-archive.ts";

/** Frames files beyond this are for the command line: a page holds every byte several times. */
const maxFileBytes = 256 * 1024 * 1024;
/** Of a larger one only its beginning is read, to say what it was meant to be. */
const beginningBytes = 64 * 1024;

/** Reads files one by one. Never rejects: a file that cannot be read is offered with the reason. */
export async function offerFiles(files: readonly (File | Folder)[]): Promise<readonly OfferedFile[]> {
  return (await Promise.all(files.map(offer))).flatMap(openArchive);
}

/** A folder that was dropped; the page cannot look into it. */
export interface Folder {
  readonly folder: string;
}

/** What is judged stands in the archive's place. */
function openArchive(file: OfferedFile): readonly OfferedFile[] {
  if (!("bytes" in file) || !isZip(file.bytes)) return [file];
  const { name } = file;
  const unpacked = unpackArchive(file.bytes);
  if (unpacked.kind === "not_unpacked") return [{ name, why: unpacked.why, role: null }];
  const files = Object.values(unpacked.files);
  return files.length === 0
    ? [{ name, why: "it is a zip archive without evidence: no bundle.json, no frames.ndjson", role: null }]
    : files;
}

async function offer(file: File | Folder): Promise<OfferedFile> {
  if ("folder" in file) {
    return { name: file.folder, why: "it is a folder: give the files in it", role: null };
  }
  const { name, size } = file;
  try {
    if (size > maxFileBytes) return await tooLarge(file);
    return { name, bytes: new Uint8Array(await file.arrayBuffer()), origin: "given" };
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    return { name, why: `it cannot be read (${size} bytes): ${reason}`, role: null };
  }
}

async function tooLarge(file: File): Promise<OfferedFile> {
  const beginning = new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer());
  const role = roleOf({ name: file.name, bytes: beginning });
  return { name: file.name, why: `it has ${file.size} bytes; ${limitOf(role)}`, role };
}

/** Bundle and keyring are bounded for every verifier (core/evidence), frames for this page. */
function limitOf(role: Role | null): string {
  switch (role) {
    case "bundle":
      return "the bundle is larger than 16 MiB";
    case "keyring":
      return "the keyring file is larger than 16 MiB";
    case "frames":
      return "this page takes at most 256 MiB: check it with plumbline evidence verify";
    case "trust":
    case null:
      return "this page takes at most 256 MiB";
  }
}

/** What a drop holds: files, and folders by name. Must be called while the event is being handled. */
export function droppedIn(transfer: DataTransfer | null): readonly (File | Folder)[] {
  const entries = [...(transfer?.items ?? [])].filter(({ kind }) => kind === "file");
  return entries.flatMap((item): readonly (File | Folder)[] => {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory === true) return [{ folder: entry.name }];
    const file = item.getAsFile();
    return file === null ? [] : [file];
  });
}
