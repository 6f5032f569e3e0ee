import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { compareSettings } from "./compare-settings.ts";
import { journalForTests } from "./journal-for-tests.ts";

/** 80 good frames, then the radar reads 0.6 m too far. */
const broken = { frames: 140, radarFaultM: (at: number) => (at < 80 ? 0 : 0.6) };
const ask = { vehicleKey: 1, entries: 140, present: defaultSettings, proposed: defaultSettings };

test("the same settings come to the same, which is what the journal was scored as", async () => {
  const { journal, scores, pieces } = journalForTests(broken);
  const { frames, differs, present, proposed } = await compareSettings(ask, journal);
  expect([frames, differs]).toEqual([140, false]);
  expect(present).toEqual(proposed);
  expect(present).toMatchObject({ tier: scores.at(-1)?.tier, breaches: 1 });
  expect(present.tier_changes).toBe(scores.filter(({ tier, tierBefore }) => tier !== tierBefore).length);
  expect(pieces).toEqual([32, 32, 32, 32, 12]);
});

test("a command after the last frame counts as it does for the vehicle", async () => {
  const learn = { kind: "baseline", action: "learn", atUs: 0 } as const;
  const { journal } = journalForTests(broken, [], [learn]);
  const { present } = await compareSettings({ ...ask, entries: 141 }, journal);
  expect(present.tier).toBe("UNKNOWN");
});

test("a limit that is never reached leaves no breach, and the present one its own", async () => {
  const { journal } = journalForTests(broken);
  const proposed = { ...defaultSettings, change: { ...defaultSettings.change, limitNats: 1e6 } };
  const compared = await compareSettings({ ...ask, proposed }, journal);
  expect(compared.differs).toBe(true);
  expect(compared.present.breaches).toBe(1);
  expect(compared.proposed).toMatchObject({ breaches: 0, first_breach_at: null });
});

test("an empty journal comes to nothing", async () => {
  const { journal } = journalForTests({ frames: 0 });
  const nothing = { tier: "UNKNOWN", tier_changes: 0, breaches: 0, first_breach_at: null, breaches_at: [] };
  expect(await compareSettings({ ...ask, entries: 0 }, journal)).toEqual({
    frames: 0,
    differs: false,
    present: nothing,
    proposed: nothing,
  });
});
