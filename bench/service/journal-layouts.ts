import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { constants, zstdCompressSync } from "node:zlib";

import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { placeEveryEntries } from "../../server/storage/sqlite/linked-frames.ts";
import { TextPattern } from "../../server/storage/sqlite/texts/text-pattern.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder } from "./bench-ledger.ts";

/**
 * What the journal's layouts cost (docs/decisions/0022 and 0039): bytes stored and written and processor time a frame, of the
 * same frames, without scoring and without the service's other tables. The bytes of scores are by lot, because real ones
 * hardly shrink. Vehicles come in another order in each round.
 *
 *     node bench/service/journal-layouts.ts [--vehicles 2000] [--frames 100000] [--commit 500]
 */

const options = {
  vehicles: flag("vehicles", 2_000),
  frames: flag("frames", 100_000),
  commit: flag("commit", 500),
};

interface Frame {
  readonly vehicle: number;
  readonly seq: number;
  readonly timestampUs: number;
  readonly digest: Buffer;
  readonly raw: string;
}

interface Layout {
  readonly name: string;
  readonly tables: string;
  readonly pageBytes?: number;
  readonly write: (database: DatabaseSync) => (frames: readonly Frame[]) => void;
}

const lots = randomBytes(50_000_000);
/** Other bytes for every frame. */
const scoreOf = ({ seq, vehicle }: Frame, bytes: number) => {
  const at = (Math.imul(vehicle * 977 + seq, 2_654_435_761) >>> 0) % (lots.length - bytes);
  return lots.subarray(at, at + bytes);
};
const rotation = Buffer.alloc(72, 1);
const receivedUs = 1_772_352_000_000_000;

const layouts: readonly Layout[] = [
  {
    name: "schema version 8: text, columns, whole score, two indexes",
    tables: `CREATE TABLE frame (position INTEGER PRIMARY KEY, vehicle INTEGER, seq INTEGER, at INTEGER, digest BLOB, received INTEGER,
      rotation BLOB, radar REAL, lidar REAL, confidence REAL, tier TEXT, evidence TEXT, score BLOB, raw TEXT,
      UNIQUE (vehicle, seq), UNIQUE (vehicle, at, digest)) STRICT`,
    write: rows("frame", (frame) => [
      null,
      frame.vehicle,
      frame.seq,
      frame.timestampUs,
      frame.digest,
      receivedUs,
      rotation,
      0.1,
      0.1,
      0.9,
      "NOMINAL",
      null,
      scoreOf(frame, 451),
      frame.raw,
    ]),
  },
  {
    name: "text, score of 64 bytes, one index",
    tables: `CREATE TABLE frame (position INTEGER PRIMARY KEY, vehicle INTEGER, seq INTEGER, score BLOB, raw TEXT,
      UNIQUE (vehicle, seq)) STRICT`,
    write: rows("frame", (frame) => [null, frame.vehicle, frame.seq, scoreOf(frame, 64), frame.raw]),
  },
  ...[true, false].flatMap((hasTimes) =>
    [451, 64].map((bytes) => ({
      name: `text as numbers beside an earlier one, score of ${bytes} bytes, ${hasTimes ? "two indexes" : "no index of times"}`,
      tables: compactTables(hasTimes),
      write: compactRows(bytes),
    })),
  ),
  ...[451, 293, 64].map((bytes) => ({
    name: `the same, found from one another instead of by an index, score of ${bytes} bytes`,
    tables: `CREATE TABLE frame (position INTEGER PRIMARY KEY, vehicle INTEGER, seq INTEGER, at INTEGER, digest INTEGER,
      received INTEGER, evidence TEXT, bytes INTEGER, model INTEGER, text ANY, score BLOB, back INTEGER) STRICT;
      CREATE TABLE place (vehicle INTEGER, seq INTEGER, position INTEGER, PRIMARY KEY (vehicle, seq)) WITHOUT ROWID;`,
    write: linkedRows(bytes),
  })),
  {
    name: "numbers, score of 64 bytes, no index of times, with pages of 4 KiB",
    tables: compactTables(false),
    pageBytes: 4096,
    write: compactRows(64),
  },
  ...[false, true].map((isPacked) => ({
    name: `one blob a commit, score of 64 bytes, no index${isPacked ? ", zstd-1" : ""}`,
    tables: "CREATE TABLE segment (position INTEGER PRIMARY KEY, frames BLOB) STRICT",
    write: segments(isPacked),
  })),
];

const folder = mkdtempSync(join(cacheFolder(), "layouts-"));
try {
  const commits = commitsOf(options);
  console.log(JSON.stringify({ ...runStamp(), options }));
  console.table(layouts.map((layout, at) => measure(layout, commits, join(folder, `${at}.db`))));
} finally {
  rmSync(folder, { recursive: true });
}

