import { type Answer, jsonType } from "../answer/answer.ts";
import { requiredText } from "../parameters.ts";
import type { PublicOperation } from "../route.ts";
import { immutableAnswer, strongTag, unlessKnown } from "../answer/entity-tag.ts";
import type { Exchange } from "../exchange.ts";

const forGood = { "Cache-Control": "public, max-age=31536000, immutable" };

/** GET /v1/evidence/keys */
export const getKeyring: PublicOperation = (application) => async (exchange) =>
  fresh(exchange, jsonType, await application.readKeyring());

/** GET /v1/evidence/keys/history */
export const getKeyringHistory: PublicOperation = (application) => async (exchange) =>
  fresh(exchange, jsonType, await application.readKeyringHistory());

/** GET /v1/evidence/keys/{keyid}.pem */
export const getEvidenceKey: PublicOperation = (application) => async (exchange, path) => {
  const pem = await application.readEvidenceKey(requiredText(path, "keyid"));
  return unlessKnown(immutableAnswer(Buffer.from(pem), "application/x-pem-file", forGood), exchange.headers);
};

/** GET /.well-known/jwks.json */
export const getKeySet: PublicOperation = (application) => async (exchange) =>
  fresh(exchange, "application/jwk-set+json", await application.readKeySet());

/** GET /v1/evidence/policy */
export const getLogPolicy: PublicOperation = (application) => async (exchange) =>
  fresh(exchange, "text/plain; charset=utf-8", await application.readLogPolicy());

/** GET /v1/evidence/specs/{sha256} */
export const getSpecification: PublicOperation = (application) => async (exchange, path) => {
  const text = await application.readSpecification(requiredText(path, "sha256"));
  return unlessKnown(immutableAnswer(text, "text/plain; charset=utf-8", forGood), exchange.headers);
};

/** GET /v1/evidence/scorers */
export const listScorers: PublicOperation = (application) => async (exchange) =>
  fresh(exchange, jsonType, JSON.stringify(await application.readScorers()));

/** GET /v1/evidence/scorers/{sha256} */
export const getScorer: PublicOperation = (application) => async (exchange, path) => {
  const module = await application.readScorer(requiredText(path, "sha256"));
  return unlessKnown(immutableAnswer(module, "text/javascript; charset=utf-8", forGood), exchange.headers);
};

/** GET /v1/evidence/trusted-root */
export const getTrustedRoot: PublicOperation = (application) => async (exchange) =>
  fresh(exchange, "application/vnd.dev.sigstore.trustedroot+json", await application.readTrustedRoot());

/** What may have changed since it was asked for last. */
function fresh(exchange: Exchange, contentType: string, body: string | Uint8Array): Answer {
  const headers = { ETag: strongTag(body), "Cache-Control": "public, no-cache" };
  return unlessKnown({ status: 200, contentType, body, headers }, exchange.headers);
}
