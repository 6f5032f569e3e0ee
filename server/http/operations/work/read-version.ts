import { Refusal } from "../../../../core/contract/refusal.ts";

/**
 * The version `If-Match` names: `"7"`, or the ETag of an answer, which begins with it. Null without the header and for `*`,
 * which any state meets. Throws `Refusal` `header_invalid` for anything else: a command must not be carried out because
 * its condition was not understood.
 */
export function readVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === "*") return null;
  const [, version] = /^(?:W\/)?"(0|[1-9][0-9]{0,9})(?:\.[\w-]+)?"$/.exec(header.trim()) ?? [];
  if (version !== undefined) return Number(version);
  const detail =
    'If-Match is not understood. Send the ETag of GET /v1/vehicles/{vehicle_id}/work, or the version in quotes, such as "7".';
  throw new Refusal("header_invalid", detail, [{ header: "if-match", code: "header_invalid", detail }]);
}
