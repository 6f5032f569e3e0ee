import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** Keeps the text of a scoring method under its digest, for as long as the evidence that names it. */
export function keepSpecification(database: DatabaseSync, text: Uint8Array, atUs: number): void {
  database
    .prepare("INSERT OR IGNORE INTO specification (sha256, text, stored_us) VALUES (?, ?, ?)")
    .run(hash("sha256", text), text, atUs);
}
