import { hash } from "node:crypto";

import { buildBundle, type BundleFacts } from "../../../../core/evidence/bundle/build-bundle.ts";
import type { Bundle } from "../../../../core/encoding/bundle.ts";
import type { Signer } from "../../../../core/evidence/keys/dsse.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { utf8 } from "../../../../core/encoding/bytes.ts";
import {
  openKeyringEnvelope,
  signKeyring,
  unsignedKeyring,
  type KeyringEnvelope,
  type OpenedKeyring,
} from "../../../../core/evidence/keys/keyring-envelope.ts";
import {
  keyringEntry,
  rootsDue,
  writeKeyringHistory,
} from "../../../../core/evidence/keys/keyring-history.ts";
import type { Keyring } from "../../../../core/evidence/keys/keyring.ts";
import { logEntryOf } from "../../../../core/evidence/log/log-entry.ts";
import { withLogProof } from "../../../../core/evidence/bundle/bundle-proof.ts";
import {
  beginRotation,
  endRotation,
  firstKeyring,
  revokeKey,
} from "../../../../core/evidence/keys/next-keyring.ts";
import { readTrust, writeKeyringTrust, type Trust } from "../../../../core/evidence/keys/trust.ts";
import { deterministicSigner } from "./deterministic-p256.ts";
import { primitives } from "./example-evidence.ts";
import { exampleLogSigner, exampleOrigin, loggedAtOnce } from "./example-log.ts";
import { facts } from "./toy-evidence.ts";

const { sha256 } = primitives;

/** A key everybody knows, by its name. */
export function storySigner(name: string): Signer {
  return deterministicSigner(BigInt(`0x${hash("sha256", `Plumbline keyring story, ${name}`)}`));
}

export const root = storySigner("root");
export const keyA = storySigner("A");
export const keyB = storySigner("B");
export const keyC = storySigner("C");

/** A log in the making, the keyring versions in it, and the evidence: whatever is asked for last is proven under its end. */
export class Story {
  readonly #entries: Uint8Array[] = [];
  readonly #versions: {
    readonly opened: OpenedKeyring;
    readonly index: number;
    readonly entry: Uint8Array;
  }[] = [];

  get size(): number {
    return this.#entries.length;
  }

  /** The newest version. */
  get newest(): OpenedKeyring {
    return this.#versions.at(-1)!.opened;
  }

  /** Index of the leaf of a version. */
  leafOf(version: number): number {
    return this.#versions[version - 1]!.index;
  }

  append(entry: Uint8Array): number {
    return this.#entries.push(entry) - 1;
  }

  /** Logs a version, signed by these roots. Whether it may follow is the verifier's question. */
  publish(keyring: Keyring, roots: readonly Signer[] = [root]): this {
    const envelope = roots.reduce<KeyringEnvelope>(signKeyring, unsignedKeyring(keyring));
    return this.publishEnvelope(envelope);
  }

  publishEnvelope(envelope: KeyringEnvelope): this {
    const opened = openKeyringEnvelope(envelope, primitives);
    if (opened.kind === "broken") throw new TypeError(opened.detail);
    const before = this.#versions.at(-1)?.opened ?? null;
    const entry = keyringEntry(envelope, rootsDue(opened, before), sha256);
    this.#versions.push({ opened, index: this.append(entry), entry });
    return this;
  }

  /** Signs evidence and logs it; call the result once the story is told. */
  issue(signer: Signer, more: Partial<BundleFacts> = {}): () => Uint8Array {
    return this.enter(buildBundle({ ...facts, ...more }, signer, sha256));
  }

  /** Logs evidence that is signed already. */
  enter(bundle: Bundle): () => Uint8Array {
    const index = this.append(logEntryOf(bundle.proof, sha256));
    return () => canonicalBytes(withLogProof(bundle, { origin: exampleOrigin, leaf: this.#grown()[index]! }));
  }

  /** `keyring.json`, of the first `count` versions. */
  history(count = this.#versions.length): Uint8Array {
    const leaves = this.#grown();
    return writeKeyringHistory(
      this.#versions.slice(0, count).map(({ opened, index }) => ({
        envelope: opened.envelope,
        log: { origin: exampleOrigin, tlog_proof: leaves[index]!.proof },
      })),
    );
  }

  #grown() {
    return loggedAtOnce(this.#entries).leaves;
  }
}

interface Pinned {
  readonly minimumVersion?: number;
  readonly digest?: string | null;
  readonly roots?: readonly Signer[];
}

/** A trust file that pins the story's root. */
export function pinText({ minimumVersion = 1, digest = null, roots = [root] }: Pinned = {}): string {
  const { root: listed } = first(roots);
  return writeKeyringTrust({ root: listed, minimumVersion, digest }, [exampleLogSigner]);
}

export function pinning(pinned: Pinned = {}): Trust {
  return readTrust(utf8(pinText(pinned)), sha256);
}

/** Version 1: key A signs, from the leaf behind its own on. */
export function first(roots: readonly Signer[] = [root], threshold = roots.length): Keyring {
  return firstKeyring({ roots, threshold, log: exampleLogSigner, key: keyA, firstIndex: 3 });
}

/**
 * The rotation of A to B: two entries of others, version 1, evidence by A, version 2, evidence by B while A retires,
 * version 3, evidence by B.
 */
export function rotation(more: Partial<BundleFacts> = {}) {
  const story = new Story();
  story.append(utf8("entry 0"));
  story.append(utf8("entry 1"));
  story.publish(first());
  const before = story.issue(keyA, more);
  story.publish(beginRotation(story.newest, keyB, story.size));
  const during = story.issue(keyB, more);
  story.publish(endRotation(story.newest, () => story.leafOf(2) - 1)!);
  const after = story.issue(keyB, more);
  return { story, before, during, after };
}

/** After the rotation: B is compromised since the leaf `since`, and C takes over. */
export function revokeB(story: Story, since: number): void {
  const revocation = {
    keyId: keyB.keyId,
    reason: "stolen laptop",
    compromisedSinceIndex: since,
    at: "2026-11-21T08:00:00.000Z",
  };
  story.publish(revokeKey(story.newest, revocation, { key: keyC, logSize: story.size }));
}
