import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Enclosures } from "../../core/reports/archive/archive-files.ts";

const root = join(import.meta.dirname, "..", "..");

/** The texts every archive of this installation encloses. Without a built console there is no offline verifier. */
export function readEnclosures(): Enclosures {
  const folder = join(root, "core", "reports", "archive", "enclosures");
  const page = join(root, "console", "dist", "verify.html");
  return {
    readme: readFileSync(join(folder, "README.txt"), "utf8"),
    certification: readFileSync(join(folder, "certification-fre-902.txt"), "utf8"),
    verifyScript: readFileSync(join(folder, "VERIFY.sh"), "utf8"),
    verifierPage: existsSync(page) ? readFileSync(page, "utf8") : null,
  };
}
