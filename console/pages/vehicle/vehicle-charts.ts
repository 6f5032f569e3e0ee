import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { cusumCharts } from "../../charts/cusum-charts.ts";
import { type Estimate, estimateChart } from "../../charts/estimate-chart.ts";
import { changesOf, momentsOf, stagesOf } from "../../charts/moments-of.ts";
import { residualCharts, type Spreads } from "../../charts/residual-charts.ts";
import { statisticChart } from "../../charts/statistic-chart.ts";
import { t2Chart } from "../../charts/t2-chart.ts";
import type { ChartSet } from "./sensor-charts.tsx";
import { limitsOf } from "./sensor-standing.ts";
import type { Sensor } from "./vehicle-view.ts";

/** What is shown of one sensor: its drift against its limits and its readings; the statistics when they are asked for. */
export function vehicleCharts(series: VehicleSeries, vehicle: VehicleDetail, sensor: Sensor): ChartSet {
  const moments = [...momentsOf(series, changesOf(vehicle)), ...stagesOf(series, vehicle)];
  const estimate = sensorEstimate(series, vehicle, sensor);
  const ofSensor = { ...series, channels: series.channels.filter((channel) => channel.sensor === sensor) };
  const small = (plan: ChartSet["shown"][number]["plan"]) => ({ plan, isTall: false });
  return {
    shown: [
      ...(estimate === null ? [] : [{ plan: estimateChart(series, estimate, moments), isTall: true }]),
      ...residualCharts(ofSensor, spreadsOf(vehicle), moments).map(small),
    ],
    folded: {
      title: "Statistics: W, T² and CUSUM sums",
      charts: [
        { plan: statisticChart(series, moments), isTall: true },
        small(t2Chart(series, moments)),
        ...cusumCharts(ofSensor, spreadsOf(vehicle), moments).map(small),
      ],
    },
  };
}

/** Null for a sensor that was not heard, and from a service that tells no estimates. */
export function sensorEstimate(
  series: VehicleSeries,
  vehicle: Pick<VehicleDetail, "sensor_limits">,
  sensor: Sensor,
): Estimate | null {
  const columns = columnsOf(series, sensor);
  return columns === null
    ? null
    : {
        title: titles[sensor],
        ...columns,
        ...limitsOf(sensor, vehicle),
        sides: sensor === "radar" ? "both" : "upper",
      };
}

const titles: Readonly<Record<Sensor, string>> = {
  camera: "Camera: how far it is turned",
  radar: "Radar: how far its range is off",
  lidar: "Lidar: how much its registration error has grown",
};

function columnsOf(series: VehicleSeries, sensor: Sensor): Pick<Estimate, "drift" | "deviation"> | null {
  if (sensor === "camera") {
    const { camera_drift: drift, camera_drift_sd: deviation } = series;
    return drift === undefined || deviation === undefined ? null : { drift, deviation };
  }
  const found = series.channels.find((channel) => channel.sensor === sensor);
  if (found?.drift === undefined || found.drift_sd === undefined) return null;
  return { drift: found.drift, deviation: found.drift_sd };
}

export function spreadsOf(vehicle: Pick<VehicleDetail, "baseline">): Spreads {
  return new Map(vehicle.baseline.channels.map(({ channel, scale }) => [channel, scale]));
}
