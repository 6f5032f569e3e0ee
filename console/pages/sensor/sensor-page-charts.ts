import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { cusumCharts } from "../../charts/cusum-charts.ts";
import { type Estimate, estimateChart, reachOf } from "../../charts/estimate-chart.ts";
import { changesOf, momentsOf, stagesOf } from "../../charts/moments-of.ts";
import { residualCharts } from "../../charts/residual-charts.ts";
import { t2Chart } from "../../charts/t2-chart.ts";
import { channelLabel } from "../../labels/verdict-labels.ts";
import type { ChartSet } from "../vehicle/sensor-charts.tsx";
import { limitsOf } from "../vehicle/sensor-standing.ts";
import { sensorEstimate, spreadsOf } from "../vehicle/vehicle-charts.ts";
import { type Sensor, sensors } from "../vehicle/vehicle-view.ts";

/** A sensor's values as small multiples of one scale, then what the other sensors did at the same time. */
export function sensorCharts(series: VehicleSeries, vehicle: VehicleDetail, sensor: Sensor): ChartSet {
  const moments = [...momentsOf(series, changesOf(vehicle)), ...stagesOf(series, vehicle)];
  const ofSensor = { ...series, channels: series.channels.filter((channel) => channel.sensor === sensor) };
  const small = (plan: ChartSet["shown"][number]["plan"]) => ({ plan, isTall: false });
  const others = sensors
    .filter((each) => each !== sensor)
    .flatMap((each) => sensorEstimate(series, vehicle, each) ?? []);
  return {
    shown: [
      ...ownEstimates(series, vehicle, sensor).map((estimate) =>
        small(estimateChart(series, estimate, moments)),
      ),
      ...others.map((estimate) =>
        small({ ...estimateChart(series, estimate, moments), title: `At the same time: ${estimate.title}` }),
      ),
    ],
    folded: {
      title: "Readings, T² and CUSUM sums",
      charts: [
        ...residualCharts(ofSensor, spreadsOf(vehicle), moments).map(small),
        small(t2Chart(series, moments)),
        ...cusumCharts(ofSensor, spreadsOf(vehicle), moments).map(small),
      ],
    },
  };
}

/** The camera about each of its axes, on one scale so that their heights compare; the others have one value. */
function ownEstimates(series: VehicleSeries, vehicle: VehicleDetail, sensor: Sensor): readonly Estimate[] {
  const whole = sensorEstimate(series, vehicle, sensor);
  const { limits, unit } = limitsOf(sensor, vehicle);
  const axes =
    sensor === "camera"
      ? series.channels.flatMap(({ channel, sensor: of, drift, drift_sd: deviation }): readonly Estimate[] =>
          of !== "camera" || drift === undefined || deviation === undefined
            ? []
            : [
                {
                  title: axisTitles.get(channel) ?? channelLabel(channel),
                  unit,
                  drift,
                  deviation,
                  limits,
                  sides: "both",
                },
              ],
        )
      : [];
  const reach = Math.max(...axes.map(reachOf));
  return [...(whole === null ? [] : [whole]), ...axes.map((axis) => ({ ...axis, reach }))];
}

const axisTitles: ReadonlyMap<string, string> = new Map([
  ["camera_x", "About x (pitch, if x points right)"],
  ["camera_y", "About y (yaw, if y points down)"],
  ["camera_z", "About z (roll, if z points ahead)"],
]);
