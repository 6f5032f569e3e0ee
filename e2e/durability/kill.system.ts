import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { nameScoring } from "../../server/app/journal/name-scoring.ts";
import { verifyStates } from "../../server/app/journal/verify-states.ts";
import { openForReading } from "../../server/storage/sqlite/open-database.ts";
import { examineStoredLog } from "../../server/log-for-tests.ts";
import { SqliteAudit } from "../../server/storage/sqlite/audit/sqlite-audit.ts";
import {
  digestOf,
  faultStep,
  hammerVehicleId,
  scoreSpace,
  seeded,
  stepsOf,
  timestampUsOf,
  type HammerPlan,
} from "./hammered-ledger.ts";

/**
 * SIGKILL at random moments under load, restart on the same data, again and again. What must hold afterwards: what
 * was acknowledged is stored, what is stored was sent, each frame once; every state and score equals a fold of the
 * journal; the database is sound. `KILLS=2000 npm run test:system -- e2e/durability/kill` for longer runs.
 */
const kills = Number(process.env["KILLS"] ?? 14);
const clients = 12;
const program = join(import.meta.dirname, "hammered-ledger.ts");

/** Data folders hammered side by side: most of a cycle is waiting for a process to start. */
const lanes = 2;

test(
  `after ${kills} kills under load nothing acknowledged is lost, nothing is counted twice and every state is its journal's`,
  { timeout: 300_000 + kills * 30_000 },
  async () => {
    await Promise.all(Array.from({ length: lanes }, (_, lane) => hammerLane(lane, Math.ceil(kills / lanes))));
  },
);

async function hammerLane(lane: number, cycles: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-kill-"));
  const dataDir = join(folder, "data");
  const random = seeded(1_000 + lane);
  const known = new Knowledge();
  try {
    const history = known.planFor({ dataDir, seed: 0, resumeOnly: true });
    expect(await live(history, known, {})).toEqual({ wasReady: true, signal: null, status: 0 });
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const plan = known.planFor({ dataDir, seed: cycle * lanes + lane, resumeOnly: false });
      // On a busy machine the first answer may take longer than any fixed time: every second life gets that far.
      const after = cycle % 2 === 0 ? "ready" : "first-answer";
      const ended = await live(plan, known, { kill: { after, withinMs: 20 + random() * 300 } });
      expect(ended).toEqual({ wasReady: true, signal: "SIGKILL", status: null });
    }
    expect(known.acknowledged.size).toBeGreaterThan(clients * faultStep + cycles);
    compare(dataDir, known, { isComplete: false });

    const resumed = await live(known.planFor({ dataDir, seed: 1, resumeOnly: true }), known, {});
    expect(resumed).toEqual({ wasReady: true, signal: null, status: 0 });
    compare(dataDir, known, { isComplete: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the outside was told, over all lives of the process. Frames are `client/step`. */
class Knowledge {
  readonly sent = new Set<string>();
  readonly acknowledged = new Set<string>();
  /** Digest of the answer to each scored step that was acknowledged. */
  readonly answers = new Map<string, string>();
  readonly #unanswered = new Map<string, { client: number; first: number; last: number }>();
  readonly #next = Array.from({ length: clients }, () => 0);

  /** Before anything is killed every vehicle gets a history, so that faults meet an established baseline. */
  constructor() {
    for (let client = 0; client < clients; client += 1) this.hear(`S ${client} 0 ${faultStep - 1}`);
  }

  hear(line: string): void {
    const [what, ...words] = line.split(" ");
    const [client, first, last] = words.map(Number) as [number, number, number];
    const request = `${client}/${first}/${last}`;
    const frames = stepsOf(first, last).map((step) => `${client}/${step}`);
    if (what === "S") {
      for (const frame of frames) this.sent.add(frame);
      this.#unanswered.set(request, { client, first, last });
      this.#next[client] = Math.max(this.#next[client]!, last + 1);
    }
    if (what === "A") {
      for (const frame of frames) this.acknowledged.add(frame);
      this.#unanswered.delete(request);
      const digest = words[3];
      if (digest !== undefined && digest !== "") this.answers.set(scoreSpace(client, first), digest);
    }
  }

  planFor(plan: Omit<HammerPlan, "clients">): HammerPlan {
    const unanswered = [...this.#unanswered.values()];
    return {
      ...plan,
      clients: this.#next.map((next, client) => ({
        next,
        again: unanswered.filter((request) => request.client === client),
      })),
    };
  }
}

/** One life of the process, ended by SIGKILL or by itself. */
async function live(
  plan: HammerPlan,
  known: Knowledge,
  { kill }: { readonly kill?: { readonly after: "ready" | "first-answer"; readonly withinMs: number } },
): Promise<{ wasReady: boolean; signal: string | null; status: number | null }> {
  const planFile = `${plan.dataDir}-plan.json`;
  writeFileSync(planFile, JSON.stringify(plan));
  const child = spawn(process.execPath, [program, planFile], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: `${plan.dataDir}-compiled` },
  });
  let wasReady = false;
  const lines = createInterface({ input: child.stdout });
  let isDoomed = false;
  lines.on("line", (line) => {
    if (line === "ready") wasReady = true;
    else known.hear(line);
    if (isDoomed || kill === undefined || (kill.after === "first-answer" && !line.startsWith("A "))) return;
    isDoomed = true;
    setTimeout(() => child.kill("SIGKILL"), kill.withinMs);
  });
  const exited = new Promise<{ status: number | null; signal: string | null }>((resolve) =>
    child.once("exit", (status, signal) => resolve({ status, signal })),
  );
  await new Promise((resolve) => lines.once("close", resolve));
  return { wasReady, ...(await exited) };
}

