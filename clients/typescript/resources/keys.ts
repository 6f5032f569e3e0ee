import type {
  ApiKey,
  ApiKeyRequest,
  IssuedApiKey,
  KeyRevocationRequest,
  KeyRotationRequest,
  RevokedApiKey,
  RotatedApiKey,
} from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { pathOf, type PostOptions, type RequestOptions } from "../request/call.ts";
import type { PagePromise } from "../request/page.ts";
import type { Sender } from "../request/sender.ts";
import type { QueryOf } from "./query-of.ts";

/** API keys. None hands on a right it does not have. */
export class Keys {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Makes an API key; it is in the answer and nowhere else. */
  create(request: ApiKeyRequest, options?: PostOptions): APIPromise<IssuedApiKey> {
    return this.#sender.post("/v1/keys", request, options);
  }

  list(query: QueryOf<"listKeys"> = {}, options?: RequestOptions): PagePromise<ApiKey> {
    return this.#sender.list("/v1/keys", query, { options });
  }

  /** The key of this client. */
  own(options?: RequestOptions): APIPromise<ApiKey> {
    return this.#sender.get("/v1/keys/self", options);
  }

  get(keyId: string, options?: RequestOptions): APIPromise<ApiKey> {
    return this.#sender.get(pathOf`/v1/keys/${keyId}`, options);
  }

  /** Puts a new key in an old one's place, which goes on working for a while. */
  rotate(keyId: string, request: KeyRotationRequest = {}, options?: PostOptions): APIPromise<RotatedApiKey> {
    return this.#sender.post(pathOf`/v1/keys/${keyId}/rotate`, request, options);
  }

  /** Ends a key for good. */
  revoke(
    keyId: string,
    request: KeyRevocationRequest = {},
    options?: PostOptions,
  ): APIPromise<RevokedApiKey> {
    return this.#sender.post(pathOf`/v1/keys/${keyId}/revoke`, request, options);
  }
}
