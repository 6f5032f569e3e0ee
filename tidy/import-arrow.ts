import type { Import } from "./import-graph.ts";

/** What every adapter stands on. */
const adapter = ["core", "server/app", "server/platform"];

/**
 * ARCHITECTURE.md's arrow: a part, by the beginning of its paths, and what it may import besides itself. A file belongs to
 * the part with the longest beginning; a name without a part of its own stands for all parts below it.
 */
const knows: Readonly<Record<string, readonly string[]>> = {
  "core/sensors": [],
  "core/encoding": ["core/sensors"],
  "core/contract": ["core/encoding", "core/sensors"],
  "core/heart": [],
  "core/scoring": ["core/encoding", "core/heart"],
  "core/evidence": ["core/encoding", "core/sensors"],
  "core/analytics": ["core/chart-design"],
  "core/chart-design": ["core/encoding", "core/scoring"],
  "core/scorers": ["core/encoding", "core/evidence"],
  "core/scorers/present-scoring.ts": ["core/encoding", "core/evidence", "core/scorers", "core/scoring"],
  "core/reports": ["core/encoding", "core/evidence", "core/scoring", "core/scorers", "core/sensors"],
  "core/scenario": ["core/encoding", "core/contract", "core/scoring", "core/sensors"],
  simulator: ["core"],
  "clients/typescript": ["core"],
  console: ["core", "clients", "simulator"],
  // docs/decisions/0001: the command line reaches the server through its composition root.
  cli: [
    "core",
    "clients",
    "simulator",
    "server/main.ts",
    "server/platform/node-primitives.ts",
    "server/platform/node-scorers.ts",
  ],
  "server/app": ["core", "simulator"],
  "server/platform": ["core", "server/app"],
  "server/http": adapter,
  "server/storage": adapter,
  "server/brokers": adapter,
  "server/webhooks": adapter,
  "server/keys": adapter,
  "server/third-parties": adapter,
  "server/reports": adapter,
  // The settings know what each adapter is set by, the types and the rules of its names.
  "server/config.ts": [
    ...adapter,
    "server/http",
    "server/brokers",
    "server/webhooks",
    "server/third-parties",
  ],
  "server/software.ts": ["server/app"],
  // Works on the data folder, beside the service.
  "server/administration": [
    ...adapter,
    "server/config.ts",
    "server/software.ts",
    "server/storage",
    "server/keys",
    "server/third-parties",
  ],
  // The composition root.
  server: ["core", "simulator", "server"],
};

/** Tools that no program imports, and what is composed in the writer's own thread: the store with the signing keys. */
const exempt = new Set([
  "core/contract/openapi/publish.ts",
  "core/contract/compatibility/compare-with-release.ts",
  "core/scorers/freeze.ts",
  "core/scorers/build-scorer.ts",
  "cli/pack-program.ts",
  "server/storage/sqlite/write/openable-writer.ts",
  "server/storage/sqlite/write/keyring-keeper.ts",
]);

/** The imports that go against it. Tests may import what they like, and so may `bench`, `e2e` and `tidy`. */
export function againstArrow(imports: readonly Import[]): readonly Import[] {
  return imports.filter(({ from, to }) => {
    const part = partOf(from);
    return part !== undefined && !exempt.has(from) && !mayImport(part, to);
  });
}

function mayImport(part: string, to: string): boolean {
  const target = partOf(to);
  const isKnown = (known: string) =>
    known === to || known === target || target?.startsWith(`${known}/`) === true;
  return [part, ...knows[part]!].some(isKnown);
}

function partOf(path: string): string | undefined {
  return Object.keys(knows)
    .filter((part) => path === part || path.startsWith(`${part}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}
