import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { TrustFileError, verifyEvidence } from "../../clients/typescript/verify.ts";
import { trustText, untrustedSigner } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleLogSigner } from "../../clients/conformance/evidence/examples/example-log.ts";
import {
  carriedStatement,
  statementFile,
} from "../../clients/conformance/evidence/examples/example-statement.ts";
import { fromStart } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import {
  frames as toyFrames,
  issued as toy,
} from "../../clients/conformance/evidence/examples/toy-evidence.ts";
import { tamperings } from "../../clients/conformance/evidence/tamperings/tamperings.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { writeTrust } from "../../core/evidence/keys/trust.ts";
import { builtPages, sharedBrowser, whyNoPage } from "../open-browser.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";

/*
 * One table of files, as they come out of the world, and every door that judges evidence: the evidence page, the verifier
 * the service shows, the same from disk, the command line, the clients, the service. All say the same word. Over plain
 * HTTP by a name, where a browser keeps its own cryptography from a page, the pages judge by the code they bring along.
 */
const skipReason = whyNoPage("verify.html");
if (skipReason !== null) console.warn(`e2e/evidence/every-door.system.ts is skipped: ${skipReason}`);
const client = join(import.meta.dirname, "../..", "clients", "python");
const python = join(client, ".venv", "bin", "python");
if (!existsSync(python)) {
  console.warn("e2e/evidence/every-door.system.ts leaves the Python client out: clients/python/install.sh");
}

interface Given {
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array;
  readonly trust: Uint8Array;
}

const utf8 = new TextEncoder();
const good: Given = {
  bundle: fromStart.issued.bytes,
  frames: fromStart.frames.bytes,
  trust: utf8.encode(trustText),
};
const toyGiven: Given = { ...good, bundle: toy.bytes, frames: toyFrames.bytes };

function tampered(name: string): Given {
  const { bundle, frames } = tamperings.find((one) => one.name === name)!.input();
  return { ...toyGiven, ...(bundle && { bundle }), ...(frames && { frames }) };
}

function oneByte(bytes: Uint8Array, before: string): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const at = text.indexOf(before) + before.length;
  return Uint8Array.from(bytes, (byte, index) => (index === at ? (byte === 0x37 ? 0x36 : 0x37) : byte));
}

const cases: readonly (readonly [name: string, given: () => Given, word: string])[] = [
  ["good", () => good, "valid"],
  [
    "one byte of the bundle changed",
    () => ({ ...good, bundle: oneByte(good.bundle, '"radar_drift_mm":') }),
    "E_DIGEST",
  ],
  ["one byte of the frames changed", () => ({ ...good, frames: oneByte(good.frames, '"seq":') }), "E_FRAMES"],
  [
    "signed with another key under the right name",
    () => tampered("T-04 by a stranger under the trusted name"),
    "E_SIGNATURE",
  ],
  ["a trust file that knows another key", () => ({ ...good, trust: strangersTrust }), "E_SIGNATURE"],
  ["a version of the format nobody knows", () => tampered("T-11 another version of the proof"), "E_SCHEMA"],
  ["a scoring nobody here knows", () => toyGiven, "incomplete"],
  ["not JSON", () => ({ ...good, bundle: utf8.encode("The dog ate it.\n") }), "E_FORM"],
  ["no frames in the file of frames", () => ({ ...good, frames: new Uint8Array() }), "E_FRAMES"],
  ["a trust file that is none", () => ({ ...good, trust: utf8.encode("{}") }), "unusable"],
];
/** Statements of a state: no archive holds one, so that the evidence page has none to judge. */
const carried = carriedStatement();
const statements: readonly (readonly [name: string, carried: object, word: string])[] = [
  ["good", carried, "valid"],
  ["with a tampered member", { ...carried, vehicle_id: "VEH-00513" }, "E_STATEMENT"],
  ["signed with another key", carriedStatement({ signer: untrustedSigner }), "E_SIGNATURE"],
  [
    "of an unknown payload type",
    { ...carried, envelope: { ...carried.envelope, payloadType: "application/vnd.other+json" } },
    "E_ENVELOPE",
  ],
];
const strangersTrust = utf8.encode(writeTrust([untrustedSigner], [exampleLogSigner]));

const anyId = "EVB-20261120-000000000000";

