import { expect, test } from "vitest";
import { channels, firstChannel, limitedSensors, trackWidths } from "./sensors.ts";

test("the sensors' channels follow each other, and together are all of them", () => {
  const listed = limitedSensors.flatMap((sensor) =>
    channels.slice(firstChannel[sensor], firstChannel[sensor] + trackWidths[sensor]),
  );
  expect(listed).toEqual([...channels]);
});
