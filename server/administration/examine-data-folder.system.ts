import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { parseApiKey } from "../../core/contract/api-key.ts";
import { chainAudit } from "../app/audit/chain-audit.ts";
import type { StoredAuditRecord } from "../app/ports/audit.ts";
import { auditColumns } from "../storage/sqlite/read/audit-queries.ts";
import { administer, examineDataFolder, serve } from "../main.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-examined-"));
const sound = join(parent, "sound");
let eventId = "";
afterAll(() => {
  spawnSync("umount", [join(parent, "read-only")]);
  rmSync(parent, { recursive: true, force: true });
});

const headers = { authorization: "Bearer plumb_dev_local", "content-type": "application/json" };

/** Keys by what was done with them. */
const keys = { revoked: "", rotated: "" };

/** A vehicle with a breach, commands, work and evidence that was handed out and held; keys and webhooks. */
beforeAll(async () => {
  const service = await serve({ env: {}, dataDir: sound, port: 0, dev: true, logLevel: "silent" });
  const call = async (path: string, body?: object) => {
    const more = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${service.url}/v1/${path}`, { headers, ...more });
    expect(answer.status, path).toBeLessThan(300);
    return answer;
  };
  const frames = Array.from({ length: 420 }, (_, at) => ({
    vehicle_id: "van-1",
    timestamp: new Date(Date.UTC(2026, 2, 1) + at * 1_000).toISOString(),
    sensors: {
      radar_range_bias_m: (at < 300 ? 0 : 0.8) + 0.02 * Math.sin(at * 12.9898) * Math.cos(at * 3.1),
      lidar_registration_error_m: 0.03 + 0.005 * Math.abs(Math.sin(at * 7.3)),
    },
  }));
  await call("telemetry/ingest", frames.slice(0, 200));
  await call("vehicles/van-1/baseline", { action: "freeze", reason: "before the inspection" });
  await call("telemetry/ingest", frames.slice(200, 400));
  await call("telemetry/ingest", frames.slice(400));
  await call("telemetry/ingest", { ...frames[0], vehicle_id: "other-1" });
  const list = (await (await call("evidence")).json()) as { data: { event_id: string }[] };
  eventId = list.data[0]!.event_id;
  await call(`evidence/${eventId}/bundle`);
  await call(`evidence/${eventId}/legal-hold`, { hold: true, reason: "claim 4711" });
  await call("vehicles/van-1/statements", { reason: "claim 4711" });
  for (const name of ["revoked", "rotated"] as const) {
    const made = await call("keys", { name, scopes: ["fleet:read"] });
    keys[name] = ((await made.json()) as { key: string }).key;
    await call(`keys/${publicIdOf(keys[name])}/${name === "revoked" ? "revoke" : "rotate"}`, {});
  }
  for (const comment of ["seen", "part ordered", "to the workshop"])
    await call("vehicles/van-1/work", { action: "comment", comment });
  await call("vehicles/van-1/work", { action: "assign", assignee: "workshop" });
  await call("vehicles/van-1/work", { action: "undo", entry: 2 });
  for (const name of ["one", "two"])
    await call("webhooks", { url: `http://127.0.0.1:9/${name}`, description: name });
  for (let at = 0; at < 20; at += 1) await call("audit");
  await service.stop();
}, 60_000);

function publicIdOf(key: string): string {
  return parseApiKey(key)?.publicId ?? "";
}

let copies = 0;
/** The sound folder once more, without the triggers that would keep it from being damaged. */
function copyOf(damage: (database: DatabaseSync) => void): string {
  copies += 1;
  const dataDir = join(parent, `copy-${copies}`);
  cpSync(sound, dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, "plumbline.db"), { enableForeignKeyConstraints: false });
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()) {
    database.exec(`DROP TRIGGER ${String(name)}`);
  }
  damage(database);
  database.close();
  return dataDir;
}

