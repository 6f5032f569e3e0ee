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
import { findChannel, kindOf, type Sensor, sensors } from "../../../core/sensors/sensor-lists.ts";

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

/** A rotation about each of its axes, on one scale so that their heights compare; other sensors have one value. */
function ownEstimates(series: VehicleSeries, vehicle: VehicleDetail, sensor: Sensor): readonly Estimate[] {
  const whole = sensorEstimate(series, vehicle, sensor);
  const { limits, unit } = limitsOf(sensor, vehicle);
  const axes =
    kindOf(sensor).channels.length > 1
      ? series.channels.flatMap(({ channel, sensor: of, drift, drift_sd: deviation }): readonly Estimate[] =>
          of !== sensor || drift === undefined || deviation === undefined
            ? []
            : [
                {
                  title: findChannel(channel)?.title ?? channelLabel(channel),
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
