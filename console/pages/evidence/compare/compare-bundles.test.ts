import { expect, test } from "vitest";
import { fromState } from "../../../../clients/conformance/evidence/examples/scored-evidence.ts";
import { readStoredBundle, type Bundle } from "../../../../core/encoding/bundle.ts";
import { compareBundles } from "./compare-bundles.ts";

const issued = readStoredBundle(fromState.issued.bytes);
const { inputs } = issued.scoring;

/** Another breach of the same vehicle, so many entries later. */
function later(by: number, given: Partial<Bundle> = {}): Bundle {
  return {
    ...issued,
    event_id: "EVB-20300101-000000000000",
    signature: `sha256:${"1".repeat(64)}`,
    breach: {
      ...issued.breach,
      opened_seq: issued.breach.opened_seq + by,
      frame_seq: issued.breach.frame_seq + by,
    },
    scoring: {
      ...issued.scoring,
      inputs: { ...inputs, first_seq: inputs.first_seq + by, last_seq: inputs.last_seq + by },
    },
    ...given,
  };
}

test("a bundle beside itself is the same evidence, and nothing differs", () => {
  const { relation, settings, ...facts } = compareBundles(issued, structuredClone(issued));
  expect(relation).toBe("Both are the same evidence: one content digest.");
  expect(settings).toEqual([]);
  expect(facts.sameSettings).toBeGreaterThan(20);
  expect([...facts.measurements, ...facts.custody].filter(({ differs }) => differs)).toEqual([]);
});

test("two that bear one id and say different things are told so first", () => {
  const altered = { ...issued, signature: `sha256:${"0".repeat(64)}` };
  expect(compareBundles(issued, altered).relation).toMatch(/one of them is not what was issued/u);
});

test("of one vehicle the journal says which came first, and what lies between", () => {
  const length = inputs.last_seq - inputs.first_seq + 1;
  const next = later(length);
  expect(compareBundles(issued, next).relation).toMatch(
    /^The same vehicle, a later breach of it: .* follow one another without a gap\.$/u,
  );
  expect(compareBundles(next, issued).relation).toMatch(/an earlier breach of it/u);
  expect(compareBundles(issued, later(length + 3)).relation).toMatch(/have 3 entries between them\.$/u);
  expect(compareBundles(issued, later(length - 1)).relation).toMatch(/share 1 entry\.$/u);
  expect(compareBundles(issued, later(0)).relation).toBe("The same vehicle, and the same breach of it.");
});

test("evidence of one breach is as many entries later as its newest frame", () => {
  const step = later(4, {
    supersedes: issued.event_id,
    breach: { ...issued.breach, trigger: "tier_worsened", frame_seq: issued.breach.frame_seq + 4 },
  });
  expect(compareBundles(issued, step).relation).toBe(
    "The same vehicle, and the same breach of it, 4 entries later. The other one replaces this one.",
  );
  expect(compareBundles(step, issued).relation).toMatch(
    /4 entries earlier\. This one replaces the other\.$/u,
  );
});

test("a replacement is named from either side", () => {
  const replacing = later(1, { supersedes: issued.event_id });
  expect(compareBundles(issued, replacing).relation).toMatch(/The other one replaces this one\.$/u);
  expect(compareBundles(replacing, issued).relation).toMatch(/This one replaces the other\.$/u);
});

test("another vehicle is another, also where another organisation calls its own alike", () => {
  expect(compareBundles(issued, later(1, { vehicle_id: "veh-9" })).relation).toMatch(
    /^Another vehicle: .* here, veh-9 there\.$/u,
  );
  const submitter = { organisation: "globex", organisation_tag: "0".repeat(64), api_key_id: "k" };
  expect(compareBundles(issued, later(1, { submitter })).relation).toMatch(
    /^Another vehicle of the same name: .* globex\.$/u,
  );
});

test("a setting that differs is named by its path, with both values, and one that only one has", () => {
  const parameters = structuredClone(issued.scoring.parameters) as Record<string, Record<string, unknown>>;
  parameters["tiers"] = { ...parameters["tiers"], criticalProbability: 0.5 };
  const other = later(1);
  const { settings } = compareBundles(issued, {
    ...other,
    scoring: { ...other.scoring, parameters: { ...parameters, novel: { limit: 1 } } },
  });
  expect(settings.map(({ name, other: value }) => [name, value])).toEqual([
    ["tiers.criticalProbability", "0.5"],
    ["novel.limit", "1"],
  ]);
});

test("measurements and custody are told of both, in words with units", () => {
  const measurements = { ...issued.measurements, radar_drift_mm: -412.34 };
  const compared = compareBundles(issued, later(1, { measurements }));
  const radar = compared.measurements.find(({ name }) => name === "Radar drift");
  expect(radar).toMatchObject({ other: "\u22120.412\u00a0m", differs: true });
  expect(compared.custody.map(({ name }) => name)).toContain("evidence signed");
});
