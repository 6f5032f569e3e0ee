import { equalBytes } from "../../../encoding/bytes.ts";
import { decodeBytes, encodeBytes } from "./binary-codec.ts";
import type { ByteSink } from "./binary-codec.ts";
import { compactMark, compactScoreCodec } from "./compact-score-codec.ts";
import { wideScoreCodec } from "./wide-score-codec.ts";
import type { Score } from "../score.ts";

/** A score as bytes, some 330 of them with all five channels; `unpackScore` gives back exactly the same numbers. */
export function packScore(score: Score, sink?: ByteSink): Uint8Array {
  return encodeBytes(compactScoreCodec, score, sink);
}

/** Throws RangeError on bytes that `packScore` did not write, today or before. */
export function unpackScore(bytes: Uint8Array): Score {
  return decodeBytes(isCompact(bytes) ? compactScoreCodec : wideScoreCodec, bytes);
}

/** Whether these are the bytes of this very score, in the layout in which they were written. */
export function isPackedScore(score: Score, bytes: Uint8Array, sink?: ByteSink): boolean {
  return equalBytes(encodeBytes(isCompact(bytes) ? compactScoreCodec : wideScoreCodec, score, sink), bytes);
}

function isCompact(bytes: Uint8Array): boolean {
  return bytes[0] === compactMark;
}
