import { unzipSync } from "fflate";
import { expect, test } from "vitest";

import {
  issueInLog,
  primitives,
  trustText,
} from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  fromStart,
  fromWorsening,
  presentScorer,
} from "../../../clients/conformance/evidence/examples/scored-evidence.ts";
import { readEnclosures } from "../../../server/reports/read-enclosures.ts";
import { toHex, utf8 } from "../../encoding/bytes.ts";
import { archiveFiles, fillForm } from "./archive-files.ts";
import { carryInPage } from "./carry-in-page.ts";
import { zipArchive } from "../../encoding/zip-archive.ts";

const { sha256 } = primitives;
const evidence = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
const standIns = {
  verifierPage: "<title>verifier</title><!--carried evidence-->",
};
const given = {
  enclosures: { ...readEnclosures(), ...standIns },
  trust: utf8(trustText),
  scoringMethod: null,
  further: [{ name: "keyring.json", bytes: utf8("{}"), about: "the keyring" }],
  scorerOf: presentScorer,
  sha256,
};

test("an archive is the same bytes every time, in every time zone", async () => {
  const { folder, files } = await archiveFiles(evidence, given);
  const zip = zipArchive(folder, files);
  const zone = process.env["TZ"];
  process.env["TZ"] = "America/St_Johns";
  try {
    const again = await archiveFiles(evidence, given);
    expect(Buffer.from(zipArchive(again.folder, again.files)).equals(zip)).toBe(true);
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});

test("an archive has its files in one folder, in their order, with their digests listed", async () => {
  const { folder, files } = await archiveFiles(evidence, given);
  const unzipped = unzipSync(zipArchive(folder, files));
  expect(Object.keys(unzipped)).toEqual(
    `README.txt VERIFY.sh verify.html bundle.json frames.ndjson trust.json core.json envelope.json statement.json
     leaf.json inclusion.tlog-proof checkpoint.txt keyring.json report.html report.pdf certification-fre-902.txt
     SHA256SUMS`
      .split(/\s+/)
      .map((name) => `${folder}/${name}`),
  );
  const listed = Buffer.from(unzipped[`${folder}/SHA256SUMS`]!).toString().trimEnd().split("\n");
  expect(listed).toHaveLength(files.length - 1);
  for (const line of listed) {
    const [digest, name] = line.split("  ");
    expect(toHex(sha256(unzipped[`${folder}/${name}`]!))).toBe(digest);
  }
  expect(Buffer.from(unzipped[`${folder}/bundle.json`]!).equals(evidence.bundle)).toBe(true);
  expect(Buffer.from(unzipped[`${folder}/frames.ndjson`]!).equals(evidence.frames)).toBe(true);
  expect(`sha256:${toHex(sha256(unzipped[`${folder}/core.json`]!))}`).toBe(fromStart.issued.contentDigest);
});

test("the scoring method goes in only where it is the one the bundle names", async () => {
  const names = async (scoringMethod: Uint8Array) =>
    (await archiveFiles(evidence, { ...given, scoringMethod })).files.map(({ name }) => name);
  expect(await names(utf8("another text"))).not.toContain("scoring-method.md");
  // The vectors name the digest of this text.
  expect(await names(utf8("the method of the test vectors"))).toContain("scoring-method.md");
});

test("forms are filled to the last place, and a place nothing fills is a fault", async () => {
  const { files } = await archiveFiles(evidence, given);
  const text = (name: string) => Buffer.from(files.find((file) => file.name === name)!.bytes).toString();
  for (const name of ["README.txt", "certification-fre-902.txt"]) {
    expect(text(name)).not.toMatch(/\{\{|\}\}/);
    expect(text(name)).toContain("VEH-00512");
  }
  expect(text("README.txt")).toContain(toHex(sha256(given.trust)));
  expect(text("README.txt")).toContain("  keyring.json           the keyring\n");
  expect(text("certification-fre-902.txt")).toContain(toHex(sha256(evidence.bundle)));
  expect(() => fillForm("{{missing}}", {})).toThrow(TypeError);
  expect(fillForm("{{a}}", { a: "$& {{b}}" })).toBe("$& {{b}}");
});

const requested = issueInLog({
  ...fromWorsening.facts,
  breach: { ...fromWorsening.facts.breach, trigger: "requested" },
  request: { reason: "claim", case_number: null, key_id: "7K3M9Q2XW4" },
});

test.each([
  ["an opened breach", fromStart.issued, "brought the breach frame"],
  ["a worse tier", fromWorsening.issued, "brought the frame that made the tier worse"],
  ["a request", requested, "requested this evidence"],
])("the certification says what the named key did: %s", async (_name, { bytes: bundle }, act) => {
  const { files } = await archiveFiles({ ...evidence, bundle }, given);
  const form = Buffer.from(files.find(({ name }) => name === "certification-fre-902.txt")!.bytes).toString();
  expect(form).toContain(`    7K3M9Q2XW4 ${act}:\n`);
});

test("a page that is not the verifier carries nothing", () => {
  expect(() => carryInPage("<p>", [])).toThrow(TypeError);
  const carried = carryInPage("a<!--carried evidence-->b", [{ name: "x.json", bytes: utf8("</script>") }]);
  expect(carried).toBe(
    'a<script type="application/octet-stream" data-carried="x.json">PC9zY3JpcHQ+</script>b',
  );
});
