import { impossible } from "../../sensors/contract-words.ts";
import { Type } from "typebox";

import { Tombstone } from "./evidence/evidence-custody.ts";
import { batchCounts, batchErrors, errorsTruncated } from "./vehicles/ingest-result.ts";

export const ProblemFault = Type.Object(
  {
    pointer: Type.Optional(
      Type.String({
        description: "JSON pointer to the faulty member of the body; empty for the whole body.",
      }),
    ),
    parameter: Type.Optional(Type.String({ description: "Name of the faulty query or path parameter." })),
    header: Type.Optional(Type.String({ description: "Name of the faulty header." })),
    code: Type.String({ description: "Stable code of this fault." }),
    detail: Type.String({ description: "What is wrong and what to do." }),
  },
  {
    $id: "ProblemFault",
    description:
      "One faulty member, parameter or header; exactly one of `pointer`, `parameter` and `header` is present.",
  },
);

const problemHead = {
  type: Type.String({ description: "`/problems/<slug>`: a page of this server with the cause and the fix." }),
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599, description: "The HTTP status, repeated." }),
  detail: Type.String({ description: "What happened in this request and what to do." }),
  instance: Type.String({ description: "`/requests/<request id>`." }),
  code: Type.String({
    description: "Stable code for programs; the code of the first fault when there are several.",
  }),
  request_id: Type.String({
    description: "Also in the header `X-Request-Id`; quote it when you ask for help.",
  }),
};

export const Problem = Type.Object(
  {
    ...problemHead,
    errors: Type.Optional(Type.Array(ProblemFault)),
    /** Of erased evidence, with `evidence_purged`. */
    tombstone: Type.Optional(Tombstone),
  },
  {
    $id: "Problem",
    description: "Every answer of 400 and above (RFC 9457, `application/problem+json`).",
    examples: [
      {
        type: "/problems/validation-error",
        title: "The request does not fit the contract",
        status: 422,
        detail: impossible.detail,
        instance: "/requests/req_01JX3Q8Z5T",
        code: "out_of_range",
        request_id: "req_01JX3Q8Z5T",
        errors: [
          {
            pointer: `/sensors/${impossible.member}`,
            code: "out_of_range",
            detail: impossible.detail,
          },
        ],
      },
    ],
  },
);

export const BatchRejection = Type.Object(
  { ...problemHead, ...batchCounts, errors: batchErrors, errors_truncated: errorsTruncated },
  {
    $id: "BatchRejection",
    description:
      "A batch of which nothing was taken (422), or that is to be sent again because there was no room for a part of it (507): a problem with the counts of a batch answer.",
    examples: [
      {
        type: "/problems/validation-error",
        title: "The request does not fit the contract",
        status: 422,
        detail: "None of the 2 frames was taken; the first fault is in frame 0.",
        instance: "/requests/req_01JX3Q8Z5T",
        code: "batch_rejected",
        request_id: "req_01JX3Q8Z5T",
        frames_ingested: 0,
        frames_duplicate: 0,
        frames_rejected: 2,
        errors: [
          {
            index: 0,
            code: "member_missing",
            pointer: "/timestamp",
            detail: "timestamp is missing; give the capture time, for example 2025-03-01T08:00:00.000Z.",
          },
          {
            index: 1,
            code: "out_of_range",
            pointer: `/sensors/${impossible.member}`,
            detail: impossible.detail,
          },
        ],
        errors_truncated: false,
      },
    ],
  },
);
