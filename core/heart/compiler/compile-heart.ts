import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { argv, exit } from "node:process";

const folder = import.meta.dirname;
const compiler = join(folder, "node_modules", "assemblyscript", "bin", "asc.js");

/** Where the engine's compiler would be; it is no package of the program's own. */
export const compilerIsHere = existsSync(compiler);

/** Compiles the engine to a file. The same sources and compiler give the same bytes on every machine. */
export function compileHeart(out: string): void {
  const options = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--memoryBase", "65536"];
  execFileSync(
    process.execPath,
    [compiler, "heart.ts", ...options, "--initialMemory", "2", "--outFile", out],
    {
      cwd: join(folder, "..", "engine"),
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
}

if (argv[1] === import.meta.filename) {
  if (!compilerIsHere) {
    process.stderr.write("The compiler is not here: npm ci --prefix core/heart/compiler\n");
    exit(1);
  }
  compileHeart(join(folder, "..", "heart.wasm"));
}
