import { fromBase64 } from "../../core/encoding/base64.ts";
import type { GivenFile } from "./given-file.ts";

/** The files this very page carries: an archive puts its own into the copy it ships (core/reports/carry-in-page.ts). */
export function carriedFiles(page: Document): readonly GivenFile[] {
  return Array.from(page.querySelectorAll("script[data-carried]"), (block) => ({
    name: block.getAttribute("data-carried")!,
    // A damaged block is an empty file, which no step passes.
    bytes: fromBase64(block.textContent ?? "") ?? new Uint8Array(),
    origin: "carried" as const,
  }));
}
