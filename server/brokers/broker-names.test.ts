import { expect, test } from "vitest";

import { isStreamName, isSubject, isSubjectFilter, isTopic, isTopicFilter } from "./broker-names.ts";

test.each([
  ["a/b", true, true],
  ["/", true, true],
  ["ä b", true, true],
  ["a/+/b/#", true, false],
  ["#", true, false],
  ["+", true, false],
  ["$share/group/a/#", true, false],
  ["$SYS/x", true, false],
  ["a/#/b", false, false],
  ["a+/b", false, false],
  ["a/b#", false, false],
  ["$share/g+/a", false, false],
  ["", false, false],
  ["a\0b", false, false],
  ["a".repeat(65_536), false, false],
])("of MQTT %s is a filter: %s, and a topic: %s", (text, filter, topic) => {
  expect([isTopicFilter(text), isTopic(text)]).toEqual([filter, topic]);
});

test.each([
  ["a.b", true, true, false],
  ["FRAMES_1", true, true, true],
  ["a.*.b.>", true, false, false],
  [">", true, false, false],
  ["a.>.b", false, false, false],
  ["a..b", false, false, false],
  ["a b", false, false, false],
  ["a*", false, false, false],
  ["$JS.x", true, false, false],
  ["a/b", true, true, false],
  ["", false, false, false],
])("of NATS %s is a filter: %s, a subject: %s, a stream: %s", (text, filter, subject, stream) => {
  expect([isSubjectFilter(text), isSubject(text), isStreamName(text)]).toEqual([filter, subject, stream]);
});
