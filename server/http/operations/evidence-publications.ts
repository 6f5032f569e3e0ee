import type { Application } from "../../app/application.ts";
import type { PublicEndpoint } from "../route.ts";
import { strongTag, unlessKnown } from "../answer/entity-tag.ts";

/** What anybody may read of the service's evidence: keys and roots, nothing about any vehicle. */
type PerformPublished = (application: Application) => PublicEndpoint["perform"];

/** GET /v1/evidence/trusted-root */
export const getTrustedRoot: PerformPublished = (application) => async (exchange) => {
  const body = await application.readTrustedRoot();
  const headers = { ETag: strongTag(body), "Cache-Control": "public, no-cache" };
  const contentType = "application/vnd.dev.sigstore.trustedroot+json";
  return unlessKnown({ status: 200, contentType, body, headers }, exchange.headers);
};
