import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { readStoredBundle } from "../../../core/encoding/bundle.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import {
  formatWitnessKey,
  noteKey,
  noteKeyTypes,
  readNote,
  type NoteKey,
} from "../../../core/evidence/log/signed-note.ts";
import { readTrust } from "../../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { cosignedMessage, formatCosignature } from "../../../core/evidence/third-parties/witness.ts";
import { readExportedKeyring } from "../../keys/export-trust.ts";
import { breachOf, logOrigin } from "../../log-for-tests.ts";
import { openDataFolder } from "../../storage/data-folder.ts";
import { openLedgerHere, openReaderHere } from "../../storage/sqlite/store-here-for-tests.ts";
import type { CosignRequest, TimeStampAuthority, Witness, WitnessAnswer } from "../ports/third-parties.ts";
import { anyEvent } from "../ports/reading/event-reader.ts";
import { readEvidence, readSigstoreBundle } from "./read-evidence.ts";
import { AttestationCollector } from "./attestation-collector.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const caller = { organisation: "acme", keyId: "k", scopes: [], fleets: null };

async function openService() {
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-seal-"));
  closing.push(() => rmSync(dataDir, { recursive: true }));
  const ledger = await openLedgerHere({ dataDir, logOrigin, awaitsAttestations: true });
  closing.push(() => ledger.close());
  const reader = await openReaderHere({ file: openDataFolder(dataDir).database });
  closing.push(() => reader.close());
  const clock = { nowUs: Date.now() * 1000 };
  const warnings: string[] = [];
  const collector = (parties: {
    authorities?: readonly TimeStampAuthority[];
    witnesses?: readonly Witness[];
  }) =>
    new AttestationCollector({
      reading: reader,
      ledger,
      authorities: parties.authorities ?? [],
      witnesses: parties.witnesses ?? [],
      waitUs: 600_000_000,
      nowUs: () => clock.nowUs,
      primitives,
      warn: (who, reason) => void warnings.push(`${who}: ${reason}`),
    });
  const breach = async (vehicle: string): Promise<string> => {
    const before = new Set((await reader.listUnsealed({ limit: 100 })).map(({ eventId }) => eventId));
    await ledger.write(breachOf(vehicle));
    return (await reader.listUnsealed({ limit: 100 })).find(({ eventId }) => !before.has(eventId))!.eventId;
  };
  const read = async (eventId: string) => readEvidence(caller, eventId, { evidence: reader });
  const codeOf = (reading: Promise<unknown>) =>
    reading.then(
      () => "shown",
      (fault: unknown) => (fault as { readonly code: string }).code,
    );
  const proofOf = async (eventId: string) => {
    const { bundle } = await read(eventId);
    return readStoredBundle(bundle).proof;
  };
  return { dataDir, ledger, reader, clock, warnings, collector, breach, read, codeOf, proofOf };
}

/** What listeners are told of issued evidence. */
async function announced({ reader }: Awaited<ReturnType<typeof openService>>): Promise<readonly unknown[]> {
  const filter = { ...anyEvent, types: ["evidence.issued" as const] };
  const { events } = await reader.readEvents({ scope: null, filter, after: null, limit: 100 });
  return events.map(({ organisation, vehicle, data }) => [
    organisation,
    vehicle?.vehicleId,
    "signature" in data && data.evidence_id,
  ]);
}

function authority(answers: () => Uint8Array): TimeStampAuthority {
  return { name: "tsa", stamp: async () => answers() };
}

/** A witness in memory, which cosigns whatever continues what it saw. */
function witness(
  name: string,
): Witness & { readonly asked: CosignRequest[]; seen: number; says: WitnessAnswer | null } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = new Uint8Array(publicKey.export({ type: "spki", format: "der" })).slice(-32);
  const key = noteKey(name, raw, primitives.sha256, noteKeyTypes.cosignature);
  return {
    key,
    asked: [],
    seen: 0,
    says: null,
    async cosign(ask) {
      this.asked.push(ask);
      if (this.says !== null) return this.says;
      if (ask.oldSize !== this.seen) return { kind: "conflict", size: this.seen };
      const { text } = readNote(utf8(ask.checkpoint))!;
      this.seen = Number(text.split("\n")[1]);
      return { kind: "cosigned", line: lineBy(key, privateKey, text) };
    },
  };
}

function lineBy(key: NoteKey, privateKey: KeyObject, text: string): string {
  const timestampS = Math.floor(Date.now() / 1000);
  const signature = sign(
    null,
    cosignedMessage(text, timestampS),
    createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" })),
  );
  return formatCosignature(key, { timestampS, signature });
}

test("listeners are told of evidence once it can be fetched, and once only", async () => {
  const service = await openService();
  const [sealed, waiting] = [await service.breach("VEH-1"), await service.breach("VEH-2")];
  expect(await announced(service)).toEqual([]);
  service.clock.nowUs = pastTheWait();
  await service.collector({}).collect();
  const all = [
    ["acme", "VEH-1", sealed],
    ["acme", "VEH-2", waiting],
  ];
  expect(await announced(service)).toEqual(all);
  const bundle = { eventId: sealed, before: utf8("x"), after: utf8("y") };
  await service.ledger.write({ kind: "attestations", bundles: [bundle], cosignatures: [] });
  expect(await announced(service)).toEqual(all);
});

/** Evidence waits from the moment it was issued by the real clock, which on a slow machine is well after the service's start. */
const pastTheWait = () => Date.now() * 1000 + 601_000_000;

