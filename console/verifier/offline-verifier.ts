import type { Plugin } from "vite";
import { oneFilePage } from "../one-file/one-file-page.ts";

/** The offline verifier, `verify.html`. Its script makes modules of the frozen scorers it carries (main.ts). */
export function offlineVerifier(): Plugin {
  return oneFilePage({
    name: "offline-verifier",
    root: import.meta.dirname,
    page: "verify.html",
    furtherScripts: "blob:",
  });
}