function measure(layout: Layout, commits: readonly (readonly Frame[])[], path: string) {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA page_size = ${layout.pageBytes ?? 8192}`);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 2048");
  database.exec("PRAGMA cache_size = -65536; PRAGMA secure_delete = ON");
  database.exec(layout.tables);
  const write = layout.write(database);
  const before = { cpu: process.cpuUsage(), written: writtenBytes() };
  for (const frames of commits) {
    database.exec("BEGIN IMMEDIATE");
    write(frames);
    database.exec("COMMIT");
  }
  const { user, system } = process.cpuUsage(before.cpu);
  database.close();
  return {
    layout: layout.name,
    "CPU µs": Number(((user + system) / options.frames).toFixed(1)),
    "stored B": Math.round(statSync(path).size / options.frames),
    "written B": Math.round((writtenBytes() - before.written) / options.frames),
  };
}

function rows(table: string, valuesOf: (frame: Frame) => SQLInputValue[]): Layout["write"] {
  return (database) => {
    const places = valuesOf({ vehicle: 0, seq: 0, timestampUs: 0, digest: Buffer.alloc(0), raw: "" }).map(
      () => "?",
    );
    const add = database.prepare(`INSERT INTO ${table} VALUES (${places.join(", ")})`);
    return (frames) => frames.forEach((frame) => add.run(...valuesOf(frame)));
  };
}

function compactTables(hasTimes: boolean): string {
  return `CREATE TABLE frame (position INTEGER PRIMARY KEY, vehicle INTEGER, seq INTEGER, at INTEGER, digest INTEGER, received INTEGER,
    tier TEXT, evidence TEXT, bytes INTEGER, model INTEGER, text ANY, score BLOB, UNIQUE (vehicle, seq)) STRICT;
    ${hasTimes ? "CREATE INDEX frame_by_time ON frame (vehicle, at, digest)" : ""}`;
}

/** Without the row of a vehicle, which says where its newest frame is and is written anyway. */
function linkedRows(scoreBytes: number): Layout["write"] {
  return (database) => {
    const numbered = compactValues(scoreBytes);
    const add = database.prepare("INSERT INTO frame VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const keepPlace = database.prepare("INSERT INTO place VALUES (?, ?, ?)");
    const ends = new Map<number, number>();
    let position = 0;
    return (frames) => {
      for (const frame of frames) {
        const { vehicle, seq } = frame;
        position += 1;
        const values = numbered(frame);
        const before = ends.get(vehicle);
        ends.set(vehicle, position);
        // Without the tier, which the score says.
        add.run(
          position,
          ...values.slice(1, 6),
          ...values.slice(7),
          before === undefined ? null : position - before,
        );
        if (seq % placeEveryEntries === 0) keepPlace.run(vehicle, seq, position);
      }
    };
  };
}

function compactRows(scoreBytes: number): Layout["write"] {
  return rows("frame", compactValues(scoreBytes));
}

function compactValues(scoreBytes: number): (frame: Frame) => SQLInputValue[] {
  const models = new Map<number, { readonly seq: number; readonly pattern: TextPattern }>();
  return (frame) => {
    const { vehicle, seq, timestampUs, raw } = frame;
    const model = models.get(vehicle);
    const numbers =
      model !== undefined && seq - model.seq < 256 ? model.pattern.numbersIn(raw, timestampUs) : null;
    if (numbers === null) models.set(vehicle, { seq, pattern: new TextPattern(raw) });
    const modelSeq = numbers === null ? null : (model?.seq ?? null);
    const digest = seq === 0 ? 0 : frame.digest.readInt32BE();
    const place: SQLInputValue[] = [
      null,
      vehicle,
      seq,
      timestampUs,
      digest,
      receivedUs,
      "NOMINAL",
      null,
      raw.length,
    ];
    return place.concat([modelSeq, numbers ?? raw, scoreOf(frame, scoreBytes)]);
  };
}

function segments(isPacked: boolean): Layout["write"] {
  return (database) => {
    const add = database.prepare("INSERT INTO segment VALUES (NULL, ?)");
    return (frames) => {
      const bytes = Buffer.concat(frames.flatMap((frame) => [Buffer.from(frame.raw), scoreOf(frame, 64)]));
      add.run(
        isPacked ? zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }) : bytes,
      );
    };
  };
}

function commitsOf({ vehicles, frames, commit }: typeof options): readonly (readonly Frame[])[] {
  const fleet = generateFleet({
    seed: 1,
    vehicles,
    startUs: receivedUs,
    periodS: 1,
    scenario: "nominal_control",
    onsetsWithinS: [0, 1],
  });
  const seqs = new Map<string, number>();
  const keys = new Map<string, number>();
  const all: Frame[] = [];
  for (const frame of fleetFrames(fleet, 0, Math.ceil(frames / vehicles))) {
    const { vehicle_id: id, timestamp } = frame;
    const seq = (seqs.get(id) ?? 0) + 1;
    seqs.set(id, seq);
    if (!keys.has(id)) keys.set(id, keys.size + 1);
    const raw = JSON.stringify(frame);
    const digest = createHash("sha256").update(raw).digest();
    all.push({ vehicle: keys.get(id) ?? 0, seq, timestampUs: Date.parse(timestamp) * 1000, digest, raw });
  }
  // Each round in another order, the same in every run.
  const order = (frame: Frame) =>
    (Math.imul(frame.vehicle, 2_654_435_761) ^ Math.imul(frame.seq, 40_503)) >>> 0;
  const shuffled = all
    .slice(0, frames)
    .sort((one, other) => one.seq - other.seq || order(one) - order(other));
  return Array.from({ length: Math.ceil(frames / commit) }, (_, at) =>
    shuffled.slice(at * commit, (at + 1) * commit),
  );
}

function writtenBytes(): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}

function flag(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}
