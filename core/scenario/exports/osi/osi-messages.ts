import { scenarioKinds } from "../../../sensors/scenario-kinds.ts";
import { perKind } from "../../../sensors/sensor-lists.ts";

/**
 * The messages of ASAM OSI 3.8 that are written, with the official names, types and numbers of their fields. A test
 * compares them with the official descriptor. What is not listed is not written.
 */
export const osiMessages = {
  nested: {
    osi3: {
      nested: {
        SensorData: message({
          version: [1, "InterfaceVersion"],
          timestamp: [2, "Timestamp"],
          host_vehicle_location: [3, "BaseMoving"],
          sensor_id: [5, "Identifier"],
          mounting_position: [6, "MountingPosition"],
          mounting_position_rmse: [7, "MountingPosition"],
          last_measurement_time: [9, "Timestamp"],
          feature_data: [26, "FeatureData"],
        }),
        InterfaceVersion: message({
          version_major: [1, "uint32"],
          version_minor: [2, "uint32"],
          version_patch: [3, "uint32"],
        }),
        Timestamp: message({ seconds: [1, "int64"], nanos: [2, "uint32"] }),
        Identifier: message({ value: [1, "uint64"] }),
        Vector3d: message({ x: [1, "double"], y: [2, "double"], z: [3, "double"] }),
        Orientation3d: message({ roll: [1, "double"], pitch: [2, "double"], yaw: [3, "double"] }),
        Dimension3d: message({ length: [1, "double"], width: [2, "double"], height: [3, "double"] }),
        MountingPosition: message({ position: [1, "Vector3d"], orientation: [2, "Orientation3d"] }),
        BaseMoving: message({
          dimension: [1, "Dimension3d"],
          position: [2, "Vector3d"],
          orientation: [3, "Orientation3d"],
          velocity: [4, "Vector3d"],
        }),
        FeatureData: message({
          version: [1, "InterfaceVersion"],
          ...perKind(
            ({ name }) => `${name}_sensor`,
            ({ name }): FieldOf => [
              scenarioKinds[name].osi.field,
              scenarioKinds[name].osi.message,
              "repeated",
            ],
          ),
        }),
        ...perKind(
          ({ name }) => scenarioKinds[name].osi.message,
          () => message({ header: [1, "SensorDetectionHeader"] }),
        ),
        SensorDetectionHeader: {
          ...message({
            measurement_time: [1, "Timestamp"],
            cycle_counter: [2, "uint64"],
            mounting_position: [3, "MountingPosition"],
            mounting_position_rmse: [4, "MountingPosition"],
            data_qualifier: [5, "DataQualifier"],
            number_of_valid_detections: [6, "uint32"],
            sensor_id: [7, "Identifier"],
            extended_qualifier: [8, "ExtendedQualifier"],
          }),
          nested: {
            DataQualifier: {
              values: { DATA_QUALIFIER_AVAILABLE: 2, DATA_QUALIFIER_AVAILABLE_REDUCED: 3 },
            },
            ExtendedQualifier: {
              values: {
                EXTENDED_QUALIFIER_NORMAL_OPERATION_MODE: 2,
                EXTENDED_QUALIFIER_SENSOR_NOT_CALIBRATED: 4,
                EXTENDED_QUALIFIER_SENSOR_BLOCKED: 5,
                EXTENDED_QUALIFIER_SENSOR_MISALIGNED: 6,
              },
            },
          },
        },
      },
    },
  },
};

type FieldOf = readonly [id: number, type: string, rule?: "repeated"];

/** OSI is written in proto2, where a field that is set to zero is written. */
function message(fields: Readonly<Record<string, FieldOf>>) {
  const written = Object.entries(fields).map(([name, [id, type, rule]]) => [
    name,
    rule === undefined ? { id, type } : { id, type, rule },
  ]);
  return {
    edition: "proto2",
    fields: Object.fromEntries(written) as Record<string, { id: number; type: string; rule?: string }>,
  };
}
