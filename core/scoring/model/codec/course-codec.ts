import type { Codec } from "./binary-codec.ts";
import { count, numbers, record, steps } from "./binary-codec.ts";
import type { BreachCourse, CourseRow } from "../state.ts";
import type { ChangePointInterval } from "../score.ts";

export const intervalCodec: Codec<ChangePointInterval> = record({ fromSeq: count, toSeq: count });

/** The times of all rows, then their other numbers row by row. */
const courseRows: Codec<readonly CourseRow[]> = {
  write: (rows, sink) => {
    steps.write(
      rows.map(({ timeUs }) => timeUs),
      sink,
    );
    numbers.write(
      rows.flatMap(({ blocks, shifts }) => [blocks, ...shifts]),
      sink,
    );
  },
  read: (source) => {
    const times = steps.read(source);
    const rest = numbers.read(source);
    const width = rest.length / times.length;
    return times.map((timeUs, at) => {
      const [blocks = 0, ...shifts] = rest.slice(at * width, (at + 1) * width);
      return { timeUs, blocks, shifts };
    });
  },
};

export const courseCodec: Codec<BreachCourse> = record({
  likely: intervalCodec,
  widely: intervalCodec,
  rows: record({ camera: courseRows, radar: courseRows, lidar: courseRows }),
});
