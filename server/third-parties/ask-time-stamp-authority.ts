import { randomBytes } from "node:crypto";

import type { Certificate } from "../../core/evidence/timestamp/certificate.ts";
import { checkTimeStamp, storableTimeStamp } from "../../core/evidence/timestamp/check-time-stamp.ts";
import { timeStampRequest } from "../../core/evidence/timestamp/time-stamp-request.ts";
import type { X509Primitives } from "../../core/encoding/primitives.ts";
import type { TimeStampAuthority } from "../app/ports/third-parties.ts";
import { postBytes } from "./post-bytes.ts";

export interface AuthorityOptions {
  /** http or https, without credentials. */
  readonly url: string;
  readonly roots: readonly Certificate[];
  readonly x509: X509Primitives;
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 10_000;
const maxAnswerBytes = 48 * 1024;

/** An authority reached as RFC 3161 3.4 has it. What it answers is checked as a verifier will check it, and its nonce too. */
export function timeStampAuthority(options: AuthorityOptions): TimeStampAuthority {
  const { url, roots, x509, timeoutMs = usualTimeoutMs } = options;
  return {
    name: url,
    async stamp(data) {
      const nonce = BigInt(`0x${randomBytes(8).toString("hex")}`);
      const { status, body } = await postBytes(url, {
        contentType: "application/timestamp-query",
        body: timeStampRequest(x509.digest("sha256", data), nonce),
        timeoutMs,
        maxBytes: maxAnswerBytes,
      });
      if (status !== 200) throw new Error(`${url} answered with status ${status}`);
      const stored = storableTimeStamp(body, { roots, x509 });
      const stamp = checkTimeStamp(stored, { data, roots, x509 });
      if (stamp.kind === "broken")
        throw new Error(`the time stamp of ${url} cannot be used: ${stamp.detail}`);
      if (stamp.nonce !== nonce) throw new Error(`${url} answered another request`);
      return stored;
    },
  };
}
