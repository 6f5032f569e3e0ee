import { isTileLevel, parseTileAddress, tileWidth } from "../../../core/evidence/log/tile-place.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { Answer } from "../answer/answer.ts";
import { type PathValues, numberOf, requiredNumber, requiredText } from "../parameters.ts";
import type { PublicOperation } from "../route.ts";
import { immutableAnswer, strongTag, unlessKnown } from "../answer/entity-tag.ts";

const noteType = "text/plain; charset=utf-8";
const forGood = { "Cache-Control": "public, max-age=31536000, immutable" };

/** GET /v1/log/checkpoint */
export const getLogCheckpoint: PublicOperation = (application) => async (exchange) => {
  const note = await application.readLogCheckpoint();
  const headers = { ETag: strongTag(note), "Cache-Control": "public, no-cache" };
  return unlessKnown({ status: 200, contentType: noteType, body: note, headers }, exchange.headers);
};

/** GET /v1/log/tile/{tile_level}/{tile_index} */
export const getLogTile: PublicOperation = (application) => async (exchange, path) => {
  const given = requiredText(path, "tile_level");
  const level = /^[0-9]$/.test(given) ? Number(given) : Number.NaN;
  if (!isTileLevel(level)) throw noSuchTile();
  const place = { level, ...placeOf(path) };
  const hashes = await application.readLogTile(place);
  return unlessKnown(immutableAnswer(hashes, "application/octet-stream", forGood), exchange.headers);
};

/** GET /v1/log/tile/entries/{tile_index} */
export const getLogEntries: PublicOperation = (application) => async (exchange, path) => {
  const entries = await application.readLogEntries(placeOf(path));
  return unlessKnown(immutableAnswer(entries, "application/octet-stream", forGood), exchange.headers);
};

/** GET /v1/log/proof/inclusion */
export const getLogInclusionProof: PublicOperation = (application) => async (exchange, _path, query) => {
  const size = numberOf(query, "size") ?? null;
  const proof = await application.proveLogInclusion({ index: requiredNumber(query, "index"), size });
  return unlessKnown(textAnswer(proof), exchange.headers);
};

/** GET /v1/log/proof/consistency */
export const getLogConsistencyProof: PublicOperation = (application) => async (exchange, _path, query) => {
  const to = numberOf(query, "to") ?? null;
  const proof = await application.proveLogConsistency({ from: requiredNumber(query, "from"), to });
  return unlessKnown(textAnswer(proof), exchange.headers);
};

/** GET /v1/log/recoveries */
export const listLogRecoveries: PublicOperation = (application) => async (exchange) => {
  const body = JSON.stringify(await application.readLogRecoveries());
  const headers = { ETag: strongTag(body), "Cache-Control": "public, no-cache" };
  return unlessKnown({ status: 200, contentType: "application/json", body, headers }, exchange.headers);
};

function textAnswer(body: string): Answer {
  return {
    status: 200,
    contentType: noteType,
    body,
    headers: { ETag: strongTag(body), "Cache-Control": "public, no-cache" },
  };
}

function placeOf(path: PathValues): { readonly index: number; readonly width: number } {
  const place = parseTileAddress(requiredText(path, "tile_index"));
  if (place === null) throw noSuchTile();
  return place;
}

function noSuchTile(): Refusal {
  const example = `0/x001/067, or 0/x001/067.p/17 for a tile of 17 of its ${tileWidth} hashes`;
  return new Refusal("log_part_not_found", `Tiles are addressed as in c2sp.org/tlog-tiles: ${example}.`);
}
