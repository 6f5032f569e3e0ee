import type { Application } from "../../app/application.ts";
import { type Answer, jsonType } from "../answer/answer.ts";
import type { PublicEndpoint } from "../route.ts";
import { immutableAnswer, strongTag, unlessKnown } from "../answer/entity-tag.ts";
import type { Exchange } from "../exchange.ts";

/** Which keys sign evidence, and how it is scored: public, so that anybody can check without asking for access. */
type PerformKeyring = (application: Application) => PublicEndpoint["perform"];

const forGood = { "Cache-Control": "public, max-age=31536000, immutable" };

/** GET /v1/evidence/keys */
export const getKeyring: PerformKeyring = (application) => async (exchange) =>
  fresh(exchange, jsonType, await application.readKeyring());

/** GET /v1/evidence/keys/history */
export const getKeyringHistory: PerformKeyring = (application) => async (exchange) =>
  fresh(exchange, jsonType, await application.readKeyringHistory());

/** GET /v1/evidence/keys/{keyid}.pem */
export const getEvidenceKey: PerformKeyring = (application) => async (exchange, path) => {
  const pem = await application.readEvidenceKey(path["keyid"]!);
  return unlessKnown(immutableAnswer(Buffer.from(pem), "application/x-pem-file", forGood), exchange.headers);
};

/** GET /.well-known/jwks.json */
export const getKeySet: PerformKeyring = (application) => async (exchange) =>
  fresh(exchange, "application/jwk-set+json", await application.readKeySet());

/** GET /v1/evidence/policy */
export const getLogPolicy: PerformKeyring = (application) => async (exchange) =>
  fresh(exchange, "text/plain; charset=utf-8", await application.readLogPolicy());

/** GET /v1/evidence/specs/{sha256} */
export const getSpecification: PerformKeyring = (application) => async (exchange, path) => {
  const text = await application.readSpecification(path["sha256"]!);
  return unlessKnown(immutableAnswer(text, "text/plain; charset=utf-8", forGood), exchange.headers);
};

/** GET /v1/evidence/scorers */
export const listScorers: PerformKeyring = (application) => async (exchange) =>
  fresh(exchange, jsonType, JSON.stringify(await application.readScorers()));

/** GET /v1/evidence/scorers/{sha256} */
export const getScorer: PerformKeyring = (application) => async (exchange, path) => {
  const module = await application.readScorer(path["sha256"]!);
  return unlessKnown(immutableAnswer(module, "text/javascript; charset=utf-8", forGood), exchange.headers);
};

/** What may have changed since it was asked for last. */
function fresh(exchange: Exchange, contentType: string, body: string | Uint8Array): Answer {
  const headers = { ETag: strongTag(body), "Cache-Control": "public, no-cache" };
  return unlessKnown({ status: 200, contentType, body, headers }, exchange.headers);
}
