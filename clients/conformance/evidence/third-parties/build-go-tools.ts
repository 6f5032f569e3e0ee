import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** The Go program of ../go, built; or why it cannot be built here. */
export type BuiltGoTools =
  | { readonly kind: "built"; readonly program: string }
  | { readonly kind: "absent"; readonly reason: string };

/** Needs Go and its module golang.org/x/mod, which the first build on a machine fetches. */
export function buildGoTools(folder: string): BuiltGoTools {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "tools");
  const { status, stderr } = spawnSync("go", ["build", "-o", program, "."], {
    cwd: join(import.meta.dirname, "../go"),
    encoding: "utf8",
  });
  if (status === 0) return { kind: "built", program };
  return { kind: "absent", reason: `Go, or its module golang.org/x/mod, is not there. ${stderr ?? ""}` };
}