/** Holds what is stored against what the outside knows. */
function compare(dataDir: string, known: Knowledge, { isComplete }: { readonly isComplete: boolean }): void {
  const database = openForReading(join(dataDir, "plumbline.db"));
  try {
    const audit = new SqliteAudit(database);
    expect(audit.findDamage()).toEqual([]);
    const stored = storedFrames(database);
    const expected = (frames: ReadonlySet<string>) => [...frames].flatMap(identityOf);
    expect(expected(known.acknowledged).filter((frame) => !stored.has(frame))).toEqual([]);
    const sent = new Set(expected(known.sent));
    expect([...stored].filter((frame) => !sent.has(frame))).toEqual([]);
    if (!isComplete) return;

    expect(stored.size).toBe(sent.size);
    const kept = storedAnswers(database);
    expect([...known.answers].filter(([space, digest]) => kept.get(space) !== digest)).toEqual([]);
    const { differences, entries } = verifyStates({
      audit,
      settings: defaultSettings,
      scoring: nameScoring(defaultSettings),
    });
    expect(differences).toEqual([]);
    expect(entries).toBe(stored.size);
    expectOneEvidencePerBreach(database);
    expect(examineStoredLog(dataDir).faults).toEqual([]);
  } finally {
    database.close();
  }
}

/** `client/step` as the store identifies it; nothing for a step at which the vehicle was silent. */
function identityOf(frame: string): readonly string[] {
  const [client, step] = frame.split("/").map(Number) as [number, number];
  const timestampUs = timestampUsOf(client, step);
  return timestampUs === null ? [] : [`${hammerVehicleId(client)} ${timestampUs}`];
}

function storedFrames(database: DatabaseSync): Set<string> {
  const rows = database
    .prepare(
      "SELECT vehicle_id || ' ' || timestamp_us AS identity FROM frame JOIN vehicle USING (vehicle_key)",
    )
    .all();
  const frames = new Set(rows.map((row) => row["identity"] as string));
  expect(frames.size).toBe(rows.length);
  return frames;
}

function storedAnswers(database: DatabaseSync): Map<string, string> {
  const rows = database.prepare("SELECT space, body FROM answer").all();
  return new Map(rows.map((row) => [row["space"] as string, digestOf(row["body"] as string)]));
}

function expectOneEvidencePerBreach(database: DatabaseSync): void {
  const count = (sql: string) => database.prepare(sql).get()!["count"] as number;
  const evidence = count("SELECT count(*) AS count FROM evidence");
  expect(evidence).toBeGreaterThan(0);
  // A breach has one first bundle and one at each step to a worse tier: none twice, and none that no event tells of.
  const steps = "SELECT DISTINCT vehicle_key, opened_seq, channel, tier FROM evidence";
  expect(count(`SELECT count(*) AS count FROM (${steps})`)).toBe(evidence);
  const named = "SELECT data ->> '$.evidence_id' FROM event";
  expect(
    count(
      `SELECT count(*) AS count FROM evidence WHERE event_id NOT IN (${named} WHERE data ->> '$.evidence_id' IS NOT NULL)`,
    ),
  ).toBe(0);
  const issued = "SELECT event_id FROM evidence";
  expect(count(`SELECT count(*) AS count FROM event WHERE data ->> '$.evidence_id' NOT IN (${issued})`)).toBe(
    0,
  );
  // The keyring and what else is logged besides evidence have leaves of their own.
  const documents = count("SELECT count(*) AS count FROM log_document");
  expect(documents).toBeGreaterThan(0);
  expect(count("SELECT count(*) AS count FROM log_leaf")).toBe(evidence + documents);
}
