import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { cusumCharts } from "../../charts/cusum-charts.ts";
import { type Estimate, estimateChart } from "../../charts/estimate-chart.ts";
import { changesOf, momentsOf, stagesOf } from "../../charts/moments-of.ts";
import { residualCharts, type Spreads } from "../../charts/residual-charts.ts";
import { statisticChart } from "../../charts/statistic-chart.ts";
import { t2Chart } from "../../charts/t2-chart.ts";
import type { ChartSet } from "./sensor-charts.tsx";
import { limitsOf } from "./sensor-standing.ts";
import { kindOf, type Sensor } from "../../../core/sensors/sensor-lists.ts";

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
      title: "Statistics: log likelihood ratio, T² and CUSUM sums",
      charts: [
        { plan: statisticChart(series, moments), isTall: true },
        small(t2Chart(series, moments)),
        ...cusumCharts(ofSensor, spreadsOf(vehicle), moments).map(small),
      ],
    },
  };
}

/** Null for a sensor without readings, and from a service that gives no estimates. */
export function sensorEstimate(
  series: VehicleSeries,
  vehicle: Pick<VehicleDetail, "sensor_limits">,
  sensor: Sensor,
): Estimate | null {
  const columns = columnsOf(series, sensor);
  const { label, words, faultSides: sides } = kindOf(sensor);
  return columns === null
    ? null
    : {
        title: `${label}: ${words.course}`,
        ...columns,
        ...limitsOf(sensor, vehicle),
        sides,
      };
}

function columnsOf(series: VehicleSeries, sensor: Sensor): Pick<Estimate, "drift" | "deviation"> | null {
  const { column } = kindOf(sensor).drift;
  if (column !== null) {
    const { [column]: drift, [`${column}_sd` as const]: deviation } = series;
    return drift === undefined || deviation === undefined ? null : { drift, deviation };
  }
  const found = series.channels.find((channel) => channel.sensor === sensor);
  if (found?.drift === undefined || found.drift_sd === undefined) return null;
  return { drift: found.drift, deviation: found.drift_sd };
}

export function spreadsOf(vehicle: Pick<VehicleDetail, "baseline">): Spreads {
  return new Map(vehicle.baseline.channels.map(({ channel, scale }) => [channel, scale]));
}
