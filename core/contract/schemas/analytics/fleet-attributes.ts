import { partName } from "../../../sensors/contract-words.ts";
import { Type } from "typebox";

import { UtcTime } from "../vocabulary.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const FleetAttributes = Type.Object(
  {
    vehicles: count("Vehicles that were looked at, with attributes or without."),
    data: Type.Array(
      Type.Object({
        name: Type.String(),
        vehicles: count("Vehicles that have it."),
        distinct_values: count("How many values there are."),
        values: Type.Array(
          Type.Object({
            value: Type.String({ description: "As a filter takes it: `attribute=name:value`." }),
            vehicles: count("Vehicles that have this value."),
          }),
          { maxItems: 20, description: "The commonest first, equally common ones by name." },
        ),
      }),
      { maxItems: 200, description: "The attributes that most vehicles have first, then by name." },
    ),
    as_of: UtcTime,
  },
  {
    $id: "FleetAttributes",
    description: "The attributes of the vehicles, each with its most common values.",
    examples: [
      {
        vehicles: 40,
        data: [
          {
            name: partName,
            vehicles: 40,
            distinct_values: 2,
            values: [
              { value: "CAM-7731-A", vehicles: 37 },
              { value: "CAM-7731-B", vehicles: 3 },
            ],
          },
        ],
        as_of: "2025-03-01T08:00:00.000Z",
      },
    ],
  },
);
