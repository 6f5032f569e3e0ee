import { createHash } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { keptFile, newestScorer } from "../../clients/conformance/evidence/examples/kept-evidence.ts";
import { issueExample, trustText } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  carriedStatement,
  statedExample,
  statementFile,
} from "../../clients/conformance/evidence/examples/example-statement.ts";
import type { JsonObject } from "../../core/encoding/strict-json.ts";
import { presentScoring } from "../../core/scorers/present-scoring.ts";
import { defaultSettings, settingsToJson } from "../../core/scoring/settings/settings.ts";
import { generateVehicle, ordinaryNoise } from "../../simulator/generate-vehicle.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

/** Evidence of a moved radar, as a service would issue it, with its trust file, in a folder. */
let at: (name: string) => string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-verify-"));
  at = (name) => join(folder, name);
  const { issued, frames } = issueExample({
    scoring: presentScoring,
    parameters: settingsToJson(defaultSettings) as JsonObject,
    vehicleId: "sim-0001",
    lines: journalOfARepairedBumper(),
  });
  await writeFile(at("trust.json"), trustText);
  await writeFile(at("bundle.json"), issued.bytes);
  await writeFile(at("frames.ndjson"), frames.bytes);
});

const verify = (...args: readonly string[]) => runRecorded(["evidence", "verify", ...args]);

test("a bundle with its frames is valid, and the report shows every step", async () => {
  const run = await verify(at("bundle.json"), "--frames", at("frames.ndjson"), "--trust", at("trust.json"));
  expect(run).toMatchObject({ exitCode: 0, err: "" });
  expect(run.out).toMatch(/^organisation acme\nAPI key 7K3M9Q2XW4\nEVB-\d{8}-[0-9A-Z]{12} {2}sim-0001 {2}/u);
  expect(run.out).toMatch(/V5 +Signature +pass/u);
  expect(run.out).toMatch(/V15 +Recomputed scoring +pass/u);
  expect(run.out).toContain("UNCHANGED, ISSUER NOT CONFIRMED");
  expect(run.out).not.toMatch(/^VALID/mu);
});

test("it is valid by a trust file from elsewhere, or with the fingerprint that was published", async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), "plumbline-trust-"));
  await writeFile(join(elsewhere, "trust.json"), trustText);
  const files = [at("bundle.json"), "--frames", at("frames.ndjson"), "--trust"];
  const fingerprint = createHash("sha256").update(trustText).digest("hex");
  for (const run of [
    await verify(...files, join(elsewhere, "trust.json")),
    await verify(...files, at("trust.json"), "--trust-sha256", fingerprint),
  ]) {
    expect(run).toMatchObject({ exitCode: 0, err: "" });
    expect(run.out).toContain("VALID: signed by the issuer and unchanged");
  }
});

test("without its frames it is incomplete, never valid, and the next command is named", async () => {
  const run = await verify(at("bundle.json"), "--trust", at("trust.json"));
  expect(run.exitCode).toBe(1);
  expect(run.out).toContain("INCOMPLETE");
  expect(run.err).toContain("--frames FRAMES");
});

test("required frames that are missing make it invalid", async () => {
  const run = await verify(at("bundle.json"), "--trust", at("trust.json"), "--require-frames");
  expect(run).toMatchObject({ exitCode: 6 });
  expect(run.out).toContain("INVALID: do not rely on this bundle (E_FRAMES)");
});

test("one changed byte of the bundle or of the frames is found", async () => {
  for (const [name, code] of [
    ["bundle.json", "E_"],
    ["frames.ndjson", "E_FRAMES"],
  ] as const) {
    const bytes = await readFile(at(name));
    const digit = bytes.findIndex((byte, index) => index > bytes.length / 2 && byte >= 0x30 && byte <= 0x38);
    bytes[digit]! += 1;
    await writeFile(at("changed"), bytes);
    const files = {
      "bundle.json": at("bundle.json"),
      "frames.ndjson": at("frames.ndjson"),
      [name]: at("changed"),
    };
    const run = await verify(
      files["bundle.json"],
      "--frames",
      files["frames.ndjson"],
      "--trust",
      at("trust.json"),
      "--json",
    );
    expect(run.exitCode).toBe(6);
    expect(JSON.parse(run.out)).toMatchObject({ verdict: "invalid", exit_status: 6 });
    expect(JSON.parse(run.out).code).toContain(code);
  }
});

