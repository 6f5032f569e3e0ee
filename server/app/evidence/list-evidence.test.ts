import { expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import type { EvidenceSummary } from "../ports/reading/evidence-reader.ts";
import { listEvidence } from "./list-evidence.ts";

function evidenceOf(eventId: string): EvidenceSummary {
  return {
    eventId,
    trigger: "breach_opened",
    supersedes: null,
    supersededBy: null,
    vehicleId: "van-1",
    fleetId: "vans",
    tier: "CRITICAL",
    probableFaultSource: "radar",
    detectedAt: "2026-03-01T08:00:00.000Z",
    issuedAtUs: startUs,
    frameCount: 12,
    contentDigest: `sha256:${"0".repeat(64)}`,
    erasedAtUs: null,
    measurements: { cameraDriftDeg: null, radarDriftMm: 600, lidarDriftM: 0, healthScore: 10 },
  };
}

/** Evidence of these ids, latest first; null where the place to go on from is unknown. */
function needsOf(...ids: readonly string[]) {
  const evidence = {
    countWaiting: async ({ vehicleId }: { readonly vehicleId: string | null }) =>
      vehicleId === "van-2" ? 3 : 0,
    async listEvidence({
      afterEventId,
      limit,
    }: {
      readonly afterEventId: string | null;
      readonly limit: number;
    }) {
      const from = afterEventId === null ? 0 : ids.indexOf(afterEventId) + 1;
      if (afterEventId !== null && from === 0) return null;
      return ids.slice(from, from + limit).map(evidenceOf);
    },
  };
  return { evidence, cursorSecret: new Uint8Array(32).fill(1) };
}

const idsIn = ({ data }: Awaited<ReturnType<typeof listEvidence>>) => data.map(({ event_id: id }) => id);
const ids = ["EVB-20260301-AAAAAAAAAAAA", "EVB-20260301-BBBBBBBBBBBB", "EVB-20260301-CCCCCCCCCCCC"];

test("evidence comes page by page, as the contract has it", async () => {
  const needs = needsOf(...ids);
  const page = await listEvidence(callerForTests, { limit: 2 }, needs);
  expect(validate("EvidenceList", page)).toEqual([]);
  expect([idsIn(page), page.has_more]).toEqual([ids.slice(0, 2), true]);
  const next = await listEvidence(callerForTests, { limit: 2, cursor: page.next_cursor ?? "" }, needs);
  expect([idsIn(next), next.has_more]).toEqual([ids.slice(2), false]);
});

test("a page whose place is gone, or that is of another list, is refused", async () => {
  const { next_cursor: cursor } = await listEvidence(callerForTests, { limit: 1 }, needsOf(...ids));
  const turned = { limit: 1, cursor: cursor ?? "" };
  const refused = { code: "cursor_invalid" };
  await expect(listEvidence(callerForTests, turned, needsOf("other"))).rejects.toMatchObject(refused);
  const ofVehicle = listEvidence(callerForTests, { ...turned, vehicleId: "van-1" }, needsOf(...ids));
  await expect(ofVehicle).rejects.toMatchObject(refused);
});

test("breaches that wait for the issuer's name are counted beside the list, and not mentioned where there are none", async () => {
  const page = await listEvidence(callerForTests, { limit: 2, vehicleId: "van-2" }, needsOf());
  expect(validate("EvidenceList", page)).toEqual([]);
  expect(page).toEqual({ data: [], awaiting_issuer: 3, has_more: false, next_cursor: null });
  expect(await listEvidence(callerForTests, { limit: 2 }, needsOf())).not.toHaveProperty("awaiting_issuer");
});
