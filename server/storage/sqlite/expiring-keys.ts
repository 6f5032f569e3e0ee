/** Days before its end at which a key is announced as expiring. */
const announcedDays = [1, 3, 14] as const;
const dayUs = 86_400_000_000;

/** The nearest of these days that has come; a key that was made for less time is not announced for them. */
const due = `CASE ${announcedDays
  .map(
    (days) =>
      `WHEN expires_us <= :nowUs + ${days * dayUs} AND expires_us - created_us > ${days * dayUs} THEN ${days}`,
  )
  .join(" ")} END`;

/** Keys to be announced now, at most 100; of one that was rotated its holder knows. */
export const expiringKeys = `SELECT organisation, public_id AS publicId, name, expires_us AS expiresAtUs, days
  FROM (SELECT *, ${due} AS days FROM api_key
    WHERE expires_us > :nowUs AND expires_us <= :nowUs + ${14 * dayUs} AND revoked_us IS NULL AND rotated_to IS NULL)
  WHERE days IS NOT NULL AND (expiry_announced_days IS NULL OR expiry_announced_days > days)
  ORDER BY expires_us LIMIT 100`;
