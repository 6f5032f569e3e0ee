/** One kind of problem: the page `/problems/<slug>` that `type` points to. */
export interface ProblemPage {
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

/** Every kind of problem by slug (api.md 4). The status belongs to `http/`; cause and fix hold whatever the status. */
export const problemPages = {
  "malformed-json": {
    title: "The body is not JSON we accept",
    cause:
      "The body is not well-formed JSON in UTF-8, repeats a member, is nested deeper than 32, has more than 64 members in one object, " +
      "or writes a number that is not a finite binary64 of at most 40 characters.",
    fix: "Let a JSON library write the body. The detail names the line, the column and the byte where reading stopped.",
  },
  "malformed-request": {
    title: "The request itself is malformed",
    cause:
      "A query parameter, header, path, content coding or the HTTP framing is not what the operation takes.",
    fix: "Compare the request with /docs. `errors` names the parameter or header, and the nearest known name where there is one.",
  },
  "validation-error": {
    title: "The request does not fit the contract",
    cause:
      "The body is JSON, but a member is missing, unknown, of the wrong type, out of range or physically impossible.",
    fix: "Correct the members that `errors` points to and send the request again. Nothing was stored.",
  },
  unauthenticated: {
    title: "A valid API key is needed",
    cause: "The request carries no API key, a damaged one, or one that is unknown, expired or revoked.",
    fix: "Send `Authorization: Bearer <API key>`. `plumbline keys create --data-dir FOLDER` makes a key, in the data folder of the service; it is shown once.",
  },
  forbidden: {
    title: "This key may not do that",
    cause:
      "The key is valid, but lacks the scope of this operation, is limited to other fleets, or would hand on rights it does not have.",
    fix: "Use a key with the scope, or for the fleet, named in the detail; /docs lists the scope of every operation.",
  },
  "not-found": {
    title: "There is nothing here",
    cause: "The path is not one of the service, or the id does not exist for this organisation.",
    fix: "Check the path against /docs and the id against the lists (/v1/vehicles, /v1/evidence, /v1/keys).",
  },
  "method-not-allowed": {
    title: "This path does not take that method",
    cause: "The path exists, but not with this HTTP method.",
    fix: "Use one of the methods in the `Allow` header.",
  },
  "not-acceptable": {
    title: "No answer in an acceptable form",
    cause: "The `Accept` header excludes every form this operation answers in.",
    fix: "Leave `Accept` out or include application/json.",
  },
  "expectation-failed": {
    title: "The request expects what is not done here",
    cause: "The `Expect` header asks for something else than `100-continue`.",
    fix: "Leave `Expect` out, or send `Expect: 100-continue` alone.",
  },
  "payload-too-large": {
    title: "The body is too large",
    cause:
      "The body, one of its lines or the number of frames is over the limit, or it decompresses suspiciously well.",
    fix: "Send smaller batches (at most 10 000 frames and 64 MiB decoded), or stream application/x-ndjson, which has no frame limit.",
  },
  "unsupported-media-type": {
    title: "The body is in a form this operation does not take",
    cause: "`Content-Type` or `Content-Encoding` is missing or not one the operation reads.",
    fix: "Send application/json (ingest also takes application/x-ndjson, or application/jsonl), plain or as one gzip, br or zstd coding.",
  },
  "idempotency-key-invalid": {
    title: "The Idempotency-Key is malformed",
    cause: "The header is empty, repeated, longer than 255 characters or not visible ASCII.",
    fix: "Send one key of 1 to 255 visible ASCII characters, for example a UUID.",
  },
  "idempotency-key-reused": {
    title: "The Idempotency-Key was used for another request",
    cause: "This key came before with another path, query or body.",
    fix: "Use a new key for a new request; repeat a key only with exactly the same request.",
  },
  "idempotency-in-progress": {
    title: "The first request with this Idempotency-Key is still running",
    cause: "A request with the same key has not been answered yet.",
    fix: "Wait as long as `Retry-After` says and repeat the same request.",
  },
  "rate-limited": {
    title: "Too many requests",
    cause:
      "The key, its organisation or this address sent more than its share, or exceeded the quota of new vehicles, kept answers or waiting report jobs.",
    fix: "Wait as long as `Retry-After` says; GET /v1/limits says what is used of each limit. Send larger batches instead of more requests.",
  },
  "quota-exceeded": {
    title: "A quota of the organisation is reached",
    cause:
      "A limit on the number of things one organisation keeps here is reached: vehicles or webhooks. Waiting does not help.",
    fix: "GET /v1/limits says what is used of each limit. The operator sets them; frames of known vehicles are still taken while there is room.",
  },
  "storage-full": {
    title: "The organisation's storage is full",
    cause:
      "The organisation stores as many bytes as the operator allows it. What was stored before is kept, and frames that were counted before are still answered as duplicates; new frames are not stored.",
    fix:
      "Keep what you sent and send all of it again after `Retry-After`: a frame counts once, so nothing is lost and nothing counts twice. GET /v1/limits shows what is used. " +
      "Operators: raise PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION and restart the service.",
  },
  overloaded: {
    title: "The service is at its limit",
    cause: "Commits cannot keep up with what arrives; this request was refused before anything was read.",
    fix: "Repeat after `Retry-After`; a frame counts once, so repeating is safe.",
  },
  "storage-unavailable": {
    title: "Nothing can be stored right now",
    cause:
      "The store does not accept writes, for example because the disk is full or the machine's clock is far off. Nothing of this request was kept.",
    fix: "Repeat later; a frame counts once, so repeating is safe. Operators: see /health and `plumbline doctor`.",
  },
  "not-yet": {
    title: "It is not there yet",
    cause:
      "The evidence was issued and is being shown to time-stamp authorities or witnesses before anybody gets it (`evidence_not_sealed`), or nothing is signed before the operator has named the issuer and the log (`issuer_not_named`).",
    fix: "Repeat after `Retry-After`. After the longest wait the operator set, evidence that is not sealed is there in any case. Where the issuer is not named, the operator runs `plumbline init` and restarts the service; evidence that waits is then issued under the ids it has.",
  },
  gone: {
    title: "It existed and is gone",
    cause:
      "What the id names was erased or removed under its retention rule, or the stream position is too old.",
    fix: "Start again from the current lists; it does not come back.",
  },
  conflict: {
    title: "The present state does not allow this",
    cause: "The command does not fit the state the vehicle or record is in.",
    fix: "Read the current state, then decide again.",
  },
  "precondition-failed": {
    title: "It changed meanwhile",
    cause: "The state is no longer the one named in `If-Match`.",
    fix: "Read it again and repeat with the new ETag.",
  },
  damaged: {
    title: "What is stored was damaged",
    cause:
      "The stored bytes are no longer those that were stored: the disk or somebody changed them. They are not handed out.",
    fix: "Tell the operator. `plumbline doctor` names what is damaged; a backup holds the original.",
  },
  internal: {
    title: "The service failed",
    cause: "A fault of the service, not of the request. It was logged under the request id.",
    fix: "Repeat once; when it stays, report the request id.",
  },
} as const satisfies Record<string, ProblemPage>;

export type ProblemSlug = keyof typeof problemPages;

/** One stable code: the kind of problem it belongs to and what it means. */
export interface ProblemCodeMeaning {
  readonly slug: ProblemSlug;
  readonly meaning: string;
}

/** Every `code` an answer may carry, at the top or in `errors`. Codes are added, never renamed. */
export const problemCodes = {
  json_empty: { slug: "malformed-json", meaning: "The body is empty where JSON is needed." },
  json_syntax: { slug: "malformed-json", meaning: "Not well-formed JSON." },
  utf8_invalid: { slug: "malformed-json", meaning: "The body is not valid UTF-8." },
  lone_surrogate: { slug: "malformed-json", meaning: "A \\u escape writes half a character." },
  duplicate_member: { slug: "malformed-json", meaning: "An object has the same member twice." },
  forbidden_member: { slug: "malformed-json", meaning: "A member is named __proto__." },
  too_deep: { slug: "malformed-json", meaning: "Nested deeper than 32." },
  too_many_members: { slug: "malformed-json", meaning: "More than 64 members in one object." },
  number_too_long: { slug: "malformed-json", meaning: "A number is written with more than 40 characters." },
  number_not_finite: { slug: "malformed-json", meaning: "A number is too large for binary64." },

  query_parameter_unknown: {
    slug: "malformed-request",
    meaning: "The operation has no such query parameter.",
  },
  query_parameter_repeated: {
    slug: "malformed-request",
    meaning: "A query parameter that takes one value is given twice.",
  },
  query_parameter_invalid: {
    slug: "malformed-request",
    meaning: "A query parameter has a value it does not take.",
  },
  query_malformed: { slug: "malformed-request", meaning: "The query string cannot be decoded." },
  cursor_invalid: { slug: "malformed-request", meaning: "The cursor was not issued by this list." },
  header_invalid: {
    slug: "malformed-request",
    meaning: "A header is repeated or has a value it does not take.",
  },
  path_malformed: { slug: "malformed-request", meaning: "The path cannot be decoded." },
  uri_too_long: { slug: "malformed-request", meaning: "The path and query are too long." },
  framing_invalid: { slug: "malformed-request", meaning: "The HTTP message is not framed as it must be." },
  content_coding_damaged: {
    slug: "malformed-request",
    meaning: "The body does not decode under its Content-Encoding.",
  },
  body_not_expected: { slug: "malformed-request", meaning: "This operation takes no body." },

  member_missing: { slug: "validation-error", meaning: "A required member is missing." },
  member_unknown: { slug: "validation-error", meaning: "A member this object does not have." },
  wrong_type: { slug: "validation-error", meaning: "The value has the wrong JSON type." },
  out_of_range: { slug: "validation-error", meaning: "The number is outside its range." },
  wrong_length: { slug: "validation-error", meaning: "The string or array is too short or too long." },
  wrong_format: { slug: "validation-error", meaning: "The string does not have the form it must have." },
  not_allowed: { slug: "validation-error", meaning: "The value is not one of the allowed ones." },
  timestamp_invalid: {
    slug: "validation-error",
    meaning: "Not an RFC 3339 UTC date-time on a real date, or before the year 2000.",
  },
  timestamp_in_future: {
    slug: "validation-error",
    meaning: "More than 5 minutes ahead of the server's clock.",
  },
  sensors_empty: { slug: "validation-error", meaning: "The frame carries no sensor value." },
  rotation_matrix_invalid: { slug: "validation-error", meaning: "The 9 numbers are not a rotation matrix." },
  metadata_too_large: {
    slug: "validation-error",
    meaning: "metadata is over 4 096 bytes as canonical JSON.",
  },
  webhook_address_refused: {
    slug: "validation-error",
    meaning:
      "Nothing is sent to this address: not https, a user, password or fragment in it, a port that is not taken, or a host that does not have public addresses only.",
  },
  webhook_format_unavailable: {
    slug: "validation-error",
    meaning: "The operator has not set up what this format needs, or the address is none of this format.",
  },
  event_type_unknown: { slug: "validation-error", meaning: "There are no events of this type." },
  batch_empty: { slug: "validation-error", meaning: "The batch holds no frame." },
  batch_rejected: { slug: "validation-error", meaning: "No frame of the batch was taken." },

  api_key_missing: { slug: "unauthenticated", meaning: "No Authorization header." },
  api_key_malformed: {
    slug: "unauthenticated",
    meaning: "Not a bearer key of this service: shape or checksum is wrong.",
  },
  api_key_invalid: { slug: "unauthenticated", meaning: "The key is unknown, expired or revoked." },
  insufficient_scope: { slug: "forbidden", meaning: "The key lacks the scope of this operation." },
  fleet_not_allowed: { slug: "forbidden", meaning: "The key is limited to other fleets." },

  rights_exceeded: {
    slug: "forbidden",
    meaning: "The API key named may do, or would do, more than the one that asks.",
  },

  route_not_found: { slug: "not-found", meaning: "The service has no such path." },
  vehicle_not_found: { slug: "not-found", meaning: "No such vehicle in this organisation." },
  evidence_not_found: { slug: "not-found", meaning: "No such evidence in this organisation." },
  statement_not_found: {
    slug: "not-found",
    meaning: "No such statement of a vehicle's state in this organisation.",
  },
  key_not_found: { slug: "not-found", meaning: "This key sees no such API key." },
  work_entry_not_found: { slug: "not-found", meaning: "The work on the vehicle has no such entry." },
  evidence_key_not_found: { slug: "not-found", meaning: "No such key ever signed evidence." },
  specification_not_found: {
    slug: "not-found",
    meaning: "No evidence names a scoring method of that digest.",
  },
  scorer_not_found: { slug: "not-found", meaning: "No frozen scorer of that digest is known here." },
  log_part_not_found: { slug: "not-found", meaning: "The log has no such tile, entry or signed size." },
  log_part_lost: {
    slug: "gone",
    meaning:
      "These entries of the log were lost; /v1/log/recoveries says so, signed, and the tiles have their hashes.",
  },
  scenario_not_found: { slug: "not-found", meaning: "The key sees no such scenario, or not any more." },
  export_format_unknown: { slug: "not-found", meaning: "Scenarios are not written in such a format." },
  export_not_of_level: {
    slug: "not-found",
    meaning:
      "Scenarios of this level are not written in that format: draw a concrete one from a logical one.",
  },
  webhook_not_found: { slug: "not-found", meaning: "The key sees no such webhook." },
  delivery_not_found: { slug: "not-found", meaning: "The webhook has no such delivery, or not any more." },
  document_not_found: { slug: "not-found", meaning: "No such schema or problem page." },
  method_not_allowed: { slug: "method-not-allowed", meaning: "The path does not take this method." },
  not_acceptable: { slug: "not-acceptable", meaning: "Accept excludes every form of the answer." },

  expectation_failed: {
    slug: "expectation-failed",
    meaning: "Expect has a value besides 100-continue.",
  },
  body_too_large: { slug: "payload-too-large", meaning: "The decoded body is over its limit." },
  line_too_long: { slug: "payload-too-large", meaning: "A line of NDJSON is over 64 KiB." },
  too_many_frames: { slug: "payload-too-large", meaning: "More than 10 000 frames in one JSON body." },
  decompression_ratio_exceeded: {
    slug: "payload-too-large",
    meaning: "The body decompresses to more than 200 times its size.",
  },
  media_type_unsupported: {
    slug: "unsupported-media-type",
    meaning: "Content-Type is missing or not taken here.",
  },
  content_coding_unsupported: {
    slug: "unsupported-media-type",
    meaning: "Content-Encoding is not one of gzip, br, zstd, identity, or names several.",
  },

  idempotency_key_invalid: { slug: "idempotency-key-invalid", meaning: "The Idempotency-Key is malformed." },
  idempotency_key_reused: {
    slug: "idempotency-key-reused",
    meaning: "The Idempotency-Key came before with another request.",
  },
  idempotency_in_progress: {
    slug: "idempotency-in-progress",
    meaning: "The first request with this key is still running.",
  },
  vehicle_limit_reached: {
    slug: "quota-exceeded",
    meaning: "The organisation has the maximum number of vehicles; this frame is of a further one.",
  },
  stored_bytes_limit_reached: {
    slug: "storage-full",
    meaning: "The organisation stores the maximum number of bytes; send the frames again later.",
  },
  webhook_limit_reached: {
    slug: "quota-exceeded",
    meaning: "The organisation has the maximum number of webhooks.",
  },
  new_vehicle_limit_reached: {
    slug: "rate-limited",
    meaning:
      "The maximum number of new vehicles within the last hour is reached; this frame is of a further one.",
  },
  evidence_request_limit_reached: {
    slug: "rate-limited",
    meaning: "The key has requested the maximum of evidence within the last 24 hours.",
  },
  kept_answer_limit_reached: {
    slug: "rate-limited",
    meaning: "The maximum number of answers is kept under Idempotency-Key.",
  },
  rate_limited: { slug: "rate-limited", meaning: "Over the request or frame rate of the key." },
  webhook_test_running: {
    slug: "rate-limited",
    meaning: "A test of this webhook is still under way, or too many are.",
  },
  paper_queue_full: {
    slug: "rate-limited",
    meaning:
      "The maximum number of report jobs of the organisation (reports, archives, verifications, redactions, simulations) is waiting or running.",
  },
  overloaded: { slug: "overloaded", meaning: "The commit queue is too old to take more." },
  storage_unavailable: { slug: "storage-unavailable", meaning: "The store does not accept writes." },
  clock_unusable: {
    slug: "storage-unavailable",
    meaning: "The clock of the service's machine is outside the years 2020 to 2199, so nothing can be dated.",
  },
  webhooks_unavailable: {
    slug: "storage-unavailable",
    meaning: "Webhooks cannot be read or changed right now; frames are taken all the same.",
  },
  evidence_not_sealed: {
    slug: "not-yet",
    meaning: "Third parties are still being asked about the evidence.",
  },
  issuer_not_named: {
    slug: "not-yet",
    meaning:
      "The operator has not named the issuer and the log yet; evidence waits until that is done, and no statement is signed.",
  },
  evidence_purged: {
    slug: "gone",
    meaning: "The evidence was erased; `tombstone` says when and on what ground, signed.",
  },

  stream_position_invalid: {
    slug: "malformed-request",
    meaning: "The given position is not one of the event stream.",
  },
  stream_limit_reached: {
    slug: "rate-limited",
    meaning: "The maximum number of event streams of the key, or of its organisation, is open.",
  },
  stream_position_expired: { slug: "gone", meaning: "The event stream no longer goes back that far." },
  conflict: { slug: "conflict", meaning: "The command does not fit the present state." },
  webhook_disabled: {
    slug: "conflict",
    meaning: "The webhook is disabled: enable it, then send again.",
  },
  no_breach_open: {
    slug: "conflict",
    meaning:
      "No breach of the vehicle is open: there is nothing to issue evidence of. A statement of its state can be issued.",
  },
  evidence_on_hold: {
    slug: "conflict",
    meaning: "A legal hold is on the evidence: it must not be erased.",
  },
  work_not_needed: {
    slug: "conflict",
    meaning: "The vehicle needs no work, or not this action.",
  },
  work_not_undoable: {
    slug: "conflict",
    meaning: "The entry cannot be undone: it is not undoable, or later work depends on it.",
  },
  key_not_in_force: { slug: "conflict", meaning: "The API key has expired or was revoked." },
  key_rotated: { slug: "conflict", meaning: "The API key was rotated before: rotate the one in its place." },
  key_limit_reached: {
    slug: "conflict",
    meaning: "The organisation has the maximum number of API keys in force.",
  },
  last_managing_key: {
    slug: "conflict",
    meaning: "Without this API key nobody could manage the organisation's keys over the interface.",
  },
  precondition_failed: { slug: "precondition-failed", meaning: "If-Match names an older state." },
  evidence_damaged: {
    slug: "damaged",
    meaning: "The stored bundle or frames are not the bytes that were issued.",
  },
  internal: { slug: "internal", meaning: "A fault of the service." },
} as const satisfies Record<string, ProblemCodeMeaning>;

export type ProblemCode = keyof typeof problemCodes;

/** The kind of problem a code belongs to. */
export function slugOf(code: ProblemCode): ProblemSlug {
  return problemCodes[code].slug;
}

/** The codes explained on one problem page, in the order of the table. */
export function codesOf(slug: ProblemSlug): readonly ProblemCode[] {
  return (Object.keys(problemCodes) as ProblemCode[]).filter((code) => slugOf(code) === slug);
}
