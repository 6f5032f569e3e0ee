import { Type } from "typebox";

import { SignedEnvelope } from "./evidence-custody.ts";
import { nullable, sha256HexPattern } from "../vocabulary.ts";

const LoggedScorer = Type.Object(
  {
    envelope: SignedEnvelope,
    log_index: Type.Integer({ minimum: 0 }),
    tlog_proof: Type.String({ description: "c2sp.org/tlog-proof@v1 of the document's entry in the log." }),
  },
  {
    description:
      "The signed document (`application/vnd.plumbline.scorer+json`) by which this log began to use the scorer, and its proof.",
  },
);

export const EvidenceScorers = Type.Object(
  {
    scorers: Type.Array(
      Type.Object({
        version: Type.String({ description: "As in `scoring.version` of a bundle." }),
        numeric_profile: Type.String(),
        sha256: Type.String({
          pattern: sha256HexPattern,
          description: "As in `scoring.scorer_sha256` of a bundle: of the module's bytes.",
        }),
        logged: nullable(LoggedScorer, {
          description: "Null where this log never used it.",
        }),
      }),
      { description: "Oldest first." },
    ),
  },
  {
    $id: "EvidenceScorers",
    description:
      "The frozen scorers this service knows: each recomputes the evidence of its version, for good.",
    examples: [
      {
        scorers: [
          {
            version: "1.1.0",
            numeric_profile: "binary64-ltr-v1",
            sha256: "7dedfb3ac40420ca645317dccc05309b4cdfd4fee69e30c02a375e9d2fb0646a",
            logged: null,
          },
        ],
      },
    ],
  },
);