describe.skipIf(skipReason !== null)("every door says the same", () => {
  let folder: string;
  let service: ServiceProcess;
  let browser: Browser;
  let onPage: Page;
  let served: Page;
  let fromDisk: Page;
  let shown: Given = good;
  /** By a name the development key opens nothing: any web page could have the name made to lead here. */
  let issuedKey: string;

  /** The service under a name: to a browser no address it trusts with its cryptography. */
  const byName = () => `http://plumbline.example:${service.port}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plumbline-every-door-"));
    await writeFile(join(folder, "verify.html"), readFileSync(new URL("verify.html", builtPages)));
    service = await startServiceProcess({ dataDir: join(folder, "data"), port: 0 });
    const owner = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
    issuedKey = (await owner.keys.create({ name: "auditor", preset: "auditor" })).key;
    browser = await sharedBrowser();
    onPage = await newPage();
    await answerWithShown(onPage);
    served = await newPage();
    fromDisk = await (await browser.newContext({ offline: true })).newPage();
  });
  afterAll(async () => {
    for (const page of [onPage, served, fromDisk]) await page?.context().close();
    await service?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  async function newPage(): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(120_000);
    return page;
  }
  /** The archive of any evidence is the files of the case. */
  async function answerWithShown(page: Page): Promise<void> {
    await page.route("**/archive", async (route) => {
      const files = { "EVB/bundle.json": shown.bundle, "EVB/frames.ndjson": shown.frames };
      const body = Buffer.from(zipSync({ ...files, "EVB/trust.json": shown.trust }, { level: 1 }));
      await route.fulfill({ body, contentType: "application/zip" });
    });
  }

  async function evidencePage(given: Given, origin: string, page = onPage): Promise<string> {
    shown = given;
    await page.goto(`${origin}/evidence/${anyId}`);
    const [verdict, none] = [page.locator("[data-verdict]"), page.getByText("Cannot be checked here")];
    await verdict.or(none).first().waitFor();
    if ((await none.count()) > 0) {
      const why = await page.locator(".verdict-open p").first().innerText();
      return why.startsWith("The trust file cannot be used") ? "unusable" : why;
    }
    const word = await verdict.getAttribute("data-verdict");
    if (word !== "invalid") return word!;
    return /\((E_\w+)\)/u.exec(await page.locator(".check-line").first().innerText())![1]!;
  }
  async function verifier(page: Page, address: string, given: Given): Promise<string> {
    await page.goto(address);
    await page.locator("#verifier[data-verdict=waiting]").waitFor();
    const paths = await written(given);
    await page.locator("#files").setInputFiles([paths.bundle, paths.frames, paths.trust]);
    await page.locator("#verifier:not([data-verdict=reading]):not([data-verdict=waiting])").waitFor();
    const verdict = await page.locator("#verifier").getAttribute("data-verdict");
    return (await page.locator(".verdict-code").allInnerTexts()).join("").trim() || verdict!;
  }

  let cached: Given | null = null;
  async function written(given: Given): Promise<Readonly<Record<keyof Given, string>>> {
    const at = (name: string) => join(folder, name);
    const paths = { bundle: at("bundle.json"), frames: at("frames.ndjson"), trust: at("trust.json") };
    if (cached !== given) {
      for (const part of ["bundle", "frames", "trust"] as const) await writeFile(paths[part], given[part]);
      cached = given;
    }
    return paths;
  }

  async function commandLine(given: Given): Promise<string> {
    const { bundle, frames, trust } = await written(given);
    const words = ["evidence", "verify", bundle, "--frames", frames, "--trust", trust, "--json"];
    const { out, exitCode } = await runRecorded(words);
    if (exitCode === 2) return "unusable";
    const { code, verdict } = JSON.parse(out) as { code: string | null; verdict: string };
    return code ?? verdict;
  }
  async function typescript({ bundle, frames, trust }: Given): Promise<string> {
    try {
      const { code, verdict } = await verifyEvidence(bundle, frames, { trust });
      return code ?? verdict;
    } catch (fault) {
      if (fault instanceof TrustFileError) return "unusable";
      throw fault;
    }
  }
  async function pythonClient(given: Given): Promise<string> {
    const { bundle, frames, trust } = await written(given);
    const { stdout, stderr } = spawnSync(python, ["-c", askPython, bundle, frames, trust], {
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return stdout.trim();
  }
  async function api({ bundle, frames, trust }: Given): Promise<string> {
    const [text, lines, believed] = [bundle, frames, trust].map((bytes) => Buffer.from(bytes).toString());
    const response = await fetch(`${service.url}/v1/evidence/verify`, {
      method: "POST",
      headers: { authorization: `Bearer ${developmentApiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ bundle: text, frames: lines, trust: believed }),
    });
    const { code, verdict } = (await response.json()) as { code: string | null; verdict: string };
    return response.status === 422 ? "unusable" : (code ?? verdict);
  }

  const files = {
    "evidence page": (given: Given) => evidencePage(given, service.url),
    "/verify": (given: Given) => verifier(served, `${service.url}/verify`, given),
    "verify.html from disk": (given: Given) =>
      verifier(fromDisk, pathToFileURL(join(folder, "verify.html")).href, given),
    "command line": commandLine,
    "TypeScript client": typescript,
    ...(existsSync(python) && { "Python client": pythonClient }),
  };
  async function wordsOf(
    doors: Readonly<Record<string, (given: Given) => Promise<string>>>,
    given: Given,
  ): Promise<Readonly<Record<string, string>>> {
    const said: Record<string, string> = {};
    for (const [door, judge] of Object.entries(doors)) said[door] = await judge(given);
    return said;
  }
  const allSay = (doors: object, word: string) =>
    Object.fromEntries(Object.keys(doors).map((door) => [door, word]));

  test.each(cases)("%s", async (_name, given, word) => {
    const doors = { ...files, service: api };
    expect(await wordsOf(doors, given())).toEqual(allSay(doors, word));
  });

  test.each(statements)("a statement %s", async (_name, statement, word) => {
    const { "evidence page": _none, ...others } = files;
    const doors = { ...others, service: api };
    const given = { ...good, bundle: statementFile(statement) };
    expect(await wordsOf(doors, given)).toEqual(allSay(doors, word));
  });

  test.each(cases.slice(0, 2))("over plain HTTP by a name: %s", async (_name, given, word) => {
    const page = await newPage();
    await answerWithShown(page);
    expect(await verifier(page, `${byName()}/verify`, given())).toBe(word);
    expect(await page.evaluate(() => [window.isSecureContext, typeof crypto.subtle])).toEqual([
      false,
      "undefined",
    ]);
    await page.goto(`${byName()}/fleet`);
    await page.getByLabel("API key").fill(issuedKey);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    expect(await evidencePage(given(), byName(), page)).toBe(word);
    await page.context().close();
  });
});

const askPython = `
import sys
from plumbline.evidence_verification import TrustFileError, verify_bundle
bundle, frames, trust = (open(path, "rb").read() for path in sys.argv[1:])
try:
    told = verify_bundle(bundle, frames, trust=trust)
    print(told.code or told.verdict)
except TrustFileError:
    print("unusable")
`;
