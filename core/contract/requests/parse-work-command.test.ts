import { expect, test } from "vitest";

import { workCommandValues } from "../schemas/vehicles/vehicle-work.ts";
import { Refusal } from "../refusal.ts";
import { parseWorkCommand } from "./parse-work-command.ts";

const until = "2026-03-03T06:00:00Z";

test.each([
  [{ action: "acknowledge" }, { kind: "acknowledge", comment: null }],
  [
    { action: "acknowledge", comment: "seen" },
    { kind: "acknowledge", comment: "seen" },
  ],
  [
    { action: "assign", assignee: "workshop" },
    { kind: "assign", assignee: "workshop", comment: null },
  ],
  [
    { action: "assign", assignee: null },
    { kind: "assign", assignee: null, comment: null },
  ],
  [
    { action: "snooze", until },
    { kind: "snooze", untilUs: Date.parse(until) * 1000, comment: null },
  ],
  [
    { action: "comment", comment: "hm" },
    { kind: "comment", comment: "hm" },
  ],
  [
    { action: "repaired", comment: "done" },
    { kind: "repaired", comment: "done" },
  ],
  [{ action: "reopen" }, { kind: "reopen", comment: null }],
  [
    { action: "close", comment: "as it is" },
    { kind: "close", comment: "as it is" },
  ],
  [
    { action: "undo", entry: 3 },
    { kind: "undo", entry: 3 },
  ],
])("%j is a command", (body, command) => {
  expect(parseWorkCommand(body)).toEqual(command);
});

test("every command there is, is among them", () => {
  expect(workCommandValues).toHaveLength(8);
});

test.each([
  [{ action: "assign" }, "/assignee", "member_missing"],
  [{ action: "snooze" }, "/until", "member_missing"],
  [{ action: "comment" }, "/comment", "member_missing"],
  [{ action: "repaired" }, "/comment", "member_missing"],
  [{ action: "undo" }, "/entry", "member_missing"],
  [{ action: "undo", entry: 1, comment: "why" }, "/comment", "not_allowed"],
  [{ action: "acknowledge", entry: 1 }, "/entry", "not_allowed"],
  [{ action: "comment", comment: "x", until }, "/until", "not_allowed"],
  [{ action: "comment", comment: "   " }, "/comment", "wrong_format"],
  [{ action: "comment", comment: "" }, "/comment", "wrong_length"],
  [{ action: "comment", comment: "x".repeat(501) }, "/comment", "wrong_length"],
  [{ action: "comment", comment: "two\nlines" }, "/comment", "wrong_format"],
  [{ action: "assign", assignee: " " }, "/assignee", "wrong_format"],
  [{ action: "assign", assignee: 5 }, "/assignee", "wrong_type"],
  [{ action: "undo", entry: 0 }, "/entry", "out_of_range"],
  [{ action: "undo", entry: 1.5 }, "/entry", "wrong_type"],
  [{ action: "snooze", until: "2026-02-30T00:00:00Z" }, "/until", "timestamp_invalid"],
  [{ action: "snooze", until: "2201-01-01T00:00:00Z" }, "/until", "out_of_range"],
  [{ action: "dismiss" }, "/action", "not_allowed"],
  [{}, "/action", "member_missing"],
  [{ action: "acknowledge", note: "x" }, "/note", "member_unknown"],
  [null, "", "wrong_type"],
])("%j is refused at %s as %s", (body, pointer, code) => {
  const refusal = refusalOf(body);
  expect(refusal.faults).toContainEqual(expect.objectContaining({ pointer, code }));
});

function refusalOf(body: unknown): Refusal {
  try {
    parseWorkCommand(body);
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
  throw new Error("it was taken");
}
