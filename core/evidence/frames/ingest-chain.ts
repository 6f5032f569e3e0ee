import { Type, type Static } from "typebox";

import type { Bundle, BundleCore } from "../../encoding/bundle.ts";
import {
  hexDigestSchema,
  instantSchema,
  namedDigestSchema,
  seqSchema,
  strict,
} from "../../encoding/field-schemas.ts";
import { concatBytes, toHex, utf8 } from "../../encoding/bytes.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import { namedDigestOf } from "../bundle/content-digest.ts";
import { leafHash, type MerkleLevels } from "../log/merkle.ts";
import type { Sha256 } from "../../encoding/primitives.ts";

/**
 * What was received is committed to before anybody knows what it will be needed for. Every entry of a vehicle's journal
 * is a link of a hash chain over the lines a frames file would show for it. Once a minute, and whenever evidence is
 * issued, the heads of the chains that moved become the leaves of a Merkle tree, and its root is signed and logged. A
 * frame made up later has no place in any of these.
 */

/** The head before the first link. Heads are SHA-256 in lowercase hex. */
export const chainBeginning = "0".repeat(64);

/** SHA-256 of a text in UTF-8, lowercase hex. */
export type Sha256Hex = (text: string) => string;

/**
 * The head after one more entry: the digest of the head before and of the entry's leaf hash in a frames file's tree, both
 * in hex. Text, because a link runs for every frame that comes in, and a platform hashes texts several times as fast.
 */
export function chainLink(head: string, leaf: string, sha256Hex: Sha256Hex): string {
  return sha256Hex(head + leaf);
}

/** The hash of a line as a leaf (RFC 6962), out of its text. */
export function lineLeaf(line: string, sha256Hex: Sha256Hex): string {
  return sha256Hex(`\0${line}`);
}

/** What stands for a vehicle in an interval's tree: the same in all of them, and nothing to whoever has not its salt. */
export function vehicleTag(vehicleId: string, salt: string, sha256: Sha256): string {
  return toHex(sha256(utf8(canonicalText([salt, vehicleId]))));
}

/** Where a vehicle's chain stood at an entry of its journal. */
export interface ChainPlace {
  /** As `vehicleTag` writes it. */
  readonly vehicle: string;
  readonly seq: number;
  readonly head: string;
}

/** Hash of a chain's place as a leaf of an interval's tree; the leaf itself is the canonical JSON of its three members. */
export function intervalLeafHash({ vehicle, seq, head }: ChainPlace, sha256: Sha256): Uint8Array {
  return leafHash(utf8(`{"head":"${head}","seq":${seq},"vehicle":"${vehicle}"}`), sha256);
}

/** The order of an interval's leaves: a vehicle twice at one entry could not hide. */
export function comparePlaces(one: ChainPlace, other: ChainPlace): number {
  if (one.vehicle !== other.vehicle) return one.vehicle < other.vehicle ? -1 : 1;
  return one.seq - other.seq;
}

/** Payload of a document of kind `precommit`: one interval of ingest, of the whole installation. */
export const intervalSchema = Type.Object(
  {
    schema: Type.Literal("urn:plumbline:precommit:1"),
    /** From 1, without gaps. */
    number: seqSchema,
    /** Server clock: the end of the interval before, and of this one. */
    from: instantSchema,
    to: instantSchema,
    /** Entries of all journals, and pieces of evidence, that this interval added. */
    entries: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    evidence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    leaves: seqSchema,
    root: hexDigestSchema,
    /** `sha256:` and the digest of the canonical payload before; zeros for the first. */
    prev: namedDigestSchema,
  },
  strict,
);
export type Interval = Static<typeof intervalSchema>;

export const noIntervalBefore = `sha256:${"0".repeat(64)}`;

/** What the next interval has to have in `prev`. */
export function intervalDigest(interval: Interval, sha256: Sha256): string {
  return namedDigestOf(interval, sha256);
}

/** What the core says of it: where the chain of the shown entries begins, and where it stood at each interval named. */
export type PrecommitSummary = NonNullable<BundleCore["frames"]["precommit"]>;

/** How it is proven: for each interval of the core, in the same order. */
export type PrecommitProof = NonNullable<Bundle["proof"]["precommit"]>;

const hashBytes = 32;

/** An interval's tree to keep: its hashes one after another, level by level, leaves first. */
export function packTree(levels: MerkleLevels): Uint8Array {
  return concatBytes(...levels.flat());
}

/** The siblings of a leaf up to the root, out of a packed tree of `size` leaves. */
export function pathInTree(
  packed: Uint8Array,
  leaf: { readonly index: number; readonly size: number },
): readonly Uint8Array[] {
  const path: Uint8Array[] = [];
  let { index, size } = leaf;
  for (let start = 0; size > 1;) {
    const sibling = index % 2 === 1 ? index - 1 : index + 1;
    // A node without sibling moves up as it is.
    if (sibling < size) {
      const at = (start + sibling) * hashBytes;
      path.push(packed.slice(at, at + hashBytes));
    }
    start += size;
    size = Math.ceil(size / 2);
    index = Math.floor(index / 2);
  }
  return path;
}
