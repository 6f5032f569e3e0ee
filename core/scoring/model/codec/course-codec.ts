import type { Codec } from "./binary-codec.ts";
import { count, numbers, record, steps } from "./binary-codec.ts";
import { courseRowLength, courseRowTime } from "../course-row.ts";
import type { BreachCourse } from "../state.ts";
import type { LimitedSensor } from "../sensors.ts";
import type { ChangePointInterval } from "../score.ts";

export const intervalCodec: Codec<ChangePointInterval> = record({ fromSeq: count, toSeq: count });

/** Rows, their times apart from the rest. */
function courseRows(sensor: LimitedSensor): Codec<readonly number[]> {
  const length = courseRowLength(sensor);
  const isTime = (_: number, at: number) => at % length === courseRowTime;
  return {
    write: (rows, sink) => {
      steps.write(rows.filter(isTime), sink);
      numbers.write(
        rows.filter((value, at) => !isTime(value, at)),
        sink,
      );
    },
    read: (source) => {
      const times = steps.read(source);
      const rest = numbers.read(source);
      return times.flatMap((timeUs, at) => [
        timeUs,
        ...rest.slice(at * (length - 1), (at + 1) * (length - 1)),
      ]);
    },
  };
}

export const courseCodec: Codec<BreachCourse> = record({
  likely: intervalCodec,
  widely: intervalCodec,
  rows: record({ camera: courseRows("camera"), radar: courseRows("radar"), lidar: courseRows("lidar") }),
});
