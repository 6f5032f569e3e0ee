import { expect, test } from "vitest";

import { deliveryForTests, outcomeForTests } from "./delivery-for-tests.ts";
import { judgeAttempt, pausedUntilUs } from "./judge-attempt.ts";

const hourUs = 3_600e6;
const calm = { nowUs: 1e15, random: 0.5, disableAfterUs: 120 * hourUs };
const healthy = { failingSinceUs: null };
const refused = outcomeForTests({ status: 500, error: "status_refused" });

function waitS(tries: number, changes: Parameters<typeof outcomeForTests>[0] = {}, random = 0.5) {
  const delivery = deliveryForTests({ tries });
  const outcome = { ...refused, ...changes };
  const { next } = judgeAttempt({ delivery, webhook: healthy, outcome }, { ...calm, random });
  return next.kind === "retry" ? (next.dueUs - calm.nowUs) / 1e6 : next.kind;
}

test("a refused delivery is tried again for three days, ever more rarely, and then given up", () => {
  const waits = Array.from({ length: 10 }, (_, tries) => waitS(tries));
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, "dead"]);
  const total = waits.slice(0, 9).reduce<number>((sum, wait) => sum + Number(wait), 0);
  expect(total / 86_400).toBeCloseTo(3.15, 2);
});

test("waits are drawn from a fifth less to a fifth more", () => {
  expect(waitS(1, {}, 0)).toBe(240);
  expect(waitS(1, {}, 1)).toBe(360);
});

test("Retry-After is heeded where it is longer, up to a day", () => {
  expect(waitS(0, { status: 503, retryAfterS: 120 })).toBe(120);
  expect(waitS(1, { status: 503, retryAfterS: 120 })).toBe(300);
  expect(waitS(0, { status: 503, retryAfterS: 1e9 })).toBe(86_400);
});

test("only 429 and 503 with Retry-After hold back everything for the receiver", () => {
  const asked = { retryAfterS: 60 };
  expect(pausedUntilUs({ ...refused, ...asked, status: 429 }, 5e6)).toBe(65e6);
  expect(pausedUntilUs({ ...refused, ...asked, status: 503 }, 5e6)).toBe(65e6);
  expect(pausedUntilUs({ ...refused, ...asked, status: 500 }, 5e6)).toBeNull();
  expect(pausedUntilUs({ ...refused, status: 503 }, 5e6)).toBeNull();
});

test("later events of a vehicle wait for the first retry of an earlier one, and not for further ones", () => {
  const holds = (tries: number) => {
    const { next } = judgeAttempt(
      { delivery: deliveryForTests({ tries }), webhook: healthy, outcome: refused },
      calm,
    );
    return next.kind === "retry" && !next.letsOthersPass;
  };
  expect([holds(0), holds(1), holds(2)]).toEqual([true, false, false]);
});

test("what was accepted is over, and a receiver that is gone ends its webhook", () => {
  const delivery = deliveryForTests({ tries: 9 });
  const accepted = outcomeForTests({ status: 204 });
  expect(judgeAttempt({ delivery, webhook: healthy, outcome: accepted }, calm)).toEqual({
    next: { kind: "delivered" },
    disables: null,
  });
  const gone = outcomeForTests({ status: 410, error: "status_refused", isGone: true });
  expect(judgeAttempt({ delivery, webhook: healthy, outcome: gone }, calm)).toEqual({
    next: { kind: "dead" },
    disables: "gone",
  });
});

test("a webhook that accepted nothing for days is disabled by its next failure, not by a success", () => {
  const webhook = { failingSinceUs: calm.nowUs - calm.disableAfterUs };
  const delivery = deliveryForTests({ tries: 0 });
  expect(judgeAttempt({ delivery, webhook, outcome: refused }, calm).disables).toBe("failing");
  const younger = { failingSinceUs: webhook.failingSinceUs + 1 };
  expect(judgeAttempt({ delivery, webhook: younger, outcome: refused }, calm).disables).toBeNull();
  expect(
    judgeAttempt({ delivery, webhook, outcome: outcomeForTests({ status: 200 }) }, calm).disables,
  ).toBeNull();
});
