import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeAll, afterAll, describe, expect, test } from "vitest";

import {
  hasOpenssl,
  opensslAuthority,
  opensslRequest,
  type OpensslAuthority,
} from "../../clients/conformance/evidence/third-parties/openssl-authority.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { readCertificate } from "../../core/evidence/timestamp/certificate.ts";
import { checkTimeStamp } from "../../core/evidence/timestamp/check-time-stamp.ts";
import { formatWitnessKey, noteKey, noteKeyTypes } from "../../core/evidence/log/signed-note.ts";
import { readTimeStamp } from "../../core/evidence/timestamp/time-stamp-token.ts";
import { sha256 } from "../app/sha256.ts";
import { nodeX509 } from "../platform/node-primitives.ts";
import { timeStampAuthority } from "./ask-time-stamp-authority.ts";
import { witnessAt } from "./ask-witness.ts";
import { keepCollecting } from "./keep-collecting.ts";
import { readThirdParties } from "./read-third-parties.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-parties-"));
afterAll(() => rmSync(folder, { recursive: true }));

const stopping: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopping.splice(0)) stop();
});

/** A third party that does with every request what the test says. */
async function party(
  answer: (body: Buffer, response: ServerResponse, request: IncomingMessage) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => answer(Buffer.concat(parts), response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stopping.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`;
}

const data = utf8("what is stamped");

describe.skipIf(!hasOpenssl())("a time-stamp authority", () => {
  let tsa: OpensslAuthority;
  beforeAll(() => {
    tsa = opensslAuthority(join(folder, "tsa"), "ec");
  });
  const at = (url: string, timeoutMs = 5_000) =>
    timeStampAuthority({ url, roots: [readCertificate(tsa.root)], x509: nodeX509, timeoutMs });

  test("is asked as RFC 3161 has it, and its time stamp is what a verifier takes", async () => {
    const url = await party((body, response, request) => {
      expect(request.headers["content-type"]).toBe("application/timestamp-query");
      response.end(tsa.reply(body));
    });
    const stored = await at(url).stamp(data);
    const check = checkTimeStamp(stored, { data, roots: [readCertificate(tsa.root)], x509: nodeX509 });
    expect(check.kind).toBe("proven");
  });

  test("may send certificates nobody needs: they are left out, because nobody would check them", async () => {
    const other = opensslAuthority(join(folder, "other"), "ec");
    writeFileSync(join(folder, "more.pem"), readFileSync(join(other.folder, "root.pem")), { flag: "a" });
    writeFileSync(join(folder, "more.pem"), readFileSync(join(tsa.folder, "chain.pem")), { flag: "a" });
    const url = await party((body, response) => response.end(tsa.reply(body, { chain: "../more.pem" })));
    const stored = await at(url).stamp(data);
    expect(readTimeStamp(stored).certificates).toHaveLength(2);
  });

  test("that answers an older request, or with a refusal, is not trusted", async () => {
    const old = tsa.reply(opensslRequest(folder, data));
    const replays = await party((_, response) => response.end(old));
    await expect(at(replays).stamp(data)).rejects.toThrow("answered another request");
    const refuses = await party((_, response) => response.end(tsa.reply(utf8("nonsense"))));
    await expect(at(refuses).stamp(data)).rejects.toThrow("refused (status 2)");
    const html = await party((_, response) => response.end("<html>"));
    await expect(at(html).stamp(data)).rejects.toThrow();
  });

  test("that fails, redirects, floods or says nothing is given up on", async () => {
    const fails = await party((_, response) => response.writeHead(500).end());
    await expect(at(fails).stamp(data)).rejects.toThrow("status 500");
    const redirects = await party((_, response) => response.writeHead(302, { Location: fails }).end());
    await expect(at(redirects).stamp(data)).rejects.toThrow("did not answer");
    const floods = await party((_, response) => response.end(Buffer.alloc(100_000)));
    await expect(at(floods).stamp(data)).rejects.toThrow("more than 49152 bytes");
    const silent = await party(() => {});
    await expect(at(silent, 200).stamp(data)).rejects.toThrow(/timeout/);
    await expect(at("http://127.0.0.1:1").stamp(data)).rejects.toThrow(/did not answer/);
  });

  test("is read from the settings with its chain, of which the root goes into the trust file", () => {
    const pem = (name: string) =>
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(tsa.certificate(name)).toString("base64")}\n-----END CERTIFICATE-----\n`;
    const file = join(folder, "chain.pem");
    const settings = {
      timeStampUrls: ["https://tsa.example"],
      timeStampCertificates: file,
      witnessFile: null,
    };
    writeFileSync(file, pem("signer") + pem("middle") + pem("root"));
    const thirdParties = readThirdParties(settings, sha256);
    expect(thirdParties.timestampChains).toEqual([
      ["signer", "middle", "root"].map((name) => tsa.certificate(name)),
    ]);
    expect(thirdParties.trust.timeStampRoots).toEqual([tsa.root]);
    writeFileSync(file, pem("signer") + pem("middle"));
    expect(() => readThirdParties(settings, sha256)).toThrow(/self-signed root/);
  });
});

