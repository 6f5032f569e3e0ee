import { Type } from "typebox";

import { dictionary, oneOf } from "./vocabulary.ts";

export const Health = Type.Object(
  {
    status: oneOf(["ok", "degraded", "unavailable"], {
      $id: "HealthStatus",
      description: "`unavailable` (503): no commit is possible right now.",
    }),
    version: Type.String({ description: "Version of the service." }),
    uptime_s: Type.Number({ minimum: 0, description: "Seconds since the process started." }),
    checks: dictionary(Type.String(), { description: "What was checked, and `ok` or the reason it is not." }),
  },
  {
    $id: "Health",
    description: "Whether the service can take and keep frames.",
    examples: [{ status: "ok", version: "0.1.0", uptime_s: 3.2, checks: { storage: "ok" } }],
  },
);

export const Liveness = Type.Object(
  { status: oneOf(["ok"], { $id: "LivenessStatus", description: "The process answers." }) },
  {
    $id: "Liveness",
    description: "The process lives; it says nothing about storage.",
    examples: [{ status: "ok" }],
  },
);
