import type { DatabaseSync } from "node:sqlite";

import { setMetaValue } from "../meta-value.ts";

/** Of a version that never was. */
export const earlierScoring = "0.9.0-0123456789abcdef";

/** Leaves a database as an earlier scoring would, whose states and scores nobody can read any more. */
export function ageScoring(database: DatabaseSync): void {
  setMetaValue(database, "scoring", earlierScoring);
  database.exec(`
    UPDATE snapshot SET scoring = '${earlierScoring}', state = x'00';
    UPDATE anchor SET scoring = '${earlierScoring}', state = x'00';
    UPDATE frame SET score = substr(score, 1, 20);
    UPDATE vehicle SET tier = 'CAUTION', health_score = 12.5;
    DELETE FROM taught_noise;`);
}
