import type {
  EvidenceBundle,
  EvidenceCustody,
  EvidenceListItem,
  EvidenceScorers,
  EvidenceVerification,
  EvidenceVerifyRequest,
  ErasureRequest,
  JsonWebKeySet,
  KeyringEnvelope,
  KeyringHistory,
  LegalHoldRequest,
  LegalHoldResult,
  SigstoreBundle,
  StateStatement,
  Tombstone,
  TrustedRoot,
} from "../generated/contract.ts";
import { readBytes, readJson, readText } from "../request/answer.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { pathOf, type PostOptions, type Query, type RequestOptions } from "../request/call.ts";
import type { PagePromise } from "../request/page.ts";
import type { Sender } from "../request/sender.ts";
import type { QueryOf } from "./query-of.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Signed evidence and what it takes to check it. `.asBytes()` gives any of it exactly as issued. */
export class Evidence {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Iterate over it for all issued evidence, latest first, or await it for one page. */
  list(query: QueryOf<"listEvidence"> = {}, options?: RequestOptions): PagePromise<EvidenceListItem> {
    return this.#sender.list("/v1/evidence", query, { options });
  }

  bundle(eventId: string, options?: RequestOptions): APIPromise<EvidenceBundle> {
    return this.#sender.get(pathOf`/v1/evidence/${eventId}/bundle`, options);
  }

  /** The frames file of a bundle (NDJSON). */
  frames(eventId: string, options?: RequestOptions): APIPromise<Bytes> {
    return this.#bytes(pathOf`/v1/evidence/${eventId}/frames`, ndjson, { options });
  }

  /** The frames file with entries withheld; `withhold` are journal numbers and ranges of them: `12,15-20`. */
  redactedFrames(eventId: string, withhold: string, options?: RequestOptions): APIPromise<Bytes> {
    const query = { withhold };
    return this.#bytes(pathOf`/v1/evidence/${eventId}/redacted`, ndjson, { options, query });
  }

  /** The evidence as a Sigstore bundle v0.3. */
  sigstore(eventId: string, options?: RequestOptions): APIPromise<SigstoreBundle> {
    const path = pathOf`/v1/evidence/${eventId}/sigstore`;
    return this.#json(path, "application/vnd.dev.sigstore.bundle.v0.3+json", options);
  }

  /** Bundle, frames, reports and what it takes to check them, as a zip. */
  archive(eventId: string, options?: RequestOptions): APIPromise<Bytes> {
    return this.#bytes(pathOf`/v1/evidence/${eventId}/archive`, "application/zip", { options });
  }

  /** A report for people, in the form that `headers: { accept }` asks for; HTML unless it says PDF. What counts is the bundle. */
  report(eventId: string, options?: RequestOptions): APIPromise<Bytes> {
    return this.#bytes(pathOf`/v1/evidence/${eventId}/report`, "text/html, application/pdf", { options });
  }

  reportHtml(eventId: string, options?: RequestOptions): APIPromise<Bytes> {
    return this.#bytes(pathOf`/v1/evidence/${eventId}/report.html`, "text/html", { options });
  }

  reportPdf(eventId: string, options?: RequestOptions): APIPromise<Bytes> {
    return this.#bytes(pathOf`/v1/evidence/${eventId}/report.pdf`, "application/pdf", { options });
  }

  /** What was done with evidence after its issue. */
  custody(
    eventId: string,
    query: QueryOf<"getEvidenceCustody"> = {},
    options?: RequestOptions,
  ): APIPromise<EvidenceCustody> {
    return this.#sender.get(pathOf`/v1/evidence/${eventId}/custody`, options, query);
  }

  /** A signed statement of a vehicle's state with its proof: `.asBytes()` is the file that `plumbline evidence verify` checks. */
  statement(statementId: string, options?: RequestOptions): APIPromise<StateStatement> {
    return this.#sender.get(pathOf`/v1/statements/${statementId}`, options);
  }

  setLegalHold(
    eventId: string,
    request: LegalHoldRequest,
    options?: PostOptions,
  ): APIPromise<LegalHoldResult> {
    return this.#sender.post(pathOf`/v1/evidence/${eventId}/legal-hold`, request, options);
  }

  /** Erases bundle and frames for good. */
  erase(eventId: string, request: ErasureRequest, options?: PostOptions): APIPromise<Tombstone> {
    return this.#sender.post(pathOf`/v1/evidence/${eventId}/erasure`, request, options);
  }

  /** What the service's verifier says. Whoever doubts the service checks elsewhere. */
  verifyOnServer(request: EvidenceVerifyRequest, options?: PostOptions): APIPromise<EvidenceVerification> {
    return this.#sender.post("/v1/evidence/verify", request, options);
  }

  /** The keyring in force, signed by its root keys. What follows is public and needs no key. */
  keyring(options?: RequestOptions): APIPromise<KeyringEnvelope> {
    return this.#sender.get("/v1/evidence/keys", options);
  }

  /** `keyring.json`: every version of the keyring, for verifiers that pin its roots. */
  keyringHistory(options?: RequestOptions): APIPromise<KeyringHistory> {
    return this.#sender.get("/v1/evidence/keys/history", options);
  }

  /** A public key as PEM. */
  key(keyId: string, options?: RequestOptions): APIPromise<string> {
    return this.#text(pathOf`/v1/evidence/keys/${keyId}` + ".pem", "application/x-pem-file", options);
  }

  /** The public keys as a JSON Web Key Set. */
  keySet(options?: RequestOptions): APIPromise<JsonWebKeySet> {
    return this.#json("/.well-known/jwks.json", "application/jwk-set+json", options);
  }

  /** The description of the scoring that a bundle names by its digest. */
  specification(sha256: string, options?: RequestOptions): APIPromise<string> {
    return this.#text(pathOf`/v1/evidence/specs/${sha256}`, "text/plain", options);
  }

  /** The frozen scorers by which the scoring of evidence is recomputed. */
  scorers(options?: RequestOptions): APIPromise<EvidenceScorers> {
    return this.#sender.get("/v1/evidence/scorers", options);
  }

  /** The source of a frozen scorer. */
  scorer(sha256: string, options?: RequestOptions): APIPromise<string> {
    return this.#text(pathOf`/v1/evidence/scorers/${sha256}`, "text/javascript", options);
  }

  /** What Sigstore's verifiers trust. */
  trustedRoot(options?: RequestOptions): APIPromise<TrustedRoot> {
    return this.#json("/v1/evidence/trusted-root", "application/vnd.dev.sigstore.trustedroot+json", options);
  }

  #json<Result>(path: string, accept: string, options?: RequestOptions): APIPromise<Result> {
    return this.#sender.send<Result>({ method: "GET", path, accept, read: readJson, options });
  }

  #text(path: string, accept: string, options?: RequestOptions): APIPromise<string> {
    return this.#sender.send({ method: "GET", path, accept, read: readText, options });
  }

  #bytes(
    path: string,
    accept: string,
    given: { readonly options?: RequestOptions | undefined; readonly query?: Query },
  ): APIPromise<Bytes> {
    return this.#sender.send({ method: "GET", path, accept, read: readBytes, ...given });
  }
}

const ndjson = "application/x-ndjson";
