import { Type } from "typebox";

import { Tier, VehicleId } from "../vocabulary.ts";

export const FleetPositions = Type.Object(
  {
    vehicles: Type.Integer({
      minimum: 0,
      description: "Vehicles that fit the filters, with a position or without.",
    }),
    tiers: Type.Array(Tier, { description: "What the numbers of `tier` mean." }),
    columns: Type.Object(
      {
        vehicle_id: Type.Array(VehicleId),
        latitude: Type.Array(Type.Number({ minimum: -90, maximum: 90 })),
        longitude: Type.Array(Type.Number({ minimum: -180, maximum: 180 })),
        tier: Type.Array(Type.Integer({ minimum: 0, maximum: 3, description: "Place in `tiers`." })),
        silent: Type.Array(
          Type.Integer({
            minimum: 0,
            maximum: 1,
            description: "1: no frame within the silence limit.",
          }),
        ),
        last_received_s: Type.Array(
          Type.Integer({ minimum: 0, description: "Receipt of the newest frame, seconds since 1970." }),
        ),
      },
      {
        description:
          "One entry a vehicle that has a position, in order of the vehicle ids; all of one length.",
      },
    ),
  },
  {
    $id: "FleetPositions",
    description: "Positions and tiers of the vehicles, in columns: for a map of a whole fleet.",
    examples: [
      {
        vehicles: 40,
        tiers: ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"],
        columns: {
          vehicle_id: ["veh-0042", "veh-0043"],
          latitude: [52.5208, 48.1371],
          longitude: [13.4095, 11.5754],
          tier: [3, 1],
          silent: [0, 0],
          last_received_s: [1740816000, 1740815990],
        },
      },
    ],
  },
);
