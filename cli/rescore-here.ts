import { rescorer } from "../core/evidence/rescore.ts";
import { presentScoring } from "../core/paper/present-scoring.ts";

/** Recomputes the scoring of a bundle with the scoring of this program. */
export const rescoreHere = rescorer(presentScoring);
