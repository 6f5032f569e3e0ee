import { Type } from "typebox";

import { SignedEnvelope } from "./evidence-custody.ts";
import { nullable } from "../vocabulary.ts";

const index = (description: string) => Type.Integer({ minimum: 0, description });

export const LogRecoveries = Type.Object(
  {
    recoveries: Type.Array(
      Type.Object({
        missing: nullable(
          Type.Object({
            from: index("Index of the first entry that is missing."),
            to: index("Index of the first entry that is there again."),
          }),
          { description: "Null where the backup held every entry that was signed." },
        ),
        envelope: SignedEnvelope,
        log_index: index("Of the recovery's own entry."),
        tlog_proof: Type.String({ description: "c2sp.org/tlog-proof@v1 of that entry." }),
      }),
      { description: "Oldest first." },
    ),
  },
  {
    $id: "LogRecoveries",
    description:
      "The signed documents (`application/vnd.plumbline.recovery+json`) by which the log says that a backup was restored, " +
      "and from where to where its entries are missing. Of those the tiles have the hashes, so that the log only grew.",
    examples: [{ recoveries: [] }],
  },
);
