import { readFileSync, truncateSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { trustText } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { pinText, rotation } from "../../clients/conformance/evidence/examples/keyring-story.ts";
import {
  fromStart,
  fromState,
  presentScorer,
} from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { archiveFiles } from "../../core/reports/archive/archive-files.ts";
import { carryInPage } from "../../core/reports/archive/carry-in-page.ts";
import { newestScorer } from "../../clients/conformance/evidence/examples/kept-evidence.ts";
import { scorerBytes } from "../../core/scorers/scorer-for-tests.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { readEnclosures } from "../../server/reports/read-enclosures.ts";
import { builtPages, sharedBrowser, whyNoPage } from "../open-browser.ts";
import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

/*
 * Files that cannot be read, given where a bundle, frames, a trust file or a keyring belong, right after evidence that is
 * valid. The page, the command line and the service must say the same of each, and none of them "valid".
 */
const built = new URL("verify.html", builtPages);
const skipReason = whyNoPage("verify.html");
if (skipReason !== null) console.warn(`e2e/evidence/unreadable-files.system.ts is skipped: ${skipReason}`);

const sound = {
  bundle: Buffer.from(fromStart.issued.bytes),
  frames: Buffer.from(fromStart.frames.bytes),
  trust: Buffer.from(trustText),
  keyring: Buffer.from(rotation().story.history()),
};
type Slot = keyof typeof sound;
const names: Readonly<Record<Slot, string>> = {
  bundle: "bundle.json",
  frames: "frames.ndjson",
  trust: "trust.json",
  keyring: "keyring.json",
};

const nested = (bytes: Buffer) => {
  const text = bytes.toString().trimEnd();
  return Buffer.from(`${text.slice(0, -1)},"deep":${"[".repeat(5000)}${"]".repeat(5000)}}\n`);
};
const faults: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  "a byte order mark": (bytes) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]),
  "UTF-16": (bytes) => Buffer.from(`\ufeff${bytes.toString()}`, "utf16le"),
  "UTF-16, high byte first": (bytes) => Buffer.from(bytes.toString(), "utf16le").swap16(),
  "text behind its end": (bytes) => Buffer.concat([bytes, Buffer.from("{}")]),
  "deep nesting": nested,
  "half of it": (bytes) => bytes.subarray(0, bytes.length / 2),
  nothing: () => Buffer.alloc(0),
};
/** What each door says: the code of a verdict, or that the file cannot be used at all. */
const due: Readonly<Record<Slot, string>> = {
  bundle: "E_FORM",
  frames: "E_FRAMES",
  trust: "unusable",
  keyring: "E_KEYRING",
};
/** How a bundle cannot be read, every way; of the others, by the same reader, the ways that differ between doors. */
const tried = (slot: Slot) =>
  Object.entries(faults).filter(
    ([fault]) => slot === "bundle" || ["UTF-16", "half of it", "nothing"].includes(fault),
  );

