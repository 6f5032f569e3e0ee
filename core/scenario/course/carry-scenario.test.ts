import { expect, test } from "vitest";
import { feedForTests } from "../feed/feed-for-tests.ts";
import { carryScenario, scenarioElementId, scenarioPlace } from "./carry-scenario.ts";
import { playScenario } from "./play-scenario.ts";

const feed = feedForTests({ durationS: 1 });
const course = playScenario(feed);
const page = `<body>\n${scenarioPlace}\n</body>`;

const carriedIn = (html: string) =>
  JSON.parse(new RegExp(`id="${scenarioElementId}">(.*)</script>`).exec(html)![1]!) as unknown;

test("what is carried comes out as it went in", () => {
  expect(carriedIn(carryScenario(page, { feed, course }))).toEqual({ feed, course });
});

test("a name that would end the script, or be read as a pattern, stays a name", () => {
  const name = "</script><script>alert(1)</script><!-- $& $1 \\";
  const nasty = structuredClone(feed);
  nasty.parameters.visualizer.highlight_vehicle_id = name;
  const html = carryScenario(page, { feed: nasty, course });
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(html).not.toContain("<!-- $");
  expect(carriedIn(html)).toMatchObject({
    feed: { parameters: { visualizer: { highlight_vehicle_id: name } } },
  });
});

test("a page without a place for it is refused", () => {
  expect(() => carryScenario("<body></body>", { feed, course })).toThrow("no place for a scenario");
});