test("a trust file with another fingerprint than the published one is a mistake of use", async () => {
  const args = [at("bundle.json"), "--trust", at("trust.json"), "--trust-sha256"];
  const run = await verify(...args, "0".repeat(64));
  expect(run).toMatchObject({ exitCode: 2, out: "" });
  expect(run.err).toContain("fingerprint");
});

test("a file that is no trust file is a mistake of use", async () => {
  await writeFile(at("no-trust.json"), '{"version":1}');
  const run = await verify(at("bundle.json"), "--trust", at("no-trust.json"));
  expect(run.exitCode).toBe(2);
  expect(run.err).toContain("trust file:");
});

test("rescore finds the same bits, and says so without any trust", async () => {
  const run = await runRecorded(["evidence", "rescore", at("bundle.json"), "--frames", at("frames.ndjson")]);
  expect(run).toMatchObject({ exitCode: 0, err: "" });
  expect(run.out).toContain("SAME: every figure comes out as recorded");
});

test("rescore shows which figure does not follow from the frames", async () => {
  const bundle = JSON.parse(await readFile(at("bundle.json"), "utf8"));
  bundle.breach.statistic += 1e-9;
  await writeFile(at("bent.json"), JSON.stringify(bundle));
  const run = await runRecorded(["evidence", "rescore", at("bent.json"), "--frames", at("frames.ndjson")]);
  expect(run.exitCode).toBe(6);
  expect(run.out).toMatch(/^ {2}\/breach\/statistic: recorded \d\S+, recomputed \d/mu);
});

test("rescore and verify say what the bundle says twice as said, not as recomputed, and rescore folds all the same", async () => {
  const bundle = JSON.parse(await readFile(at("bundle.json"), "utf8"));
  const { tier } = bundle;
  bundle.scoring.outputs.tier = "NOMINAL";
  await writeFile(at("two-tiers.json"), JSON.stringify(bundle));
  const said = `given here /tier "${tier}", there /scoring/outputs/tier "NOMINAL"`;
  const files = [at("two-tiers.json"), "--frames", at("frames.ndjson")];
  const run = await runRecorded(["evidence", "rescore", ...files]);
  expect(run.exitCode).toBe(6);
  expect(run.out).toContain(`  ${said}\n`);
  expect(run.out).toContain(`  /scoring/outputs/tier: recorded "NOMINAL", recomputed "${tier}"\n`);
  const json = await runRecorded(["evidence", "rescore", ...files, "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({
    result: "different",
    differences: [
      {
        kind: "stated",
        here: { place: "/tier" },
        there: { place: "/scoring/outputs/tier", value: '"NOMINAL"' },
        detail: said,
      },
      { kind: "stated", here: { place: "/tier_transition/after/tier" } },
      { kind: "recomputed", place: "/scoring/outputs/tier", recorded: '"NOMINAL"', recomputed: `"${tier}"` },
    ],
  });
  const verified = await verify(...files, "--trust", at("trust.json"), "--relaxed");
  expect(verified.out).toMatch(/V15 .*FAIL {2}given here \/tier /u);
  expect(verified.out).not.toContain('recomputed "');
});

test("rescore refuses frames of another bundle", async () => {
  const run = await runRecorded(["evidence", "rescore", at("bundle.json"), "--frames", at("trust.json")]);
  expect(run.exitCode).toBe(6);
  expect(run.err).toContain("is not the frames file of EVB-");
});

