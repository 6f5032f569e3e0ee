import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
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

/** The compiled engine as a module, for programs of one file: a page, a frozen scorer. */
export function textOfHeart(compiled: Uint8Array): string {
  const text = Buffer.from(compiled).toString("base64");
  return `/** heart.wasm in Base64, written beside it by npm run heart:compile. */\nexport const heartText =\n  "${text}";\n`;
}

if (argv[1] === import.meta.filename) {
  if (!compilerIsHere) {
    process.stderr.write("The compiler is not here: npm ci --prefix core/heart/compiler\n");
    exit(1);
  }
  const heart = join(folder, "..", "heart.wasm");
  compileHeart(heart);
  writeFileSync(join(folder, "..", "heart-text.ts"), textOfHeart(readFileSync(heart)));
}
