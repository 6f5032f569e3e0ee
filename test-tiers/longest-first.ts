import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Pages first: the files of a worker share a browser until another project's file is next. */
const projects = ["pages", "system"];

/** Files that take long and are too short to come early by their size, the longest first. */
const long = [
  "clients/python/python-client.test.ts",
  "e2e/brokers/brokers.system.ts",
  "clients/python/python-client.system.ts",
  "e2e/console/scenarios.system.ts",
  "e2e/evidence/every-verifier.system.ts",
  "e2e/evidence/same-verdict/same-verdict.system.ts",
  "clients/conformance/scoring/second-implementation.system.ts",
  "e2e/evidence/every-door.system.ts",
  "e2e/console/fleet.system.ts",
];

/**
 * The order of the files of the fast and the system tier, so that no long one is left for one worker at the end: a
 * machine that ran nothing yet knows only how large a file is, and a file of three lines may run all tests of a client.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    return sorted.toSorted(
      (one, other) => projectPlace(one) - projectPlace(other) || longPlace(one) - longPlace(other),
    );
  }
}

function projectPlace({ project }: TestSpecification): number {
  return projects.indexOf(project.name);
}

function longPlace({ moduleId }: TestSpecification): number {
  const place = long.findIndex((path) => moduleId.endsWith(`/${path}`));
  return place === -1 ? long.length : place;
}