test("evidence of a frozen scoring is valid, and rescore finds the same bits", async () => {
  const path = (name: string) => fileURLToPath(keptFile(name));
  const files = [path("scored.bundle.json"), "--frames", path("scored.frames.ndjson")] as const;
  const run = await verify(...files, "--trust", path("trust.json"), "--require-rescore");
  expect(run).toMatchObject({ exitCode: 0, err: "" });
  expect(run.out).toMatch(/V15 +Recomputed scoring +pass/u);
  const again = await runRecorded(["evidence", "rescore", ...files]);
  expect(again).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining(`scoring ${newestScorer.version}\nSAME: every figure`),
  });
});

test("a bundle that names another scorer under a known version is refused by rescore, with both digests", async () => {
  const bundle = JSON.parse(await readFile(at("bundle.json"), "utf8"));
  bundle.scoring = { ...bundle.scoring, version: newestScorer.version, scorer_sha256: "ab".repeat(32) };
  await writeFile(at("other-scorer.json"), JSON.stringify(bundle));
  const run = await runRecorded([
    "evidence",
    "rescore",
    at("other-scorer.json"),
    "--frames",
    at("frames.ndjson"),
  ]);
  expect(run.exitCode).toBe(6);
  expect(run.out).toContain(
    `given here /scoring/scorer_sha256 "${"ab".repeat(32)}", there this verifier's list of scorers, for ${newestScorer.version} "`,
  );
});

function journalOfARepairedBumper(): Parameters<typeof issueExample>[0]["lines"] {
  const vehicle = generateVehicle({
    vehicleId: "sim-0001",
    fleetId: "f",
    region: "r",
    seed: 4,
    startUs: Date.UTC(2026, 10, 20) * 1000,
    periodS: 60,
    scenario: "bumper_repair_radar",
    onsetS: 6000,
    noise: { ...ordinaryNoise, missingShare: 0 },
  });
  return Array.from({ length: 140 }, (_, step) => {
    const frame = vehicle.frameAt(step)!;
    const timestampUs = Date.parse(frame.timestamp) * 1000;
    const { sensors } = frame;
    return {
      seq: step + 1,
      receivedAtUs: timestampUs + 200_000,
      timestamp: frame.timestamp,
      raw: JSON.stringify(frame),
      entry: {
        kind: "frame",
        reading: {
          timestampUs,
          cameraRotation: sensors.camera_rotation_matrix!,
          radarRangeBiasM: sensors.radar_range_bias_m!,
          lidarRegistrationErrorM: sensors.lidar_registration_error_m!,
          lidarConfidence: sensors.lidar_confidence!,
        },
      },
    };
  });
}

test("inspecting shows what a bundle says, and that nothing was checked", async () => {
  const run = await runRecorded(["evidence", "inspect", at("bundle.json")]);
  expect(run).toMatchObject({ exitCode: 0, err: "" });
  expect(run.out).toMatch(/breach +radar, upper side/u);
  expect(run.out).toContain("NOT CHECKED");
  expect((await runRecorded(["evidence", "inspect", at("frames.ndjson")])).exitCode).toBe(6);
});

