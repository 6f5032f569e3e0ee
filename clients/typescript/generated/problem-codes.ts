/** Written by generate-contract.ts; not to be changed by hand. Every `code` of a problem; a newer service may have others. */
export type ProblemCode =
  /** The body is empty where JSON is needed. */
  | "json_empty"
  /** Not well-formed JSON. */
  | "json_syntax"
  /** The body is not valid UTF-8. */
  | "utf8_invalid"
  /** A \u escape writes half a character. */
  | "lone_surrogate"
  /** An object has the same member twice. */
  | "duplicate_member"
  /** A member is named __proto__. */
  | "forbidden_member"
  /** Nested deeper than 32. */
  | "too_deep"
  /** More than 64 members in one object. */
  | "too_many_members"
  /** A number is written with more than 40 characters. */
  | "number_too_long"
  /** A number is too large for binary64. */
  | "number_not_finite"
  /** The operation has no such query parameter. */
  | "query_parameter_unknown"
  /** A query parameter that takes one value is given twice. */
  | "query_parameter_repeated"
  /** A query parameter has a value it does not take. */
  | "query_parameter_invalid"
  /** The query string cannot be decoded. */
  | "query_malformed"
  /** The cursor was not issued by this list. */
  | "cursor_invalid"
  /** A header is repeated or has a value it does not take. */
  | "header_invalid"
  /** The path cannot be decoded. */
  | "path_malformed"
  /** The path and query are too long. */
  | "uri_too_long"
  /** The HTTP message is not framed as it must be. */
  | "framing_invalid"
  /** The body does not decode under its Content-Encoding. */
  | "content_coding_damaged"
  /** This operation takes no body. */
  | "body_not_expected"
  /** A required member is missing. */
  | "member_missing"
  /** A member this object does not have. */
  | "member_unknown"
  /** The value has the wrong JSON type. */
  | "wrong_type"
  /** The number is outside its range. */
  | "out_of_range"
  /** The string or array is too short or too long. */
  | "wrong_length"
  /** The string does not have the form it must have. */
  | "wrong_format"
  /** The value is not one of the allowed ones. */
  | "not_allowed"
  /** Not an RFC 3339 UTC date-time on a real date. */
  | "timestamp_invalid"
  /** More than 5 minutes ahead of the server's clock. */
  | "timestamp_in_future"
  /** The frame carries no sensor value. */
  | "sensors_empty"
  /** The 9 numbers are not a rotation matrix. */
  | "rotation_matrix_invalid"
  /** metadata is over 4 096 bytes as canonical JSON. */
  | "metadata_too_large"
  /** Nothing is sent to this address: not https, a user, password or fragment in it, a port that is not taken, or a host that does not have public addresses only. */
  | "webhook_address_refused"
  /** The operator has not set up what this format needs, or the address is none of this format. */
  | "webhook_format_unavailable"
  /** There are no events of this type. */
  | "event_type_unknown"
  /** The batch holds no frame. */
  | "batch_empty"
  /** No frame of the batch was taken. */
  | "batch_rejected"
  /** No Authorization header. */
  | "api_key_missing"
  /** Not a bearer key of this service: shape or checksum is wrong. */
  | "api_key_malformed"
  /** The key is unknown, expired or revoked. */
  | "api_key_invalid"
  /** The key lacks the scope of this operation. */
  | "insufficient_scope"
  /** The key is limited to other fleets. */
  | "fleet_not_allowed"
  /** The API key named may do, or would do, more than the one that asks. */
  | "rights_exceeded"
  /** The service has no such path. */
  | "route_not_found"
  /** No such vehicle in this organisation. */
  | "vehicle_not_found"
  /** No such evidence in this organisation. */
  | "evidence_not_found"
  /** This key sees no such API key. */
  | "key_not_found"
  /** The work on the vehicle has no such entry. */
  | "work_entry_not_found"
  /** No such key ever signed evidence. */
  | "evidence_key_not_found"
  /** No evidence names a scoring method of that digest. */
  | "specification_not_found"
  /** No frozen scorer of that digest is known here. */
  | "scorer_not_found"
  /** The log has no such tile, entry or signed size. */
  | "log_part_not_found"
  /** The key sees no such scenario, or not any more. */
  | "scenario_not_found"
  /** Scenarios are not written in such a format. */
  | "export_format_unknown"
  /** Scenarios of this level are not written in that format: draw a concrete one from a logical one. */
  | "export_not_of_level"
  /** The key sees no such webhook. */
  | "webhook_not_found"
  /** The webhook has no such delivery, or not any more. */
  | "delivery_not_found"
  /** No such schema or problem page. */
  | "document_not_found"
  /** The path does not take this method. */
  | "method_not_allowed"
  /** Accept excludes every form of the answer. */
  | "not_acceptable"
  /** Expect has a value besides 100-continue. */
  | "expectation_failed"
  /** The decoded body is over its limit. */
  | "body_too_large"
  /** A line of NDJSON is over 64 KiB. */
  | "line_too_long"
  /** More than 10 000 frames in one JSON body. */
  | "too_many_frames"
  /** The body decompresses to more than 200 times its size. */
  | "decompression_ratio_exceeded"
  /** Content-Type is missing or not taken here. */
  | "media_type_unsupported"
  /** Content-Encoding is not one of gzip, br, zstd, identity, or names several. */
  | "content_coding_unsupported"
  /** The Idempotency-Key is malformed. */
  | "idempotency_key_invalid"
  /** The Idempotency-Key came before with another request. */
  | "idempotency_key_reused"
  /** The first request with this key is still running. */
  | "idempotency_in_progress"
  /** The organisation has as many vehicles as it may have; this frame is of a further one. */
  | "vehicle_limit_reached"
  /** The organisation stores as many bytes as it may. */
  | "stored_bytes_limit_reached"
  /** The organisation has as many webhooks as it may have. */
  | "webhook_limit_reached"
  /** As many vehicles were new within the last hour as may be; this frame is of a further one. */
  | "new_vehicle_limit_reached"
  /** As many answers are kept under Idempotency-Key as may be at once. */
  | "kept_answer_limit_reached"
  /** Over the request or frame rate of the key. */
  | "rate_limited"
  /** A test of this webhook is still under way, or too many are. */
  | "webhook_test_running"
  /** The organisation's share of reports, archives, verifications, redactions and what-ifs waits or runs already. */
  | "paper_queue_full"
  /** The commit queue is too old to take more. */
  | "overloaded"
  /** The store does not accept writes. */
  | "storage_unavailable"
  /** The clock of the service's machine is outside the years 2020 to 2199, so nothing can be dated. */
  | "clock_unusable"
  /** Webhooks cannot be read or changed right now; frames are taken all the same. */
  | "webhooks_unavailable"
  /** Third parties are still being asked about the evidence. */
  | "evidence_not_sealed"
  /** The evidence was erased; `tombstone` says when and on what ground, signed. */
  | "evidence_purged"
  /** What is given as a position of the event stream never was one. */
  | "stream_position_invalid"
  /** As many event streams of the key, or of its organisation, are open as may be at once. */
  | "stream_limit_reached"
  /** The event stream no longer goes back that far. */
  | "stream_position_expired"
  /** The command does not fit the present state. */
  | "conflict"
  /** The webhook is disabled: enable it, then send again. */
  | "webhook_disabled"
  /** A legal hold is on the evidence: it must not be erased. */
  | "evidence_on_hold"
  /** Nothing is to be done about the vehicle, or not what was asked for. */
  | "work_not_needed"
  /** The entry cannot be taken back: it never could, or something was done since. */
  | "work_not_undoable"
  /** The API key has expired or was revoked. */
  | "key_not_in_force"
  /** The API key was rotated before: rotate the one in its place. */
  | "key_rotated"
  /** The organisation has as many API keys in force as it may have. */
  | "key_limit_reached"
  /** Without this API key nobody could manage the organisation's keys over the interface. */
  | "last_managing_key"
  /** If-Match names an older state. */
  | "precondition_failed"
  /** The stored bundle or frames are not the bytes that were issued. */
  | "evidence_damaged"
  /** A fault of the service. */
  | "internal";
