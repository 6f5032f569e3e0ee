import { Type } from "typebox";

import { dictionary } from "../vocabulary.ts";

// Not one `type` of three: generators and strict validators do without those (oapi-codegen, Ajv).
const AttributeValue = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

export const VehicleAttributes = dictionary(AttributeValue, {
  description:
    "What the vehicle's frames say of it in `metadata`, beside fleet, region and position: strings, numbers and booleans, nested members by dotted name. " +
    "The newest value of each stays until a frame gives another; null or an empty string takes it away. At most 32, names up to 64 and strings up to 128 characters. " +
    "A number that changes is taken at most once a minute of capture time.",
});

export const VehiclePosition = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90, description: "Degrees, north positive." }),
    longitude: Type.Number({ minimum: -180, maximum: 180, description: "Degrees, east positive." }),
  },
  {
    description:
      "The newest position a frame gave in `metadata`: `latitude` and `longitude` (or `lat` and `lon` or `lng`), there or inside `position`, `location` or `gps`.",
  },
);
