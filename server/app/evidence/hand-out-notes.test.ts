import { expect, test } from "vitest";

import { Refusal } from "../../../core/contract/refusal.ts";
import { callerForTests, ledgerForTests } from "../../ledger-for-tests.ts";
import { HandOutNotes } from "./hand-out-notes.ts";

const hourUs = 3_600_000_000;

function notesOf() {
  const clock = { nowUs: 5 * hourUs };
  const store: { fault: Error | null } = { fault: null };
  const needs = ledgerForTests(() => {
    if (store.fault !== null) throw store.fault;
    return { kind: "custody", answer: null };
  });
  const notes = new HandOutNotes({ ledger: needs.ledger, nowUs: () => clock.nowUs });
  return { notes, clock, store, asked: needs.asked };
}

test("a hand-out is noted once for each event, form and hour", async () => {
  const { notes, clock, asked } = notesOf();
  for (const form of ["bundle", "bundle", "frames"] as const) await notes.note(callerForTests, "EVB-1", form);
  await notes.note(callerForTests, "EVB-2", "bundle");
  expect(asked).toHaveLength(3);
  clock.nowUs += hourUs;
  await notes.note(callerForTests, "EVB-1", "bundle");
  expect(asked).toHaveLength(4);
});

test("while the store takes no writes evidence is handed out, and what waits is noted with the next", async () => {
  const { notes, store, asked } = notesOf();
  store.fault = new Refusal("storage_unavailable", "The disk is full.");
  await notes.note(callerForTests, "EVB-1", "bundle");
  store.fault = null;
  asked.length = 0;
  await notes.note(callerForTests, "EVB-2", "bundle");
  expect(asked.map((request) => request.kind === "custody" && request.eventId)).toEqual(["EVB-2", "EVB-1"]);
});

test("evidence that was erased meanwhile is not handed out", async () => {
  const refusing = ledgerForTests(() => ({ kind: "refused", code: "evidence_purged", detail: "erased" }));
  const notes = new HandOutNotes({ ledger: refusing.ledger, nowUs: () => 0 });
  await expect(notes.note(callerForTests, "EVB-1", "bundle")).rejects.toMatchObject({
    code: "evidence_purged",
  });
});

test("any other fault keeps it back too", async () => {
  const { notes, store } = notesOf();
  store.fault = new Error("broken");
  await expect(notes.note(callerForTests, "EVB-1", "bundle")).rejects.toThrow("broken");
});
