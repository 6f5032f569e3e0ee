import { Refusal } from "../../../core/contract/refusal.ts";
import { toBase64 } from "../../../core/encoding/base64.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import type { LogReader } from "../ports/reading/log-reader.ts";

interface LogNeeds {
  readonly log: LogReader;
}

/** The newest signed checkpoint: a signed note, as c2sp.org/tlog-checkpoint has it. */
export async function readLogCheckpoint({ log }: LogNeeds): Promise<string> {
  return (await newestCheckpoint(log)).note;
}

/** The hashes of a tile. Throws `Refusal` `log_part_not_found` for one the log has not come to. */
export async function readLogTile(
  place: { readonly level: number; readonly index: number; readonly width: number },
  { log }: LogNeeds,
): Promise<Uint8Array> {
  return (await log.readTile(place)) ?? refuse("The log has no such tile, or it is not that wide yet.");
}

/** Entries as c2sp.org/tlog-tiles sends them. Throws `Refusal` `log_part_not_found` where there are fewer. */
export async function readLogEntries(
  place: { readonly index: number; readonly width: number },
  { log }: LogNeeds,
): Promise<Uint8Array> {
  return (await log.readEntries(place)) ?? refuse("The log has no such entries yet.");
}

/** A c2sp.org/tlog-proof@v1 of one entry under a signed checkpoint: of the size asked for, or the newest. */
export async function proveLogInclusion(
  ask: { readonly index: number; readonly size: number | null },
  { log }: LogNeeds,
): Promise<string> {
  const checkpoint = await log.findCheckpoint({ size: ask.size });
  if (checkpoint === null) return refuse(`No checkpoint of size ${ask.size} was ever signed.`);
  const { size, note } = checkpoint;
  if (ask.index >= size) return refuse(`The log of size ${size} has no entry ${ask.index}.`);
  const hashes = await log.proveInclusion({ index: ask.index, size });
  return formatTlogProof({ index: ask.index, hashes, checkpoint: note });
}

/** What shows that the log of one size is the beginning of the log of another: base64 hashes, one a line. */
export async function proveLogConsistency(
  { from, to }: { readonly from: number; readonly to: number | null },
  { log }: LogNeeds,
): Promise<string> {
  const newest = (await newestCheckpoint(log)).size;
  const size = to ?? newest;
  if (size > newest || from > size) {
    return refuse(`The log has ${newest} entries; there is no way from ${from} to ${size}.`);
  }
  const hashes = await log.proveConsistency({ oldSize: from, size });
  return hashes.map((hash) => `${toBase64(hash)}\n`).join("");
}

/** The checkpoint of all there is. */
export async function newestCheckpoint(log: Pick<LogReader, "findCheckpoint">) {
  const checkpoint = await log.findCheckpoint({ size: null });
  if (checkpoint === null) throw new Error("the log has no checkpoint, which it signs before anything else");
  return checkpoint;
}

function refuse(detail: string): never {
  throw new Refusal("log_part_not_found", detail);
}
