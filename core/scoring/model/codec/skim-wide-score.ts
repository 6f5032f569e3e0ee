import { channels } from "../sensors.ts";
import { reasons } from "../score.ts";
import type { SkimmedChannel, SkimmedScore } from "./skimmed-score.ts";
import { tiers } from "../tier.ts";

/** The same of the layout of wide-score-codec.ts. */
export function skimWideScore(bytes: Uint8Array): SkimmedScore {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const readCount = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = view.getUint8(at);
      at += 1;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  const readNullable = (): number | null => {
    const isThere = view.getUint8(at) !== 0;
    at += isThere ? 9 : 1;
    return isThere ? view.getFloat64(at - 8, true) : null;
  };

  const seq = readCount();
  // tierBefore comes first.
  const tier = named(tiers, view.getUint8(at + 1));
  const reason = named(reasons, view.getUint8(at + 2));
  at += 3 + residualScoreBytes;
  const mahalDistance = readNullable();
  readNullable();
  const t2Limit = readNullable();
  const cusumStatistic = readNullable();
  at += untilLateBytes;
  const late = view.getUint8(at) !== 0;
  // late, outlier, and the baseline's state
  at += 3;
  readCount();
  readCount();
  const skimmed: SkimmedChannel[] = [];
  for (let left = readCount(); left > 0; left -= 1, at += channelBytes) skimmed.push(channelAt(view, at));
  return { seq, tier, reason, mahalDistance, t2Limit, cusumStatistic, late, channels: skimmed };
}

const residualScoreBytes = 8;
/** Both limits, two flags, confidence, fault source, three probabilities, action. */
const untilLateBytes = 16 + 2 + 8 + 1 + 24 + 1;
/** Its name and eight numbers. */
const channelBytes = 1 + 8 * 8;

function channelAt(view: DataView, at: number): SkimmedChannel {
  const place = view.getUint8(at);
  return {
    channel: named(channels, place),
    place,
    residual: view.getFloat64(at + 1, true),
    cusumUpper: view.getFloat64(at + 17, true),
    cusumLower: view.getFloat64(at + 25, true),
    cusumLimit: view.getFloat64(at + 33, true),
  };
}

function named<T>(names: readonly T[], position: number): T {
  const name = names[position];
  if (name === undefined) throw new RangeError(`no such choice: ${position} of ${names.length}`);
  return name;
}
