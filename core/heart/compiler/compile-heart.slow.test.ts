import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { compileHeart, compilerIsHere } from "./compile-heart.ts";

test("heart.wasm is what the compiler makes of the engine's sources, and imports nothing", (context) => {
  if (!compilerIsHere) context.skip("the compiler is not here: npm ci --prefix core/heart/compiler");
  const folder = mkdtempSync(join(tmpdir(), "heart-"));
  try {
    compileHeart(join(folder, "heart.wasm"));
    const kept = readFileSync(join(import.meta.dirname, "..", "heart.wasm"));
    expect(
      readFileSync(join(folder, "heart.wasm")).equals(kept),
      "npm run heart:compile writes heart.wasm anew",
    ).toBe(true);
    expect(WebAssembly.Module.imports(new WebAssembly.Module(kept))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