describe.skipIf(skipReason !== null)("a file that cannot be read", () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  let service: ServiceProcess;
  const at = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plumbline-unreadable-"));
    const carried = (["bundle", "frames", "trust"] as const).map((slot) => ({
      name: names[slot],
      bytes: sound[slot],
    }));
    await writeFile(at("verify.html"), carryInPage(readFileSync(built, "utf8"), carried));
    for (const slot of Object.keys(sound) as Slot[]) await writeFile(at(names[slot]), sound[slot]);
    browser = await sharedBrowser();
    page = await (await browser.newContext({ offline: true })).newPage();
    service = await startServiceProcess({ dataDir: at("data"), port: 0 });
  }, 60_000);
  afterAll(async () => {
    await page?.context().close();
    await service?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  /** A page that has just found its evidence valid. */
  async function openValid(): Promise<void> {
    await page.goto(pathToFileURL(at("verify.html")).href);
    await page.locator('#verifier:not([data-verdict="reading"])').waitFor();
    expect(await pageSays()).toBe("valid");
  }
  async function give(...files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>): Promise<void> {
    await page.locator("#files").setInputFiles(...files);
    await page.locator('#verifier:not([data-verdict="reading"])').waitFor();
  }
  async function pageSays(): Promise<string> {
    const verdict = await page.locator("#verifier").getAttribute("data-verdict");
    const codes = await page.locator(".verdict-code").allInnerTexts();
    return codes.join("").trim() || verdict!;
  }

  async function commandLineSays(files: Readonly<Record<Slot, string>>): Promise<string> {
    const words = ["--frames", files.frames, "--trust", files.trust, "--keyring", files.keyring, "--json"];
    const { out, exitCode } = await runRecorded(["evidence", "verify", files.bundle, ...words]);
    if (exitCode === 2) return "unusable";
    const { code, verdict } = JSON.parse(out);
    return code ?? verdict;
  }

  async function serviceSays(files: Readonly<Record<Slot, Buffer>>): Promise<string> {
    const body = Object.fromEntries(Object.entries(files).map(([slot, bytes]) => [slot, bytes.toString()]));
    const response = await fetch(`${service.url}/v1/evidence/verify`, {
      method: "POST",
      headers: { authorization: "Bearer plumb_dev_local", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { code: string | null; verdict?: string; errors?: object[] };
    if (response.status === 422) {
      expect(answer.errors).toMatchObject([{ pointer: "/trust" }]);
      return "unusable";
    }
    expect(response.status).toBe(200);
    return answer.code ?? answer.verdict!;
  }

  test("the same files unspoiled are valid at every door", async () => {
    await openValid();
    await give(at(names.keyring));
    const paths = Object.fromEntries(
      Object.entries(names).map(([slot, name]) => [slot, at(name)]),
    ) as Readonly<Record<Slot, string>>;
    expect([await pageSays(), await commandLineSays(paths), await serviceSays(sound)]).toEqual([
      "valid",
      "valid",
      "valid",
    ]);
  });

  test.each(Object.keys(sound) as Slot[])("%s: the same verdict at every door", async (slot) => {
    for (const [fault, spoil] of tried(slot)) {
      const spoiled = spoil(sound[slot]);
      await writeFile(at(`spoiled-${names[slot]}`), spoiled);
      await openValid();
      await give({ name: names[slot], mimeType: "", buffer: spoiled });
      const paths = Object.fromEntries(
        (Object.keys(sound) as Slot[]).map((one) => [
          one,
          at(`${one === slot ? "spoiled-" : ""}${names[one]}`),
        ]),
      ) as Readonly<Record<Slot, string>>;
      const said = {
        page: await pageSays(),
        commandLine: await commandLineSays(paths),
        service: await serviceSays({ ...sound, [slot]: spoiled }),
      };
      const word = due[slot];
      expect([fault, said]).toEqual([fault, { page: word, commandLine: word, service: word }]);
    }
  });

  const maxPageBytes = 256 * 1024 * 1024;
  test("more than 256 MiB is the verdict, without being read", async () => {
    for (const [slot, said] of [
      ["bundle", "E_FORM"],
      ["frames", "refused"],
    ] as const) {
      const large = at(names[slot].replace(".", "-large."));
      await writeFile(large, sound[slot]);
      truncateSync(large, maxPageBytes + 1);
      await openValid();
      await give(large);
      expect([slot, await pageSays()]).toEqual([slot, said]);
      expect(await page.locator(".refused-file").innerText()).toMatch(
        /-large\.\w+: it has 268435457 bytes; /u,
      );
    }
    const files = { frames: at(names.frames), trust: at(names.trust), keyring: at(names.keyring) };
    expect(await commandLineSays({ ...files, bundle: at("bundle-large.json") })).toBe("E_FORM");
  });

  test("what is in no slot is the verdict, and the evidence of before is not judged again behind it", async () => {
    await openValid();
    await give({ name: "photo.jpg", mimeType: "", buffer: Buffer.of(0xff, 0xd8) });
    expect(await pageSays()).toBe("refused");
    await page.getByText("Cannot be judged").waitFor();
    // Nothing was found against it, so there is no cross.
    expect(await page.locator(".verdict .mark").innerText()).toBe("?");
    expect(await page.locator(".verdict-invalid").count()).toBe(0);
    expect(await page.locator("tr[data-step]").count()).toBe(0);
    await give(at(names.trust));
    expect(await pageSays()).toBe("waiting");
    await give([at(names.bundle), at(names.frames)]);
    expect(await pageSays()).toBe("valid");
  });

  test("an archive, two bundles, and a good bundle beside a bad file are the verdict", async () => {
    const zip = { name: "EVB.zip", mimeType: "", buffer: Buffer.from("PK\u0003\u0004") };
    const other = { name: "b.json", mimeType: "", buffer: Buffer.from(fromState.issued.bytes) };
    const first = { name: "a.json", mimeType: "", buffer: sound.bundle };
    for (const [files, why] of [
      [[zip], "EVB.zip: it is a zip archive that cannot be unpacked"],
      [[first, other], "a.json and b.json: each looks like the bundle"],
      [[first, { ...zip, name: "empty", buffer: Buffer.alloc(0) }], "empty: it is empty"],
    ] as const) {
      await openValid();
      await give([...files]);
      expect(await pageSays()).toBe("refused");
      await page.getByText(why).waitFor();
    }
  });

  test("a folder dropped is the verdict; all files of an archive at once are judged", async () => {
    const { files } = await archiveFiles(
      { bundle: sound.bundle, frames: sound.frames },
      {
        enclosures: { ...readEnclosures(), verifierPage: null },
        trust: sound.trust,
        scoringMethod: null,
        further: [{ name: `scorer-${newestScorer.file}`, bytes: scorerBytes(newestScorer), about: "" }],
        scorerOf: presentScorer,
        sha256: nodePrimitives.sha256,
      },
    );
    await mkdir(at("unpacked"));
    for (const { name, bytes } of files) await writeFile(join(at("unpacked"), name), bytes);
    await openValid();
    // A folder comes only with a true drop, which the browser's own protocol makes.
    const devtools = await page.context().newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      const data = { items: [], files: [at("unpacked")], dragOperationsMask: 1 };
      await devtools.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
    }
    await page.getByText("unpacked: it is a folder: give the files in it").waitFor();
    expect(await pageSays()).toBe("refused");
    await give(files.map(({ name }) => join(at("unpacked"), name)));
    expect(await pageSays()).toBe("valid");
    await page.getByText(/Given too, and no part of the verdict: .*README\.txt/u).waitFor();
    // The same as it was downloaded: packed.
    await page.goto(pathToFileURL(built.pathname).href);
    await page.locator("#verifier[data-verdict=waiting]").waitFor();
    const packed = zipSync(Object.fromEntries(files.map(({ name, bytes }) => [`EVB/${name}`, bytes])));
    await give({ name: "EVB.zip", mimeType: "application/zip", buffer: Buffer.from(packed) });
    expect(await pageSays()).toBe("valid");
    await page.getByText("This trust file came inside this archive").waitFor();
  });

  test("a trust file that pins a keyring asks for it, and the evidence is not called invalid meanwhile", async () => {
    await page.goto(pathToFileURL(built.pathname).href);
    await page.locator("#verifier[data-verdict=waiting]").waitFor();
    const pinned = { name: "trust.json", mimeType: "", buffer: Buffer.from(pinText()) };
    await give([at(names.bundle), at(names.frames)]);
    await give(pinned);
    expect(await pageSays()).toBe("waiting");
    await page.getByText("A keyring is needed").waitFor();
    await page.getByRole("row", { name: "Keyring none yet" }).waitFor();
    await give(at(names.keyring));
    // Of another issuer's evidence, which the page can say only now.
    expect(await pageSays()).toMatch(/^E_/u);
  });

  test("a drop that holds no file ends the verdict of before", async () => {
    await openValid();
    const text = await page.evaluateHandle(() => {
      const carried = new DataTransfer();
      carried.setData("text/plain", "bundle.json");
      return carried;
    });
    await page.locator("body").dispatchEvent("drop", { dataTransfer: text });
    await page.getByText("What was given: it is no file").waitFor();
    expect(await pageSays()).toBe("refused");
  });
});
