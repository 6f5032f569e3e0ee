import { expect, test } from "vitest";
import { namedSchemas } from "../../../core/contract/schemas/named-schemas.ts";
import { answeringService } from "../../answering-service-for-tests.ts";
import { runRecorded } from "../../run-recorded-for-tests.ts";

const exampleOf = (name: "FleetAnalytics" | "FleetShared" | "FleetAttributes") =>
  (namedSchemas[name] as { readonly examples?: readonly object[] }).examples![0]!;

test.each([
  [["shared", "--tier", "CAUTION", "--limit", "5"], "FleetShared", "/v1/fleet/shared?tier=CAUTION&limit=5"],
  [
    ["analytics", "--by", "attribute:model", "--step", "day"],
    "FleetAnalytics",
    "/v1/fleet/analytics?step=day&group_by=attribute%3Amodel",
  ],
  [["attributes", "--fleet", "a", "b"], "FleetAttributes", "/v1/fleet/attributes?fleet_id=a&fleet_id=b"],
] as const)(
  "fleet %j: filters become query parameters, and --json is the answer",
  async (words, name, address) => {
    const example = exampleOf(name);
    const service = await answeringService({ [address.split("?")[0]!]: example });
    const run = await runRecorded(["fleet", ...words, "--url", service.url, "--json"]);
    expect(service.seen.map(({ url }) => url)).toEqual([address]);
    expect(JSON.parse(run.out)).toEqual(example);
  },
);

test("what they share is said first, with its table below", async () => {
  const service = await answeringService({ "/v1/fleet/shared": exampleOf("FleetShared") });
  const { out } = await runRecorded(["fleet", "shared", "--url", service.url]);
  expect(out.replaceAll("\n", " ")).toMatch(/^31 of 37 have camera_bracket CB-2231-B; .*214 comparisons/);
  expect(out).toMatch(/camera_bracket CB-2231-B +31 of 37 +8\.0 % +55\.4 +0\.00/);
});

test("each group has its rate with what is not known about it", async () => {
  const service = await answeringService({ "/v1/fleet/analytics": exampleOf("FleetAnalytics") });
  const { out } = await runRecorded(["fleet", "analytics", "--url", service.url]);
  expect(out).toMatch(/^2025-03-01T00:00 to 2025-03-02T12:00 UTC/);
  expect(out).toMatch(/all +40 +1 +3 +4 +67 \(18 to 171\) +0/);
});

test("attributes are listed with their commonest values, and an empty fleet says so", async () => {
  const service = await answeringService({ "/v1/fleet/attributes": exampleOf("FleetAttributes") });
  const { out } = await runRecorded(["fleet", "attributes", "--url", service.url]);
  expect(out).toMatch(/camera_part +40 +2 +CAM-7731-A \(37\), CAM-7731-B \(3\)/);
  const empty = await answeringService({ "/v1/fleet/attributes": { vehicles: 0, data: [], as_of: "" } });
  expect((await runRecorded(["fleet", "attributes", "--url", empty.url])).out).toMatch(
    /^No vehicle sends attributes/,
  );
});
