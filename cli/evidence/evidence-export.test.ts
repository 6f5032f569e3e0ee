import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { runRecorded } from "../run-recorded-for-tests.ts";

const id = "EVB-20260301-7K3M9Q2XW4HJ";

/** A service that answers everything with this zip. */
async function exportFrom(zip: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-export-"));
  const server = createServer((_request, response) => void response.end(zip));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const out = join(folder, "deep", "down");
  const run = await runRecorded([
    "evidence",
    "export",
    id,
    "--files",
    out,
    "--url",
    `http://127.0.0.1:${port}`,
  ]);
  const written = (await readdir(folder, { recursive: true })).filter((name) => name.includes("."));
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
  return { ...run, written };
}

test.each([`${id}/../../evil.txt`, "/evil.txt", `${id}/sub/evil.txt`, "evil.txt", `${id}/..`])(
  "an archive that holds %j is not unpacked",
  async (name) => {
    const run = await exportFrom(
      zipSync({ [`${id}/README.txt`]: new Uint8Array(1), [name]: new Uint8Array(1) }),
    );
    expect(run).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("does not belong there"),
      written: [],
    });
  },
);

test("an archive that unpacks to more than anybody issues is not unpacked", async () => {
  const zip = Buffer.from(zipSync({ [`${id}/README.txt`]: new Uint8Array(1) }));
  // The size the central directory claims.
  zip.writeUInt32LE(0xf000_0000, zip.indexOf("PK\u0001\u0002") + 24);
  const run = await exportFrom(zip);
  expect(run).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("unpacks to more than"),
    written: [],
  });
});

test("what to write must be said", async () => {
  const run = await runRecorded(["evidence", "export", id]);
  expect(run).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining("--archive, --files or --sigstore"),
  });
});
