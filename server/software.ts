import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { ownJson } from "./app/own-json.ts";

/** Which code this is: evidence names it, so that a verdict can be traced to the program that gave it. */
export interface Software {
  readonly name: string;
  readonly version: string;
  /** Hex SHA-256 over path and content of every source file that takes part in scoring, evidence and storage. */
  readonly buildSha256: string;
}

const root = join(import.meta.dirname, "..");

/** A packed installation brings what its sources were; in a checkout they are there to be read. */
export function readSoftware(): Software {
  const packed = join(root, "build.json");
  if (existsSync(packed)) return ownJson<Software>(readFileSync(packed));
  const { name, version } = ownJson<Software>(readFileSync(join(root, "package.json")));
  return { name, version, buildSha256: digestSources(["core", "server"]) };
}

/** The text of the scoring method that evidence names by its digest; without the text, the sources that carry it out. */
export function readScoringMethod(): Uint8Array {
  const text = join(root, "docs", "scoring-method.md");
  return existsSync(text) ? readFileSync(text) : Buffer.from(digestSources(["core/scoring"]));
}

function digestSources(folders: readonly string[]): string {
  const digest = createHash("sha256");
  for (const path of folders.flatMap(sourcesIn).sort()) {
    // Lengths keep one file's end from passing as another's beginning.
    const content = readFileSync(join(root, path));
    digest.update(`${path.length} ${path} ${content.length} `).update(content);
  }
  return digest.digest("hex");
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter(
      (path) =>
        /\.(ts|sql)$/.test(path) &&
        !/\.(test|system|release|contract)\.ts$/.test(path) &&
        !path.includes("node_modules"),
    )
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`);
}