test("frames are withheld offline, and the rest stands under the same bundle", async () => {
  const redact = (...args: readonly string[]) =>
    runRecorded(["evidence", "redact", at("frames.ndjson"), "--out", at("redacted.ndjson"), ...args]);
  expect(await redact("--withhold", "1,3-5")).toMatchObject({ exitCode: 0, err: "" });
  const run = await verify(at("bundle.json"), "--frames", at("redacted.ndjson"), "--trust", at("trust.json"));
  expect(run.exitCode).toBe(1);
  expect(run.out).toMatch(/V14 +Frames +pass +\(\d+ of \d+ disclosed/u);
  expect(run.out).toMatch(/V15 .*not checked: frames are withheld/u);
  expect((await redact("--withhold", "1")).exitCode, "never over a file").not.toBe(0);
  for (const numbers of ["x", "0", "1-99999999999"]) {
    expect((await redact("--withhold", numbers)).exitCode, numbers).toBe(2);
  }
});

test("what a verifier insists on: the same by option and by trust file", async () => {
  const files = [at("bundle.json"), "--frames", at("frames.ndjson")];
  const byFile = async (members: object) => {
    await writeFile(at("policy.json"), JSON.stringify({ ...(JSON.parse(trustText) as object), ...members }));
    return verify(...files, "--trust", at("policy.json"));
  };
  const byOption = (...args: readonly string[]) => verify(...files, "--trust", at("trust.json"), ...args);
  for (const run of [await byOption("--require-precommit"), await byFile({ require: { precommit: true } })]) {
    expect(run.exitCode).toBe(6);
    expect(run.out).toMatch(/V14 +Frames +FAIL +required, but no pre-commitment/u);
  }
  for (const run of [
    await byOption("--require-organisation", "globex"),
    await byFile({ require: { organisation: "globex" } }),
  ]) {
    expect(run.exitCode).toBe(6);
    expect(run.out).toContain("the organisation globex is required, and the bundle is of acme");
  }
  expect(await byOption("--require-organisation", "acme")).toMatchObject({ exitCode: 0 });
  expect((await byOption()).out).toMatch(/V14 +Frames +pass +\(no pre-commitment: /u);
});

test("a trust file that was to be fetched again leaves the verdict open, unless an earlier day is asked for", async () => {
  const dated = { ...(JSON.parse(trustText) as object), refresh_after: "2020-06-30T00:00:00.000Z" };
  await writeFile(at("dated.json"), JSON.stringify(dated));
  const args = [at("bundle.json"), "--frames", at("frames.ndjson"), "--trust", at("dated.json")];
  const run = await verify(...args);
  expect(run.exitCode).toBe(1);
  expect(run.out).toMatch(/V4 .*not checked: the trust file was to be fetched again after 2020-06-30/u);
  expect(run.out).toContain("INCOMPLETE");
  const then = await verify(...args, "--now", "2020-06-29");
  expect(then).toMatchObject({ exitCode: 0 });
  expect(then.out).toContain("judged as of   2020-06-29T23:59:59.999Z");
  expect(await verify(...args, "--now", "yesterday")).toMatchObject({ exitCode: 2 });
});

describe("a statement of a state", () => {
  async function written(carried: object): Promise<string> {
    const file = join(await mkdtemp(join(tmpdir(), "plumbline-statement-")), "statement.json");
    await writeFile(file, statementFile(carried));
    return file;
  }
  const trusted = () => ["--trust", at("trust.json")];

  test("is recognised, and checked by signature and log", async () => {
    const file = await written(carriedStatement());
    const run = await verify(file, ...trusted());
    expect(run).toMatchObject({ exitCode: 0, err: "" });
    expect(run.out).toContain("VALID: signed by the issuer, unchanged, and in the log");
    expect(run.out).toContain(
      "at 2026-11-20T08:15:00.000Z: NOMINAL since 2026-11-20T08:00:40.000Z, judged by 412 frames",
    );
    expect(run.out).toMatch(/V14 .*not checked: a statement of a state carries no frames/u);
    const machine = await verify(file, ...trusted(), "--json");
    expect(JSON.parse(machine.out)).toMatchObject({
      verdict: "valid",
      event_id: null,
      statement: statedExample,
      exit_status: 0,
    });
  });

  test("that is shown with other words than were signed is invalid", async () => {
    const run = await verify(await written({ ...carriedStatement(), vehicle_id: "VEH-1" }), ...trusted());
    expect(run.exitCode).toBe(6);
    expect(run.out).toMatch(/V6 .*FAIL +shown with other words than were signed/u);
    expect(run.out).toContain("INVALID: do not rely on this statement (E_STATEMENT)");
  });
});
