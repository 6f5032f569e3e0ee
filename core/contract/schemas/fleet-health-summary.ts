import { Type } from "typebox";

import { UtcTime, nullable } from "./vocabulary.ts";
import { VehicleListItem, exampleVehicle } from "./vehicles/vehicle-list.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

const tierCounts = {
  total_vehicles: count("Vehicles that ever sent a frame."),
  critical_count: count("Vehicles in tier CRITICAL."),
  caution_count: count("Vehicles in tier CAUTION."),
  nominal_count: count("Vehicles in tier NOMINAL."),
  unknown_count: count("Vehicles in tier UNKNOWN; the four tier counts add up to `total_vehicles`."),
  silent_count: count(
    "Vehicles without a frame within the silence limit. Silence turns NOMINAL into UNKNOWN; CAUTION and CRITICAL stay.",
  ),
  late_count: count("Vehicles of which readings came too late to be judged: the note `readings_late`."),
  unjudged_count: count(
    "Those of them with a sensor whose newest readings all came too late: it is not judged.",
  ),
};

export const FleetHealthSummary = Type.Object(
  {
    ...tierCounts,
    frames_24h: count("Frames received in the last 24 hours."),
    open_breaches: count("Vehicles with an open CUSUM breach."),
    worst: Type.Array(VehicleListItem, { maxItems: 10, description: "The ten vehicles to look at first." }),
    by_fleet: Type.Optional(
      Type.Array(Type.Object({ fleet_id: Type.String(), ...tierCounts }), {
        description: "Present with `group_by=fleet`, ordered by `fleet_id`.",
      }),
    ),
    by_region: Type.Optional(
      Type.Array(
        Type.Object({
          region: nullable(Type.String(), { description: "Null for vehicles never given a region." }),
          ...tierCounts,
        }),
        { description: "Present with `group_by=region`, ordered by `region`." },
      ),
    ),
    rescoring: Type.Optional(
      Type.Object(
        {
          scoring: Type.String({ description: "Version of the scoring by which vehicles are scored again." }),
          done: Type.Number({
            minimum: 0,
            maximum: 1,
            description: "Share of the installation's vehicles that are, rounded down to hundredths.",
          }),
          expected_end: nullable(UtcTime, { description: "By the pace so far; null before there is one." }),
        },
        {
          $id: "Rescoring",
          description:
            "Present after an upgrade to other scoring rules, until every vehicle is scored again by them; of a vehicle that is not yet, `earlier_scoring` says so.",
        },
      ),
    ),
    as_of: UtcTime,
  },
  {
    $id: "FleetHealthSummary",
    description: "Tier counts of the fleet, as far as the key may see it.",
    examples: [
      {
        total_vehicles: 40,
        critical_count: 1,
        caution_count: 3,
        nominal_count: 34,
        unknown_count: 2,
        silent_count: 0,
        late_count: 2,
        unjudged_count: 1,
        frames_24h: 57600,
        open_breaches: 4,
        worst: [exampleVehicle],
        as_of: "2025-03-01T08:00:00.000Z",
      },
    ],
  },
);
