import { Refusal } from "../../../core/contract/refusal.ts";
import { toBase64 } from "../../../core/encoding/base64.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import type { LogRecoveries } from "../../../core/contract/types.ts";
import type { Recovery } from "../../../core/evidence/log/recovery.ts";
import { tileWidth } from "../../../core/evidence/log/tile-place.ts";
import { openOwnDocument } from "../present/present-custody.ts";
import type { LogReader, RecoveryReader } from "../ports/reading/log-reader.ts";

interface LogNeeds {
  readonly log: LogReader;
}

interface RecoveryNeeds extends LogNeeds {
  readonly recoveries: RecoveryReader;
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

/** Entries as c2sp.org/tlog-tiles sends them. Throws `Refusal` `log_part_not_found` where there are fewer, `log_part_lost` where all were lost. */
export async function readLogEntries(
  place: { readonly index: number; readonly width: number },
  { log, recoveries }: RecoveryNeeds,
): Promise<Uint8Array> {
  const entries = await log.readEntries(place);
  if (entries !== null) return entries;
  const from = place.index * tileWidth;
  const missing = (await recoveriesOf(recoveries)).map((one) => one.missing);
  const lost = missing.find((one) => one !== null && one.from < from + place.width && one.to > from);
  if (lost === undefined || lost === null) return refuse("The log has no such entries yet.");
  const detail = `Entries ${lost.from} to ${lost.to - 1} of the log were lost before a backup was restored; /v1/log/recoveries says so, signed.`;
  throw new Refusal("log_part_lost", detail);
}

/** What the log says was lost, each with the proof that it says so. */
export async function readLogRecoveries({ log, recoveries: reader }: RecoveryNeeds): Promise<LogRecoveries> {
  const found = await recoveriesOf(reader);
  // Read after the documents: a checkpoint that holds them all.
  const { size, note } = await newestCheckpoint(log);
  const recoveries = found.map(async ({ leafIndex: index, missing, signed }) => {
    const hashes = await log.proveInclusion({ index, size });
    const proof = formatTlogProof({ index, hashes, checkpoint: note });
    return { missing, envelope: signed, log_index: index, tlog_proof: proof };
  });
  return { recoveries: await Promise.all(recoveries) };
}

async function recoveriesOf(reader: RecoveryReader) {
  return (await reader.listRecoveries()).map(({ leafIndex, envelope }) => {
    const { payload, signed } = openOwnDocument<Recovery>(envelope);
    return { leafIndex, missing: payload.missing, signed };
  });
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
  if (checkpoint === null) throw awaitingIssuer();
  return checkpoint;
}

/** A log begins with its first checkpoint and its keyring, and both have its name in them. */
export function awaitingIssuer(): Refusal {
  return new Refusal(
    "issuer_not_named",
    "The operator has not named the issuer and the log yet, so nothing is signed. Once that is done (plumbline init, then a restart), evidence that waits is issued under the ids it has already.",
  );
}

function refuse(detail: string): never {
  throw new Refusal("log_part_not_found", detail);
}
