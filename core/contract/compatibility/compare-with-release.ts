import { execFileSync } from "node:child_process";

import { parse } from "yaml";

import type { JsonObject } from "../../encoding/strict-json.ts";
import { openapiDocument } from "../openapi/openapi-document.ts";
import { problemList } from "../openapi/problem-list.ts";
import { breakingChanges, missing } from "./breaking-changes.ts";

/** The two documents that stand in the repository, as a release has them. */
export interface ReleasedContract {
  readonly openapi: string;
  readonly problems: string;
}

/** What in today's contract would break a client of that release, a line each. */
export function compareWithRelease(released: ReleasedContract): readonly string[] {
  const [before, after] = [parse(released.openapi), JSON.parse(JSON.stringify(openapiDocument()))] as [
    JsonObject,
    JsonObject,
  ];
  return [
    ...breakingChanges(before, after, growingEnumerations),
    ...missing(codesIn(released.problems), codesIn(problemList())).map(
      (code) => `the problem ${code} is gone`,
    ),
  ];
}

export function readRelease(tag: string): ReleasedContract {
  const read = (name: string) =>
    execFileSync("git", ["show", `${tag}:core/contract/published/${name}`], {
      cwd: import.meta.dirname,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
  return { openapi: read("openapi.yaml"), problems: read("problems.md") };
}

/** The codes, and the pages by which a problem's `type` names them. */
function codesIn(problems: string): readonly string[] {
  const found = problems.matchAll(/^(?:\| `(\w+)` \||`(\/problems\/[\w-]+)`)/gmu);
  return Array.from(found, ([, code, page]) => code ?? page!);
}

/** `npm run contract:compare -- v1.2.3`: the documents are those of that tag. */
if (import.meta.main) {
  const [tag] = process.argv.slice(2);
  if (tag === undefined) throw new Error("which release? npm run contract:compare -- v1.2.3");
  const breaks = compareWithRelease(readRelease(tag));
  for (const line of breaks) process.stdout.write(`${line}\n`);
  process.stdout.write(`${breaks.length} changes would break a client of ${tag}\n`);
  process.exitCode = breaks.length === 0 ? 0 : 1;
}

/** Enumerations whose values become more in answers: their descriptions, and docs/versions.md, say so. */
const growingEnumerations: readonly string[] = [
  "AuditAction",
  "CustodyAction",
  "CustodyForm",
  "LimitHolder",
  "LimitName",
  "AllowedBecause",
  "DistributionKind",
  "DistributionSource",
  "LimitUnit",
  "ScenarioLevel",
  "ScenarioEventType",
  "ScenarioOrigin",
  "Scope",
];
