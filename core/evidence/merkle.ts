import { concatBytes, equalBytes } from "./bytes.ts";
import type { Sha256 } from "./primitives.ts";

/**
 * The Merkle tree of RFC 6962 section 2.1 (unchanged in RFC 9162). Leaves and inner nodes are hashed with different
 * first bytes, so that neither can be passed off as the other; a last leaf without partner moves up as it is.
 */
const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export function leafHash(leaf: Uint8Array, sha256: Sha256): Uint8Array {
  return sha256(concatBytes(leafPrefix, leaf));
}

export function nodeHash(left: Uint8Array, right: Uint8Array, sha256: Sha256): Uint8Array {
  return sha256(concatBytes(nodePrefix, left, right));
}

/** Root over leaf hashes in their order; of no leaves, the hash of the empty string. */
export function merkleRoot(leafHashes: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  if (leafHashes.length === 0) return sha256(new Uint8Array(0));
  let level = leafHashes;
  // Pairing neighbours level by level gives RFC 6962's tree: its left half is the largest full one.
  while (level.length > 1) level = parents(level, sha256);
  return level[0]!;
}

/** The siblings from a leaf up to the root (RFC 6962 2.1.1). `index` must be a leaf of the tree. */
export function inclusionProof(
  leafHashes: readonly Uint8Array[],
  index: number,
  sha256: Sha256,
): readonly Uint8Array[] {
  if (!isLeafOf(index, leafHashes.length))
    throw new RangeError(`no leaf ${index} among ${leafHashes.length}`);
  if (leafHashes.length === 1) return [];
  const split = splitPoint(leafHashes.length);
  const left = leafHashes.slice(0, split);
  const right = leafHashes.slice(split);
  return index < split
    ? [...inclusionProof(left, index, sha256), merkleRoot(right, sha256)]
    : [...inclusionProof(right, index - split, sha256), merkleRoot(left, sha256)];
}

/** What is needed to see that a tree of `oldSize` leaves is the beginning of this one (RFC 6962 2.1.2). */
export function consistencyProof(
  leafHashes: readonly Uint8Array[],
  oldSize: number,
  sha256: Sha256,
): readonly Uint8Array[] {
  if (!isSizeWithin(oldSize, leafHashes.length)) {
    throw new RangeError(`no tree of ${oldSize} within one of ${leafHashes.length}`);
  }
  return subproof(leafHashes, oldSize, { known: true, sha256 });
}

export interface InclusionClaim {
  readonly leafHash: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** RFC 9162 2.1.3.2. True only if the proof has exactly the hashes it needs and leads to the root. */
export function verifyInclusion(claim: InclusionClaim, sha256: Sha256): boolean {
  if (!isLeafOf(claim.index, claim.size)) return false;
  let node = claim.index;
  let last = claim.size - 1;
  let hash = claim.leafHash;
  for (const sibling of claim.proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash, sha256);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(hash, sibling, sha256);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(hash, claim.root);
}

export interface ConsistencyClaim {
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** RFC 9162 2.1.4.2. Equal sizes need equal roots and no proof; a tree without leaves proves nothing and is refused. */
export function verifyConsistency(claim: ConsistencyClaim, sha256: Sha256): boolean {
  if (!isSizeWithin(claim.oldSize, claim.size)) return false;
  if (claim.oldSize === claim.size) return claim.proof.length === 0 && equalBytes(claim.oldRoot, claim.root);
  // A full old tree is itself the first hash of the path; leaving it out saves a line.
  const path = isPowerOfTwo(claim.oldSize) ? [claim.oldRoot, ...claim.proof] : claim.proof;
  const [first, ...rest] = path;
  if (first === undefined) return false;

  let node = claim.oldSize - 1;
  let last = claim.size - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  let oldHash = first;
  let hash = first;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldHash = nodeHash(sibling, oldHash, sha256);
      hash = nodeHash(sibling, hash, sha256);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(hash, sibling, sha256);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(oldHash, claim.oldRoot) && equalBytes(hash, claim.root);
}

function parents(level: readonly Uint8Array[], sha256: Sha256): readonly Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const right = level[index + 1];
    above.push(right === undefined ? level[index]! : nodeHash(level[index]!, right, sha256));
  }
  return above;
}

/** SUBPROOF of RFC 6962: `known` while the old tree is the whole left edge, whose root the reader has already. */
function subproof(
  leafHashes: readonly Uint8Array[],
  oldSize: number,
  given: { readonly known: boolean; readonly sha256: Sha256 },
): readonly Uint8Array[] {
  if (oldSize === leafHashes.length) return given.known ? [] : [merkleRoot(leafHashes, given.sha256)];
  const split = splitPoint(leafHashes.length);
  const left = leafHashes.slice(0, split);
  const right = leafHashes.slice(split);
  return oldSize <= split
    ? [...subproof(left, oldSize, given), merkleRoot(right, given.sha256)]
    : [...subproof(right, oldSize - split, { ...given, known: false }), merkleRoot(left, given.sha256)];
}

/** The largest power of two below a size. */
function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function isLeafOf(index: number, size: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
}

function isSizeWithin(oldSize: number, size: number): boolean {
  return Number.isSafeInteger(oldSize) && Number.isSafeInteger(size) && oldSize >= 1 && oldSize <= size;
}

function isPowerOfTwo(size: number): boolean {
  let rest = size;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}
