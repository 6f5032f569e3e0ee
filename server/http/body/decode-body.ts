import { Refusal } from "../../../core/contract/refusal.ts";
import { headerRefusal, HttpRefusal } from "../answer/http-refusal.ts";
import { type ContentCoding, createDecoder } from "./content-coding.ts";

type Coding = Exclude<ContentCoding, "identity">;
type Decoder = ReturnType<typeof createDecoder>;

/** A body that decodes to more than this times its size is a bomb, once it is over `ratioFreeBytes`. */
const ratioLimit = 200;
const ratioFreeBytes = 1024 * 1024;

/** zstd frames one behind the other are decoded each by a decoder of its own, which costs more than the frame's bytes. */
const stretchesLimit = 10_000;

/** How much came in and out of the decoders so far. */
interface Tally {
  coded: number;
  decoded: number;
}

/**
 * The decoded bytes of a body as they come. gzip may be of several members (RFC 1952 2.2) and zstd of several frames
 * (RFC 8878 3): what follows the end of one has to be another, or a part of the body would be lost without a word.
 */
export async function* decodeBody(
  received: AsyncGenerator<Buffer, void, void>,
  coding: Coding,
): AsyncGenerator<Buffer, void, void> {
  const tally: Tally = { coded: 0, decoded: 0 };
  let rest: Buffer | null = null;
  for (let stretch = 0; stretch === 0 || rest !== null; stretch += 1) {
    if (stretch === stretchesLimit) throw damaged(coding);
    rest = yield* decodeStretch({ first: rest, received }, coding, tally);
  }
}

interface Coded {
  /** What the decoder before left. */
  readonly first: Buffer | null;
  readonly received: AsyncGenerator<Buffer, void, void>;
}

/** As far as one decoder goes; what it leaves is for the next. Null at the end of the body. */
async function* decodeStretch(
  coded: Coded,
  coding: Coding,
  tally: Tally,
): AsyncGenerator<Buffer, Buffer | null, void> {
  const decoder = createDecoder(coding);
  const feeding = feed(decoder, coded);
  // A fault of the sender reaches the loop below through the decoder; here it must only not go unhandled.
  feeding.catch((fault: Error) => decoder.destroy(fault));
  try {
    const pieces: AsyncIterable<Buffer> = decoder;
    for await (const piece of pieces) {
      tally.decoded += piece.length;
      const limit = ratioLimit * (tally.coded + decoder.bytesWritten);
      if (tally.decoded > ratioFreeBytes && tally.decoded > limit) throw bomb();
      yield piece;
    }
    const rest = await feeding;
    tally.coded += decoder.bytesWritten;
    return rest;
  } catch (fault) {
    throw isOfDecoder(fault) ? damaged(coding) : fault;
  } finally {
    decoder.destroy();
  }
}

/** One piece at a time, so that what a decoder leaves when it is at its end is the end of that piece. */
async function feed(decoder: Decoder, { first, received }: Coded): Promise<Buffer | null> {
  const closed = closingOf(decoder);
  let fed = 0;
  for (let piece = first; ; piece = null) {
    piece ??= (await received.next()).value ?? null;
    if (piece === null) {
      decoder.end();
      return null;
    }
    fed += piece.length;
    await Promise.race([written(decoder, piece), closed]);
    const left = fed - decoder.bytesWritten;
    if (left > 0) return piece.subarray(piece.length - left);
    if (decoder.destroyed) return null;
  }
}

/** Resolves when nobody reads from the decoder any more: it is at its end, or there was a fault. */
function closingOf(decoder: Decoder): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  decoder.once("end", resolve).once("close", resolve);
  return promise;
}

/** Whoever reads from the decoder hears what is wrong. */
function written(decoder: Decoder, piece: Buffer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  decoder.write(piece, () => resolve());
  return promise;
}

/** Node names by a code what it cannot decode; who sends has no such faults. */
function isOfDecoder(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && !(fault instanceof Refusal);
}

function damaged(coding: Coding): HttpRefusal {
  return headerRefusal(
    "content_coding_damaged",
    "content-encoding",
    `The body does not decode as ${coding}.`,
  );
}

function bomb(): HttpRefusal {
  return new HttpRefusal(
    "decompression_ratio_exceeded",
    `The body decompresses to more than ${ratioLimit} times its size.`,
  );
}
