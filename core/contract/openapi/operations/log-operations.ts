import type { Answer, Operation } from "../operation.ts";
import {
  checkpointSizeParameter,
  fromSizeParameter,
  leafIndexParameter,
  toSizeParameter,
} from "../query-parameters.ts";

const noSuchLogPart = { status: 404, description: "The log has not come to that, or never signed it." };

const tileAnswers: readonly Answer[] = [
  {
    status: 200,
    description: "Bytes that never change.",
    mediaType: "application/octet-stream",
    headers: ["ETag", "Repr-Digest", "Cache-Control"],
  },
  { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
];

/** The public transparency log. */
export const logOperations = [
  {
    operationId: "getLogCheckpoint",
    method: "GET",
    path: "/v1/log/checkpoint",
    tag: "Log",
    summary: "Get the newest checkpoint of the log",
    description: "Size and root of the log, signed: a C2SP checkpoint, which Go's sumdb/note opens.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The signed note.",
        mediaType: "text/plain",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getLogTile",
    method: "GET",
    path: "/v1/log/tile/{tile_level}/{+tile_index}",
    tag: "Log",
    summary: "Get a tile of the log",
    description: "Up to 256 hashes of 32 bytes, one after another.",
    access: "public",
    query: [],
    answers: tileAnswers,
    problems: [noSuchLogPart],
  },
  {
    operationId: "getLogEntries",
    method: "GET",
    path: "/v1/log/tile/entries/{+tile_index}",
    tag: "Log",
    summary: "Get entries of the log",
    description:
      "Up to 256 entries, each behind its length (two bytes, big-endian). One that was lost before a backup was restored is empty.",
    access: "public",
    query: [],
    answers: tileAnswers,
    problems: [
      noSuchLogPart,
      { status: 410, description: "These entries were lost before a backup was restored." },
    ],
  },
  {
    operationId: "getLogInclusionProof",
    method: "GET",
    path: "/v1/log/proof/inclusion",
    tag: "Log",
    summary: "Prove that an entry is in the log",
    description: "A c2sp.org/tlog-proof@v1 under a signed checkpoint. A convenience: the tiles say the same.",
    access: "public",
    query: [leafIndexParameter, checkpointSizeParameter],
    answers: [
      { status: 200, description: "The proof.", mediaType: "text/plain", headers: ["Cache-Control", "ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchLogPart],
  },
  {
    operationId: "getLogConsistencyProof",
    method: "GET",
    path: "/v1/log/proof/consistency",
    tag: "Log",
    summary: "Prove that the log only grew",
    description:
      "The hashes of RFC 9162 2.1.4, base64, one a line; none for equal sizes. A convenience: the tiles say the same.",
    access: "public",
    query: [fromSizeParameter, toSizeParameter],
    answers: [
      { status: 200, description: "The proof.", mediaType: "text/plain", headers: ["Cache-Control", "ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchLogPart],
  },
  {
    operationId: "listLogRecoveries",
    method: "GET",
    path: "/v1/log/recoveries",
    tag: "Log",
    summary: "List what was lost before a backup was restored",
    description:
      "Signed and entered in the log by the service that was restored. Empty where that never happened.",
    access: "public",
    query: [],
    answers: [
      {
        status: 200,
        description: "The recoveries.",
        schema: "LogRecoveries",
        headers: ["ETag", "Cache-Control"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
] as const satisfies readonly Operation[];
