import { execFileSync } from "node:child_process";

import { parse } from "yaml";

import type { JsonObject } from "../../encoding/strict-json.ts";
import { publishedFiles } from "../openapi/published-files.ts";
import { breakingChanges, missing } from "./breaking-changes.ts";
import { growingEnumerations } from "./growing-enumerations.ts";

/** The two documents that stand in the repository, as a release has them. */
export interface ReleasedContract {
  readonly openapi: string;
  readonly problems: string;
}

/** What in today's contract would break a client of that release, a line each. */
export function compareWithRelease(released: ReleasedContract, today = todaysContract()): readonly string[] {
  return [
    ...breakingChanges(
      parse(released.openapi) as JsonObject,
      parse(today.openapi) as JsonObject,
      growingEnumerations,
    ),
    ...missing(codesIn(released.problems), codesIn(today.problems)).map(
      (code) => `the problem ${code} is gone`,
    ),
  ];
}

export function todaysContract(): ReleasedContract {
  return {
    openapi: publishedFiles.get("openapi.yaml")!(),
    problems: publishedFiles.get("problems.md")!(),
  };
}

/** The codes, and the pages by which a problem's `type` names them. */
function codesIn(problems: string): readonly string[] {
  return Array.from(
    problems.matchAll(/^(?:\| `(\w+)` \||`(\/problems\/[\w-]+)`)/gmu),
    ([, code, page]) => code ?? page!,
  );
}

/** `npm run contract:compare -- v1.2.3`: the documents are those of that tag. */
function comparedWithTag(tag: string): readonly string[] {
  const read = (name: string) =>
    execFileSync("git", ["show", `${tag}:core/contract/published/${name}`], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
  return compareWithRelease({ openapi: read("openapi.yaml"), problems: read("problems.md") });
}

if (import.meta.main) {
  const [tag] = process.argv.slice(2);
  if (tag === undefined) throw new Error("which release? npm run contract:compare -- v1.2.3");
  const breaks = comparedWithTag(tag);
  process.stdout.write(
    breaks.length === 0
      ? `nothing of ${tag} is taken back\n`
      : `${breaks.join("\n")}\n${breaks.length} would break a client of ${tag}\n`,
  );
  process.exitCode = breaks.length === 0 ? 0 : 1;
}
