import { equalBytes } from "../../../encoding/bytes.ts";
import { decodeBytes, encodeBytes } from "./binary-codec.ts";
import type { ByteSink, Codec } from "./binary-codec.ts";
import { compactMark, compactScoreCodec } from "./compact-score-codec.ts";
import { statedMark, statedScoreCodec } from "./stated-score-codec.ts";
import { wideScoreCodec } from "./wide-score-codec.ts";
import type { Score } from "../score.ts";

/** A score as bytes, some 120 of them with all five channels; `unpackScore` gives back exactly the same numbers. */
export function packScore(score: Score, sink?: ByteSink): Uint8Array {
  return encodeBytes(statedScoreCodec, score, sink);
}

/** Throws RangeError on bytes that `packScore` did not write, today or before. */
export function unpackScore(bytes: Uint8Array): Score {
  return decodeBytes(layoutOf(bytes), bytes);
}

/** Whether these are the bytes of this very score, in the layout in which they were written. */
export function isPackedScore(score: Score, bytes: Uint8Array, sink?: ByteSink): boolean {
  return equalBytes(encodeBytes(layoutOf(bytes), score, sink), bytes);
}

/** Whether the score that stands there has today's layout. */
export function isStated(bytes: Uint8Array, from = 0): boolean {
  return bytes[from] === compactMark && bytes[from + 1] === statedMark;
}

function layoutOf(bytes: Uint8Array): Codec<Score> {
  if (bytes[0] !== compactMark) return wideScoreCodec;
  return isStated(bytes) ? statedScoreCodec : compactScoreCodec;
}