test("evidence is not handed out before it is sealed, and its bytes never change after", async () => {
  const service = await openService();
  const eventId = await service.breach("VEH-1");
  expect(await service.codeOf(service.read(eventId))).toBe("evidence_not_sealed");
  const sigstore = readSigstoreBundle(caller, eventId, { evidence: service.reader });
  expect(await service.codeOf(sigstore)).toBe("evidence_not_sealed");

  const collector = service.collector({ authorities: [authority(() => utf8("a token"))] });
  expect(await collector.collect()).toBe(1);
  const { bundle } = await service.read(eventId);
  expect((await service.proofOf(eventId)).timestamps).toHaveLength(1);
  const again = { eventId, before: bundle, after: utf8("other bytes") };
  const forced = service.ledger.write({ kind: "attestations", bundles: [again], cosignatures: [] });
  await expect(forced).rejects.toThrow();
  expect(await collector.collect()).toBe(0);
  expect((await service.read(eventId)).bundle).toEqual(bundle);
});

test("evidence waits for an authority that is down, and is sealed without it after the longest wait", async () => {
  const service = await openService();
  const eventId = await service.breach("VEH-1");
  const down = authority(() => {
    throw new Error("no connection");
  });
  const collector = service.collector({ authorities: [down] });
  expect(await collector.collect()).toBe(0);
  expect(await collector.collect()).toBe(0);
  expect(service.warnings).toEqual(["tsa: no connection"]);
  service.clock.nowUs += 2_000_000;
  expect(await collector.collect()).toBe(0);
  expect(service.warnings).toHaveLength(2);
  service.clock.nowUs = pastTheWait();
  expect(await collector.collect()).toBe(1);
  expect((await service.proofOf(eventId)).timestamps).toBeUndefined();
});

test("what waits is asked about again by whoever comes after a restart", async () => {
  const service = await openService();
  const eventId = await service.breach("VEH-1");
  const never = authority(() => {
    throw new Error("down");
  });
  await service.collector({ authorities: [never] }).collect();
  await service.collector({ authorities: [authority(() => utf8("late token"))] }).collect();
  expect((await service.proofOf(eventId)).timestamps).toHaveLength(1);
  // With no third party left to ask, it is final as it is.
  const other = await service.breach("VEH-2");
  expect(await service.collector({}).collect()).toBe(1);
  expect((await service.proofOf(other)).timestamps).toBeUndefined();
});

test("the checkpoint of sealed evidence carries its witnesses' lines, which a verifier counts", async () => {
  const service = await openService();
  const [one, other] = [witness("one.example/w"), witness("other.example/w")];
  const first = await service.breach("VEH-1");
  expect(await service.collector({ witnesses: [one, other] }).collect()).toBe(1);
  const stoodAt = one.seen;
  const second = await service.breach("VEH-2");
  expect(await service.collector({ witnesses: [one, other] }).collect()).toBe(1);
  // The second time they were asked from where they stood.
  expect(one.asked.map(({ oldSize }) => oldSize)).toEqual([0, stoodAt]);

  const file = JSON.parse(readFileSync(join(service.dataDir, "keys", "trust.json"), "utf8")) as object;
  const witnesses = [one, other].map(({ key }) => formatWitnessKey(key));
  const trust = readTrust(
    utf8(JSON.stringify({ ...file, witnesses, witness_threshold: 2 })),
    primitives.sha256,
  );
  for (const eventId of [first, second]) {
    const { bundle, frames } = await service.read(eventId);
    const report = verifyBundle(
      { bundle, frames, trust, keyring: readExportedKeyring(service.dataDir) },
      primitives,
    );
    expect(report.findings).toMatchObject({
      checkpoint: { kind: "pass" },
      inclusion: { kind: "pass" },
      witnesses: { kind: "pass" },
    });
    expect(report.provenTime.notAfter).not.toBeNull();
  }
});

test("a witness that stands elsewhere is asked from there; one that saw another history only leaves a warning", async () => {
  const service = await openService();
  const behind = witness("behind.example/w");
  await service.breach("VEH-1");
  await service.collector({ witnesses: [behind] }).collect();
  const fresh = witness("fresh.example/w");
  behind.seen -= 1;
  const second = await service.breach("VEH-2");
  fresh.says = { kind: "conflict", size: 1_000 };
  const collector = service.collector({ witnesses: [behind, fresh] });
  expect(await collector.collect()).toBe(0);
  expect(behind.asked.at(-1)!.oldSize).toBe(behind.asked.at(-2)!.oldSize - 1);
  expect(service.warnings.join("\n")).toContain("two histories");
  service.clock.nowUs = pastTheWait();
  expect(await collector.collect()).toBe(1);
  expect((await service.proofOf(second)).log!.tlog_proof).toContain("behind.example/w");
  expect((await service.proofOf(second)).log!.tlog_proof).not.toContain("fresh.example/w");
});

test("a line that does not verify is never stored", async () => {
  const service = await openService();
  const liar = witness("liar.example/w");
  const other = witness("other.example/w");
  await service.breach("VEH-1");
  const note = (await service.reader.findCheckpoint({ size: null }))!.note;
  const { line } = (await other.cosign({ oldSize: 0, consistency: [], checkpoint: note })) as {
    readonly line: string;
  };
  liar.says = { kind: "cosigned", line: line.replace("other.example/w", "liar.example/w") };
  expect(await service.collector({ witnesses: [liar] }).collect()).toBe(0);
  expect(service.warnings).toEqual(["liar.example/w: its cosignature does not verify"]);
  expect(await service.reader.listCosignatures({ fromSize: 0 })).toEqual([]);
});
