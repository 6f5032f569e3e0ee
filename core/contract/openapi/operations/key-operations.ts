import type { Operation } from "../operation.ts";
import { cursorParameter, limitParameter } from "../query-parameters.ts";

const noSuchKey = {
  status: 404,
  description: "This key sees no such key: there is none, or it reaches fleets this one does not.",
};
const rightsExceeded =
  "The key would do, or does, what this one may not: a scope, a fleet, or living longer (`rights_exceeded`).";

/** The organisation's API keys. */
export const keyOperations = [
  {
    operationId: "createKey",
    method: "POST",
    path: "/v1/keys",
    tag: "Keys",
    summary: "Make an API key",
    description:
      "The key is in the answer and nowhere else. It may do no more than the key that makes it: no scope, no fleet and no day beyond. " +
      "A repeat under the same Idempotency-Key gets the same answer only under the same API key: the answer is kept sealed with it.",
    access: "keys:manage",
    audited: { action: "key.create", withEffect: true },
    answersSecret: true,
    query: [],
    request: { schema: "ApiKeyRequest", isRequired: true },
    answers: [
      {
        status: 200,
        description: "The key, shown this once.",
        schema: "IssuedApiKey",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      { status: 403, description: rightsExceeded },
      { status: 409, description: "The maximum number of keys is in force (`key_limit_reached`)." },
    ],
  },
  {
    operationId: "listKeys",
    method: "GET",
    path: "/v1/keys",
    tag: "Keys",
    summary: "List API keys",
    description:
      "Keys of the organisation, ended ones too; a key limited to fleets sees those that are limited to some of them.",
    access: "keys:manage",
    query: [limitParameter, cursorParameter],
    answers: [
      { status: 200, description: "One page.", schema: "ApiKeyList", headers: ["ETag", "Link"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getOwnKey",
    method: "GET",
    path: "/v1/keys/self",
    tag: "Keys",
    summary: "Show the key that asks",
    description: "What the key of this request may do and when it ends. Any key may ask.",
    access: "key",
    query: [],
    answers: [
      { status: 200, description: "The key that asks.", schema: "ApiKey", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getKey",
    method: "GET",
    path: "/v1/keys/{key_id}",
    tag: "Keys",
    summary: "Show one API key",
    description: "Everything but the key itself.",
    access: "keys:manage",
    query: [],
    answers: [
      { status: 200, description: "The key.", schema: "ApiKey", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchKey],
  },
  {
    operationId: "rotateKey",
    method: "POST",
    path: "/v1/keys/{key_id}/rotate",
    tag: "Keys",
    summary: "Put a new key in an old one's place",
    description:
      "The new key has the old one's name, scopes and fleets. The old one goes on working for `overlap_s`, a day when left out. " +
      "What holds for repeats of `createKey` holds here.",
    access: "keys:manage",
    audited: { action: "key.rotate", subject: "key_id", withEffect: true },
    answersSecret: true,
    query: [],
    request: { schema: "KeyRotationRequest", isRequired: false },
    answers: [
      {
        status: 200,
        description: "The new key, shown this once.",
        schema: "RotatedApiKey",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      { status: 403, description: rightsExceeded },
      noSuchKey,
      {
        status: 409,
        description:
          "It has ended (`key_not_in_force`), was rotated before (`key_rotated`), or the maximum number of keys is in force (`key_limit_reached`).",
      },
    ],
  },
  {
    operationId: "revokeKey",
    method: "POST",
    path: "/v1/keys/{key_id}/revoke",
    tag: "Keys",
    summary: "End an API key",
    description:
      "For good, within a second on every server. Revoking a revoked key changes nothing. A key cannot end one that may do more than itself. `cascade` ends the keys that it made with it.",
    access: "keys:manage",
    audited: { action: "key.revoke", subject: "key_id", withEffect: true },
    query: [],
    request: { schema: "KeyRevocationRequest", isRequired: false },
    answers: [
      {
        status: 200,
        description: "The key as it ended.",
        schema: "RevokedApiKey",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      { status: 403, description: rightsExceeded },
      noSuchKey,
      {
        status: 409,
        description:
          "It is the last key that can manage keys (`last_managing_key`): send `force` if that is meant.",
      },
    ],
  },
] as const satisfies readonly Operation[];