describe("a witness", () => {
  const key = noteKey("w.example/one", new Uint8Array(32).fill(9), sha256, noteKeyTypes.cosignature);
  const line = "\u2014 w.example/one AAAAAAAA\n";
  const ask = {
    oldSize: 3,
    consistency: [new Uint8Array(32)],
    checkpoint: "log\n5\nroot\n\n\u2014 log AAAA\n",
  };

  test("gets the old size, the proof and the checkpoint, and answers with its line", async () => {
    const url = await party((body, response, request) => {
      expect(request.url).toBe("/prefix/add-checkpoint");
      expect(body.toString()).toBe(`old 3\n${"A".repeat(43)}=\n\n${ask.checkpoint}`);
      response.end(`\u2014 other.example AAAAAAAA\n${line}`);
    });
    expect(await witnessAt({ url: `${url}/prefix/`, key }).cosign(ask)).toEqual({ kind: "cosigned", line });
  });

  test.each([
    [409, "12\n", { kind: "conflict", size: 12 }],
    [409, "nonsense", { kind: "refused" }],
    [403, "", { kind: "refused", reason: expect.stringContaining("key") }],
    [404, "", { kind: "refused", reason: expect.stringContaining("does not know this log") }],
    [422, "", { kind: "refused", reason: expect.stringContaining("two histories") }],
    [500, "", { kind: "refused", reason: expect.stringContaining("500") }],
    [200, "", { kind: "refused" }],
  ])("that answers %i %j", async (status, body, due) => {
    const url = await party((_, response) => response.writeHead(status).end(body));
    expect(await witnessAt({ url, key }).cosign(ask)).toMatchObject(due);
  });

  test("is a line of a file: key and address", () => {
    const file = join(folder, "witnesses");
    const settings = { timeStampUrls: [], timeStampCertificates: null, witnessFile: file };
    writeFileSync(file, `# two\n${formatWitnessKey(key)} https://w.example\n\n`);
    expect(readThirdParties(settings, sha256).trust.witnesses).toEqual([key]);
    for (const bad of [
      "https://w.example",
      `${formatWitnessKey(key)} ftp://w.example`,
      formatWitnessKey(key),
    ]) {
      writeFileSync(file, `${bad}\n`);
      expect(() => readThirdParties(settings, sha256)).toThrow(/is not a witness's verifier key/);
    }
  });
});

test("sealing goes on after a round that failed, and stops when asked to", async () => {
  const faults: unknown[] = [];
  let rounds = 0;
  const collector = {
    collect: async () => {
      rounds += 1;
      if (rounds === 1) throw new Error("the store is busy");
      return 0;
    },
  };
  const collecting = keepCollecting(collector, { warn: (fault) => void faults.push(fault), pauseMs: 1 });
  await expect.poll(() => rounds).toBeGreaterThan(2);
  await collecting.stop();
  const after = rounds;
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([faults.length, rounds]).toEqual([1, after]);
});
