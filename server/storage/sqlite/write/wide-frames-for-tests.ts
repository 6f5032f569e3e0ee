import { readFileSync } from "node:fs";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

import { FrameTexts } from "../texts/frame-texts.ts";
import { readingOfRow, type ReadingRow } from "../journal-rows.ts";
import { prepareQuery } from "../prepare-query.ts";
import { sensorsSha256In } from "../../../app/journal/sensors-digest.ts";

/** The table of frames as schema version 8 had it, with the same frames in it. */
export function widenFrames(database: DatabaseSync): void {
  const texts = new FrameTexts();
  const rows = prepareQuery<WideRow>(
    database,
    `SELECT frame.*, model.text AS model FROM frame LEFT JOIN frame AS model
       ON model.vehicle_key = frame.vehicle_key AND model.seq = frame.like_seq ORDER BY frame.position`,
  )
    .all()
    .map((row): WideRow => ({ ...row, raw: texts.read(row["text"], row["model"], row.timestamp_us) }));
  database.exec("DROP TABLE frame");
  database.exec(schemaPart("schema.sql", /CREATE TABLE frame .*?STRICT;/s));
  for (const name of ["frame_is_scored_anew", "frame_goes"]) {
    database.exec(schemaPart("usage-schema.sql", new RegExp(`CREATE TRIGGER ${name} .*?END;`, "s")));
  }
  const add = database.prepare(
    `INSERT INTO frame VALUES (${Array.from({ length: 14 }, () => "?").join(", ")})`,
  );
  for (const row of rows) {
    const { cameraRotation, radarRangeBiasM, lidarRegistrationErrorM, lidarConfidence } = readingOfRow(row);
    add.run(
      row["position"]!,
      row["vehicle_key"]!,
      row["seq"]!,
      row.timestamp_us,
      Buffer.from(sensorsSha256In(row.raw) ?? "", "hex"),
      row["received_us"]!,
      cameraRotation === undefined ? null : new Uint8Array(Float64Array.from(cameraRotation).buffer),
      radarRangeBiasM ?? null,
      lidarRegistrationErrorM ?? null,
      lidarConfidence ?? null,
      row["tier"]!,
      row["evidence_id"]!,
      row["score"]!,
      row.raw,
    );
  }
}

function schemaPart(file: string, part: RegExp): string {
  const found = part.exec(readFileSync(new URL(`../schema/${file}`, import.meta.url), "utf8"));
  if (found === null) throw new Error(`${file} has no ${part}`);
  return found[0];
}

type WideRow = ReadingRow & Readonly<Record<string, SQLOutputValue>>;
