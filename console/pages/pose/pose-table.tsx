import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { degrees, millimetresFromMetres } from "../../labels/quantities.ts";

/** The numbers behind the pictures. */
export function PoseTable({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  const { camera, radar, lidar } = vehicle.extrinsics;
  const rows = [
    camera === null
      ? null
      : (["Camera, turned", degrees(camera.drift_deg), degrees(camera.drift_sd_deg)] as const),
    radar === null
      ? null
      : ([
          "Radar, distance",
          millimetresFromMetres(radar.drift_m),
          millimetresFromMetres(radar.drift_sd_m),
        ] as const),
    lidar === null
      ? null
      : ([
          "Lidar, error",
          millimetresFromMetres(lidar.drift_m),
          millimetresFromMetres(lidar.drift_sd_m),
        ] as const),
  ];
  return (
    <table className="numbers">
      <thead>
        <tr>
          <th scope="col">Against baseline</th>
          <th scope="col" className="number">
            Drift
          </th>
          <th scope="col" className="number">
            ±1 σ
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(
          (row) =>
            row !== null && (
              <tr key={row[0]}>
                <th scope="row">{row[0]}</th>
                <td className="number">{row[1]}</td>
                <td className="number">{row[2]}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
