import { expect, test } from "vitest";

import { exchangeForTests } from "../request-for-tests.ts";
import { type ServiceNeeds, getHealth, getReadiness } from "./service-operations.ts";

function needs(more: Partial<ServiceNeeds> = {}): ServiceNeeds {
  return {
    readiness: async () => ({ ready: true, checks: { storage: "ok" } }),
    version: "1.2.3",
    uptimeS: () => 12.34,
    isStopping: () => false,
    ...more,
  };
}

async function statusOf(
  operation: typeof getHealth,
  given: ServiceNeeds,
): Promise<readonly [number, object]> {
  const answer = await operation(given)(exchangeForTests(), {}, {});
  return [answer.status, JSON.parse(String(answer.body))];
}

test("a service whose checks are all well is ok", async () => {
  expect(await statusOf(getHealth, needs())).toEqual([
    200,
    { status: "ok", version: "1.2.3", uptime_s: 12.3, checks: { storage: "ok" } },
  ]);
});

test("a check that is not well degrades the service, and stops it only where nothing can be committed", async () => {
  const checks = { storage: "ok", log: "behind" };
  const degraded = needs({ readiness: async () => ({ ready: true, checks }) });
  expect(await statusOf(getHealth, degraded)).toMatchObject([200, { status: "degraded" }]);
  const unready = needs({ readiness: async () => ({ ready: false, checks }) });
  expect(await statusOf(getHealth, unready)).toMatchObject([503, { status: "unavailable" }]);
});

test("a check that fails itself is a reason not to be ready, not a fault", async () => {
  const broken = needs({ readiness: () => Promise.reject(new Error("no such table")) });
  expect(await statusOf(getHealth, broken)).toMatchObject([503, { checks: { storage: "the check failed" } }]);
});

test("a service that stops is not ready, though it is well", async () => {
  const stopping = needs({ isStopping: () => true });
  expect(await statusOf(getReadiness, stopping)).toMatchObject([503, { checks: { server: "stopping" } }]);
  expect(await statusOf(getHealth, stopping)).toMatchObject([200, { status: "ok" }]);
});