async function failuresOf(dataDir: string): Promise<string> {
  const { findings, states } = await examineDataFolder({ env: {}, dataDir, rebuild: true });
  const failed = findings.filter(({ status, what }) => status === "failed" && what !== "secrets");
  const details = (states?.differences ?? []).map(
    ({ vehicleId, seq, what, detail }) => `${vehicleId} entry ${seq} ${what} ${detail}`,
  );
  return [...failed.map(({ what, detail }) => `${what}: ${detail}`), ...details].join("\n");
}

test("in the sound folder nothing is found", async () => {
  expect(await failuresOf(sound)).toBe("");
  expect(
    (await examineDataFolder({ env: {}, dataDir: sound, quick: true })).findings.map(({ status }) => status),
  ).not.toContain("failed");
});

/** Mulberry32 over a name: which row, which place in it and what instead differ by column, and are the same every time. */
function lot(name: string): (below: number) => number {
  let state = Array.from(name).reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One bit, one digit, or the smallest step of a number. */
function damaged(value: unknown, draw: (below: number) => number): unknown {
  if (value instanceof Uint8Array) {
    const bytes = Uint8Array.from(value);
    // A digit where there is one: that is what a reader would not notice.
    const digits = [...bytes.keys()].filter((at) => bytes[at]! >= 48 && bytes[at]! <= 57);
    const isText = digits.length > bytes.length / 20;
    const at = isText ? digits[draw(digits.length)]! : draw(bytes.length);
    bytes[at] = isText ? 48 + ((bytes[at]! - 47) % 10) : bytes[at]! ^ (1 << draw(8));
    return bytes;
  }
  if (typeof value === "string") {
    const digits = [...value.matchAll(/[0-9]/g)].map(({ index }) => index);
    const at = digits.length > 0 ? digits[draw(digits.length)]! : draw(value.length);
    const instead = digits.length > 0 ? String((Number(value[at]) + 1) % 10) : value[at] === "X" ? "Y" : "X";
    return value.slice(0, at) + instead + value.slice(at + 1);
  }
  // Times are written into chains and files to the millisecond.
  if (Number.isInteger(value)) return (value as number) + ((value as number) > 1e12 ? 1_000_000 : 1);
  return (value as number) * 1.001;
}

/** Every column that something else in the folder repeats or leads to, and how the doctor names the place. */
const places: readonly (readonly [table: string, columns: string, named: RegExp])[] = [
  ["frame", "text back like_back timestamp_us sensors_digest score", /van-1/],
  // Newer ones are in no interval yet: nothing repeats when they came.
  ["frame WHERE seq < 300", "received_us", /van-1/],
  ["frame_place", "seq position", /(van|other)-1 entry \d+, table frame_place, position/],
  ["command", "entry received_us", /van-1/],
  ["snapshot", "state", /(van|other)-1 entry \d+ state/],
  ["anchor", "state", /van-1 entry 256 state/],
  [
    "vehicle",
    "vehicle_id entries frames first_received_us last_received_us newest_timestamp_us tier reason health_score " +
      "cusum_triggered probable_fault_source recommended_action radar_drift_mm baseline_state baseline_frames newest_position",
    /(van|other)-[0-9]/,
  ],
  [
    "evidence",
    "event_id seq tier channel side statistic threshold health_score content_digest frame_count bundle frames bundle_sha256 frames_sha256",
    /development van-1 EVB-.*table evidence/,
  ],
  ["log_leaf", "entry", /table log_(leaf|tile)/],
  ["log_tile", "hashes", /table log_tile/],
  ["log_checkpoint", "root note", /table log_checkpoint/],
  ["log_document", "kind envelope", /table log_document/],
  ["custody", "seq event_id action key_id digest", /table custody/],
  ["state_statement", "leaf_index vehicle_key requested_by issued_at_us", /table state_statement/],
  ["interval", "number leaves digest tree", /table interval/],
  ["chain_place", "head", /pre-commitment: the journal of (van|other)-1/],
  ["chain_place", "back", /(van|other)-1 entry \d+, table chain_place, back/],
  ["chain_end", "position", /(van|other)-1 entry 0, table chain_end, position/],
  ["specification", "sha256 text", /table specification/],
];

test.each(
  places.flatMap(([table, columns, named]) => columns.split(" ").map((column) => ({ table, column, named }))),
)("a change in column $column of table $table is found, and named", async ({ table, column, named }) => {
  const draw = lot(`${table}.${column}`);
  const dataDir = copyOf((database) => {
    const rows = database
      .prepare(`SELECT *, ${column} AS value FROM ${table}`)
      .all()
      .filter((row) => row["value"] !== null);
    expect(rows.length, `${table}.${column}`).toBeGreaterThan(0);
    const row = rows[draw(rows.length)]!;
    const after = damaged(row["value"], draw);
    const where = Object.keys(row).filter((name) => name !== "value");
    database
      .prepare(
        `UPDATE ${table.split(" ")[0]} SET ${column} = ? WHERE ${where.map((name) => `${name} IS ?`).join(" AND ")}`,
      )
      .run(after as never, ...(where.map((name) => row[name]) as never[]));
    expect(database.prepare("SELECT changes() AS changed").get()).toEqual({ changed: 1 });
  });
  expect(await failuresOf(dataDir)).toMatch(named);
  rmSync(dataDir, { recursive: true });
});

test.each([
  {
    name: "a frame's text",
    sql: "UPDATE frame SET text = '{' WHERE seq = 17",
    named: /van-1 entry 17, table frame, text: no JSON/,
  },
  {
    name: "a frame's place among the capture times",
    sql: "UPDATE frame SET behind_us = 5 WHERE seq = 17",
    named: /van-1 entry 17, table frame, behind_us/,
  },
  {
    name: "a command",
    sql: "UPDATE command SET entry = '{\"kind\":' ",
    named: /van-1 entry \d+, table command, entry: no JSON/,
  },
  {
    name: "a bundle",
    sql: "UPDATE evidence SET bundle = x'7b'",
    named: /van-1 EVB-\S+, table evidence, bundle/,
  },
  {
    name: "the schema version",
    sql: "PRAGMA user_version = 4711",
    named: /plumbline\.db has schema version 4711/,
  },
  {
    name: "the log's key",
    sql: "UPDATE meta SET value = 'x' WHERE name = 'log_key'",
    named: /table meta: log_key/,
  },
])("$name that cannot be read is named, with and without a rebuild", async ({ sql, named }) => {
  const dataDir = copyOf((database) => database.exec(sql));
  const plain = await examineDataFolder({ env: {}, dataDir });
  expect(
    plain.findings
      .filter(({ status }) => status === "failed")
      .map(({ detail }) => detail)
      .join("\n"),
  ).toMatch(named);
  expect(await failuresOf(dataDir)).toMatch(named.source.includes("JSON") ? /van-1/ : named);
});

test("another key than signed a document is found in it", async () => {
  const dataDir = copyOf((database) =>
    database.exec(
      `UPDATE log_document SET envelope =
         CAST(replace(CAST(envelope AS TEXT), '"keyid":"sha256:', '"keyid":"sha256:0') AS BLOB)`,
    ),
  );
  expect(await failuresOf(dataDir)).toMatch(
    /table log_document: entry \d+ .*not what its entry in the log is of/,
  );
  rmSync(dataDir, { recursive: true });
});

test("what the doctor looks at it leaves as it is, also where nothing can be written", async () => {
  const contentOf = (dataDir: string) =>
    readdirSync(dataDir, { recursive: true, encoding: "utf8" })
      .filter((path) => !/-shm$|-wal$/.test(path) && statSync(join(dataDir, path)).isFile())
      .map((path) => [path, readFileSync(join(dataDir, path)).toString("base64")]);
  const before = contentOf(sound);
  await examineDataFolder({ env: {}, dataDir: sound, rebuild: true });
  expect(contentOf(sound)).toEqual(before);

  const place = join(parent, "read-only");
  mkdirSync(place);
  for (const withLog of [false, true]) {
    const dataDir = copyOf(() => {});
    for (const rest of ["-shm", "-wal"]) rmSync(join(dataDir, `plumbline.db${rest}`), { force: true });
    if (withLog) keepLog(dataDir);
    const isMounted =
      spawnSync("mount", ["--bind", dataDir, place]).status === 0 &&
      spawnSync("mount", ["-o", "remount,ro,bind", place]).status === 0;
    if (!isMounted) return console.warn("no folder is made read-only: it may not be here.");
    const { findings, states } = await examineDataFolder({ env: {}, dataDir: place, rebuild: true });
    expect(findings.filter(({ status, what }) => status === "failed" && what !== "secrets")).toEqual([]);
    // What is only in the log was seen as well.
    expect(states).toMatchObject({ vehicles: 2, differenceCount: 0 });
    expect(findings.some(({ detail }) => detail.includes("(1 rows)"))).toBe(withLog);
    spawnSync("umount", [place]);
  }
});

/** Leaves a write-ahead log behind, as a process that was killed does, with a time beyond the calendar in it. */
function keepLog(dataDir: string): void {
  const program = `const { DatabaseSync } = require("node:sqlite");
    const database = new DatabaseSync(process.argv[1]);
    database.exec("PRAGMA wal_autocheckpoint = 0; UPDATE specification SET stored_us = ${2 ** 60}");
    process.kill(process.pid, "SIGKILL");`;
  spawnSync(process.execPath, ["-e", program, join(dataDir, "plumbline.db")]);
  expect(statSync(join(dataDir, "plumbline.db-wal")).size).toBeGreaterThan(0);
  rmSync(join(dataDir, "plumbline.db-shm"));
}

test("evidence that was damaged is refused at every door and not handed on, and the rest is served", async () => {
  const doors = [
    "bundle",
    "frames",
    "sigstore",
    "archive",
    "report",
    "report.html",
    "report.pdf",
    "redacted?withhold=300",
  ];
  for (const column of ["bundle", "frames"]) {
    const draw = lot(column);
    const dataDir = copyOf((database) => {
      const { value } = database.prepare(`SELECT ${column} AS value FROM evidence`).get()!;
      database.prepare(`UPDATE evidence SET ${column} = ?`).run(damaged(value, draw) as never);
    });
    const service = await serve({ env: {}, dataDir, port: 0, dev: true, logLevel: "silent" });
    const ask = (path: string, more: object = {}) => fetch(`${service.url}/v1/${path}`, { headers, ...more });
    for (const door of doors) {
      const answer = await ask(`evidence/${eventId}/${door}`);
      const isTouched = column === "bundle" || door !== "sigstore";
      expect([column, door, answer.status]).toEqual([column, door, isTouched ? 500 : 200]);
      if (isTouched) {
        expect(await answer.json()).toMatchObject({ type: "/problems/damaged", code: "evidence_damaged" });
      }
    }
    const list = (await (await ask("evidence")).json()) as { data: object[] };
    expect(list.data).toMatchObject([{ event_id: eventId }]);
    expect((await ask("fleet/health-summary")).status).toBe(200);
    expect((await ask(`evidence/${eventId}/custody`)).status).toBe(200);
    await service.stop();
    rmSync(dataDir, { recursive: true });
  }
}, 120_000);

test("a folder that has only API keys so far is sound: its log has not begun", async () => {
  const dataDir = join(parent, "keys-only");
  const administration = administer({ env: {}, dataDir });
  await administration.createKey({ organisation: "acme", name: "ingest", grants: { preset: "ingest" } });
  administration.close();
  const { findings } = await examineDataFolder({ env: {}, dataDir });
  expect(findings.filter(({ status, what }) => status === "failed" && what !== "secrets")).toEqual([]);
});

/** All that governs or proves, and of what an edit does not count: counters, times of last use, and where a delivery begins. */
const governing: Readonly<Record<string, readonly string[]>> = {
  audit_record: [],
  api_key: ["last_used_us", "expiry_announced_days"],
  evidence: [],
  custody: [],
  state_statement: [],
  command: [],
  work_entry: [],
  vehicle_work: [],
  interval: [],
  log_leaf: [],
  log_document: [],
  log_checkpoint: [],
  listed_audit: [],
  row_change: [],
  webhook: ["is_unannounced", "failing_since_us", "last_success_us"],
};

type Draw = (below: number) => number;

/** A random row with its values, as the whole of it names it. */
function drawRow(database: DatabaseSync, table: string, draw: Draw) {
  const rows = database.prepare(`SELECT * FROM ${table}`).all();
  const row = rows[draw(rows.length)]!;
  const where = Object.keys(row).map((name) => `${name} IS ?`);
  return { row, sql: where.join(" AND "), values: Object.values(row) as never[] };
}

function changeRow(database: DatabaseSync, table: string, draw: Draw): string {
  const { row, sql, values } = drawRow(database, table, draw);
  const columns = Object.keys(row).filter((name) => !governing[table]!.includes(name));
  const column = columns[draw(columns.length)]!;
  const before = row[column];
  // What was empty is filled, what was filled is changed or emptied.
  const isEmptied = before !== null && draw(4) === 0 && isNullable(database, table, column);
  const isTime = column.endsWith("_us") || column.endsWith("_seq") || column.endsWith("_by");
  const filled = isTime ? 1_780_000_000_000_000 : "X";
  const after = before === null ? filled : isEmptied ? null : damaged(before, draw);
  try {
    database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${sql}`).run(after as never, ...values);
  } catch {
    // Two rows of one name, or a column of another kind: no edit that SQLite allows.
    return changeRow(database, table, draw);
  }
  return `${table}.${column} of ${JSON.stringify(values).slice(0, 200)}`;
}

function isNullable(database: DatabaseSync, table: string, column: string): boolean {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all();
  return columns.some(({ name, notnull, pk }) => name === column && notnull === 0 && pk === 0);
}

function removeRow(database: DatabaseSync, table: string, draw: Draw): string {
  const { sql, values } = drawRow(database, table, draw);
  database.prepare(`DELETE FROM ${table} WHERE ${sql}`).run(...values);
  return `${table}: ${JSON.stringify(values).slice(0, 200)} removed`;
}

/** The same row again under another name: a key of one's own, a hold that was released. */
function copyRow(database: DatabaseSync, table: string, draw: Draw): string {
  const { row } = drawRow(database, table, draw);
  const info = database.prepare(`PRAGMA table_info(${table})`).all();
  const names = new Set(info.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name)));
  for (const unique of ["public_id", "event_id", "webhook_id", "number"])
    if (unique in row) names.add(unique);
  const another = Object.entries(row).map(([name, value]) => {
    if (!names.has(name) || (name === "organisation" && names.size > 1)) return value;
    return typeof value === "number" ? value + 1_000 + draw(1_000) : `${String(value)}${draw(1_000)}`;
  });
  database
    .prepare(`INSERT INTO ${table} VALUES (${another.map(() => "?").join(", ")})`)
    .run(...(another as never[]));
  return `${table}: ${JSON.stringify(another).slice(0, 200)} added`;
}

/** A record is changed or taken out, and all after it are numbered and chained again, as everybody can. */
function chainAgain(database: DatabaseSync, draw: Draw): string {
  const read = `SELECT ${auditColumns} FROM audit_record WHERE organisation = 'development' ORDER BY seq`;
  const records = database.prepare(read).all() as unknown as StoredAuditRecord[];
  const at = draw(records.length);
  const isRemoved = draw(2) === 0;
  const kept = records.flatMap((record, place) => {
    if (place !== at) return [record];
    return isRemoved ? [] : [{ ...record, subject: "another" }];
  });
  database.exec("DELETE FROM audit_record WHERE organisation = 'development'");
  let end: StoredAuditRecord | null = null;
  for (const { seq: _seq, prev: _prev, digest: _digest, ...entry } of kept) {
    end = chainAudit(entry, end);
    const values = [
      end.organisation,
      end.seq,
      end.atUs,
      end.keyId,
      end.action,
      end.subject,
      end.result,
      end.code,
    ];
    const rest = [end.reason, end.requestId, end.clientAddress, end.count, end.prev, end.digest];
    database
      .prepare("INSERT INTO audit_record VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(...values, ...rest);
  }
  return `audit_record: record ${at + 1} ${isRemoved ? "taken out" : "changed"}, and chained again`;
}

/** One edit of a stopped folder by somebody who has the files and not the keys. */
function editFolder(dataDir: string, draw: Draw): string {
  const tables = Object.keys(governing);
  const table = tables[draw(tables.length)]!;
  const path = join(dataDir, table === "webhook" ? "webhooks.db" : "plumbline.db");
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
    database.exec(`DROP TRIGGER ${String(name)}`);
  try {
    const kind = draw(10);
    if (table === "audit_record" && kind >= 6) return chainAgain(database, draw);
    if (kind < 5) return changeRow(database, table, draw);
    return kind < 8 ? removeRow(database, table, draw) : copyRow(database, table, draw);
  } finally {
    database.close();
  }
}

/** 2,000 of them: PLUMBLINE_TEST_EDITS=2000 (some five minutes). */
const edits = Number(process.env["PLUMBLINE_TEST_EDITS"] ?? 60);

test(`of ${edits} edits of rows that govern or prove at least 99.5 % are found`, async () => {
  const unnoticed: string[] = [];
  const dataDir = join(parent, "edited");
  for (let at = 0; at < edits; at += 1) {
    cpSync(sound, dataDir, { recursive: true });
    const edit = editFolder(dataDir, lot(`edit ${at}`));
    const { findings } = await examineDataFolder({ env: {}, dataDir });
    if (!findings.some(({ status, what }) => status === "failed" && what !== "secrets")) unnoticed.push(edit);
    rmSync(dataDir, { recursive: true });
  }
  expect(unnoticed.slice(0, unnoticed.length <= edits * 0.005 ? 0 : 50)).toEqual([]);
}, 1_200_000);

test("a revoked key that was revived in the file opens nothing, and is named", async () => {
  const publicId = publicIdOf(keys.revoked);
  const withRecords = copyOf((database) => database.exec("UPDATE api_key SET revoked_us = NULL"));
  expect(await failuresOf(withRecords)).toContain(`API keys: ${publicId} of development was revoked`);
  // Also where the records of it were taken off the end of the audit log.
  const without = copyOf((database) => {
    database.exec("UPDATE api_key SET revoked_us = NULL");
    database.exec(
      "DELETE FROM audit_record WHERE seq >= (SELECT min(seq) FROM audit_record WHERE action = 'key.revoke')",
    );
  });
  expect(await failuresOf(without)).toMatch(/audit log: of development, records \d+ to \d+ are missing/);
  expect(await failuresOf(without)).toContain(
    `table api_key ["development","${publicId}"]: is not as it was written`,
  );
  for (const dataDir of [withRecords, without]) {
    const service = await serve({ env: {}, dataDir, port: 0, dev: true, logLevel: "silent" });
    const asked = await fetch(`${service.url}/v1/fleet/health-summary`, {
      headers: { authorization: `Bearer ${keys.revoked}` },
    });
    expect(asked.status).toBe(401);
    await service.stop();
    expect(await failuresOf(dataDir)).toContain(publicId);
    rmSync(dataDir, { recursive: true });
  }
}, 60_000);

test("who has the signing key, too, and not the mark on another disk, signs a log that contradicts the mark", async () => {
  const [mine, forged] = [copyOf(() => {}), copyOf(() => {})];
  for (const dataDir of [mine, forged]) {
    const service = await serve({ env: {}, dataDir, port: 0, dev: true, logLevel: "silent" });
    await fetch(`${service.url}/v1/audit`, { headers });
    await service.stop();
    expect(await failuresOf(dataDir)).toBe("");
  }
  const env = { PLUMBLINE_LOG_MARK_FILE: join(mine, "log-high-water-mark") };
  const { findings } = await examineDataFolder({ env, dataDir: forged });
  expect(findings.filter(({ status }) => status === "failed").map(({ detail }) => detail)).toEqual([
    expect.stringContaining("at size"),
  ]);
});
