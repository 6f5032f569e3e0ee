import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** A Go program of ../go, built; or why it cannot be built here. */
export type BuiltGoTools =
  | { readonly kind: "built"; readonly program: string }
  | { readonly kind: "absent"; readonly reason: string };

/** Needs Go and the modules of ../go/go.mod, which the first build on a machine fetches. */
export function buildGoTools(folder: string, source: "." | "./heart" = "."): BuiltGoTools {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "tools");
  const { status, stderr } = spawnSync("go", ["build", "-o", program, source], {
    cwd: join(import.meta.dirname, "../go"),
    encoding: "utf8",
  });
  if (status === 0) return { kind: "built", program };
  return { kind: "absent", reason: `Go, or a module of go.mod, is not there. ${stderr ?? ""}` };
}
