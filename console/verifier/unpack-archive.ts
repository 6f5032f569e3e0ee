import { unzipSync } from "fflate";
import type { GivenFile, Role } from "./given-file.ts";

/** An archive's files, or why they cannot be had. */
export type Unpacked =
  | { readonly kind: "unpacked"; readonly files: Readonly<Partial<Record<Role, GivenFile>>> }
  | { readonly kind: "not_unpacked"; readonly why: string };

/**
 * Of all that is taken out of one archive, for a page holds every byte several times. A file larger than its kind may be is
 * for the check to refuse, as at every other door.
 */
const maxUnpackedBytes = 256 * 1024 * 1024;

const rolesByName: ReadonlyMap<string, Role> = new Map([
  ["bundle.json", "bundle"],
  ["frames.ndjson", "frames"],
  ["trust.json", "trust"],
  ["keyring.json", "keyring"],
]);

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Takes what is judged out of an archive; everything else in it is for people and other programs. Never throws. */
export function unpackArchive(archive: Uint8Array): Unpacked {
  const sizes = new Map<string, number>();
  let fault: string | null = null;
  const refuse = (why: string): false => {
    fault ??= why;
    return false;
  };
  try {
    const taken = unzipSync(archive, {
      // Called before anything of an entry is unpacked; no more room is made than it says it needs.
      filter: ({ name, originalSize }) => {
        const base = baseOf(name);
        if (!rolesByName.has(base) || fault !== null) return false;
        if (sizes.has(base)) return refuse(`it holds ${base} twice`);
        sizes.set(base, originalSize);
        const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
        return all <= maxUnpackedBytes || refuse("it unpacks to more than 256 MiB");
      },
    });
    if (fault !== null) return { kind: "not_unpacked", why: fault };
    const files = Object.entries(taken).map(([name, bytes]): readonly [Role, GivenFile] => {
      const base = baseOf(name);
      return [rolesByName.get(base)!, { name: base, bytes, origin: "unpacked" }];
    });
    return { kind: "unpacked", files: Object.fromEntries(files) };
  } catch {
    return { kind: "not_unpacked", why: "it is a zip archive that cannot be unpacked" };
  }
}

function baseOf(name: string): string {
  return name.split("/").at(-1) ?? name;
}
