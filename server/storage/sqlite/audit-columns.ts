/** The columns of an audit record under the names the app has for them. */
export const auditColumns = `organisation, seq, at_us AS atUs, key_id AS keyId, action, subject, result, code, reason,
  request_id AS requestId, client_address AS clientAddress, count, prev, digest`;
