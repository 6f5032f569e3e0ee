import type { Import } from "./import-graph.ts";

/** A part of the house, by the beginning of its paths, and what it may import besides itself. */
interface Part {
  readonly name: string;
  readonly paths: readonly string[];
  readonly knows: readonly string[];
}

/** What every adapter stands on; the settings reach it as a value, of which it knows the type. */
const adapterKnows = ["core", "server/app", "server/platform", "server at its root"];

/** docs/decisions/0001 */
const serverDoors = [
  "server/main.ts",
  "server/platform/node-primitives.ts",
  "server/platform/node-scorers.ts",
];

/** ARCHITECTURE.md's arrow. Names that folders had earlier stand beside today's, so that old commits can be measured. */
const parts: readonly Part[] = [
  { name: "core/encoding", paths: ["core/encoding/"], knows: [] },
  { name: "core/contract", paths: ["core/contract/"], knows: ["core/encoding"] },
  { name: "core/scoring", paths: ["core/scoring/"], knows: ["core/encoding"] },
  { name: "core/evidence", paths: ["core/evidence/"], knows: ["core/encoding"] },
  { name: "core/chart-design", paths: ["core/chart-design/"], knows: ["core/encoding", "core/scoring"] },
  { name: "core/scorers", paths: ["core/scorers/"], knows: ["core/encoding", "core/evidence"] },
  {
    name: "core/reports",
    paths: ["core/reports/", "core/paper/"],
    knows: ["core/encoding", "core/evidence", "core/scoring", "core/scorers"],
  },
  {
    name: "core/scenario",
    paths: ["core/scenario/"],
    knows: ["core/encoding", "core/contract", "core/scoring"],
  },
  { name: "simulator", paths: ["simulator/"], knows: ["core"] },
  { name: "clients", paths: ["clients/typescript/"], knows: ["core"] },
  { name: "server/app", paths: ["server/app/"], knows: ["core", "simulator"] },
  { name: "server/http", paths: ["server/http/"], knows: adapterKnows },
  { name: "server/storage", paths: ["server/storage/"], knows: adapterKnows },
  { name: "server/keys", paths: ["server/keys/"], knows: adapterKnows },
  { name: "server/third-parties", paths: ["server/third-parties/", "server/outside/"], knows: adapterKnows },
  { name: "server/reports", paths: ["server/reports/", "server/paper/"], knows: adapterKnows },
  {
    name: "server/administration",
    paths: ["server/administration/"],
    knows: [...adapterKnows, "server/storage", "server/keys", "server/third-parties"],
  },
  {
    name: "server/platform",
    paths: ["server/platform/"],
    knows: ["core", "server/app", "server at its root"],
  },
  { name: "server at its root", paths: ["server/"], knows: ["core", "server", "simulator"] },
  { name: "console", paths: ["console/"], knows: ["core", "clients"] },
  { name: "cli", paths: ["cli/"], knows: ["core", "clients", "simulator", ...serverDoors] },
];

/**
 * Tools that no program imports; the one file that shows the present scoring to the shelf of frozen ones; and what composes
 * the store with the signing keys in the writer's own thread.
 */
const exempt = new Set([
  "core/scorers/freeze.ts",
  "core/scorers/build-scorer.ts",
  "core/scorers/present-scoring.ts",
  "cli/pack-program.ts",
  "server/storage/sqlite/write/writer-thread.ts",
  "server/storage/sqlite/write/keyring-keeper.ts",
]);

/** The imports that go against it. Tests may import what they like, and so may `bench` and `e2e`. */
export function againstArrow(imports: readonly Import[]): readonly Import[] {
  return imports.filter(({ from, to }) => {
    const part = partOf(from);
    return part !== undefined && !exempt.has(from) && !mayImport(part, to);
  });
}

function mayImport(part: Part, to: string): boolean {
  const target = partOf(to);
  if (target === part || part.knows.includes(to)) return true;
  if (target === undefined || to === "server/main.ts") return false;
  return part.knows.some((name) => target.name === name || target.name.startsWith(`${name}/`));
}

function partOf(path: string): Part | undefined {
  return parts.find(({ paths }) => paths.some((beginning) => path.startsWith(beginning)));
}
