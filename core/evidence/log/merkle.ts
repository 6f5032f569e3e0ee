import { concatBytes, equalBytes } from "../../encoding/bytes.ts";
import type { Sha256 } from "../../encoding/primitives.ts";

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
  let level = leafHashes;
  while (level.length > 1) level = parents(level, sha256);
  return level[0] ?? sha256(new Uint8Array(0));
}

/** A tree with all its nodes: the leaf hashes first, the root alone in the last level. */
export type MerkleLevels = readonly (readonly Uint8Array[])[];

export function merkleLevels(leafHashes: readonly Uint8Array[], sha256: Sha256): MerkleLevels {
  const levels = [leafHashes];
  for (let level = leafHashes; level.length > 1;) {
    level = parents(level, sha256);
    levels.push(level);
  }
  return levels;
}

/** The siblings from a leaf up to the root (RFC 6962 2.1.1). Throws for a leaf the tree has not. */
export function inclusionProof(levels: MerkleLevels, index: number): readonly Uint8Array[] {
  const size = sizeOf(levels);
  if (!isLeafOf(index, size)) throw new RangeError(`no leaf ${index} among ${size}`);
  return siblings(levels, { level: 0, node: index });
}

/**
 * What shows that a tree of `oldSize` leaves is the beginning of this one (RFC 6962 2.1.2): the last full subtree of
 * the old tree, unless it is the old tree itself, and its siblings up to the root. Throws for a size this tree never had.
 */
export function consistencyProof(levels: MerkleLevels, oldSize: number): readonly Uint8Array[] {
  const size = sizeOf(levels);
  if (!isSizeWithin(oldSize, size)) throw new RangeError(`no tree of ${oldSize} leaves within ${size}`);
  if (oldSize === size) return [];
  let node = oldSize - 1;
  let level = 0;
  for (; node % 2 === 1; level++) node = (node - 1) / 2;
  const path = siblings(levels, { level, node });
  // A full old tree is its own last subtree.
  const subtree = isPowerOfTwo(oldSize) ? undefined : levels[level]?.[node];
  return subtree === undefined ? path : [subtree, ...path];
}

function sizeOf([leafHashes]: MerkleLevels): number {
  return leafHashes?.length ?? 0;
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
  let place: PathPlace = { node: claim.index, last: claim.size - 1 };
  let hash = claim.leafHash;
  for (const sibling of claim.proof) {
    if (place.last === 0) return false;
    hash = isRight(place) ? nodeHash(sibling, hash, sha256) : nodeHash(hash, sibling, sha256);
    place = above(place);
  }
  return place.last === 0 && equalBytes(hash, claim.root);
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

  const roots = rootsAlong({ first, rest }, claim, sha256);
  return roots !== null && equalBytes(roots.oldRoot, claim.oldRoot) && equalBytes(roots.root, claim.root);
}

/** The roots of both trees that a path from the last full subtree of the old one leads to; null for a path of another length. */
function rootsAlong(
  path: { readonly first: Uint8Array; readonly rest: readonly Uint8Array[] },
  { oldSize, size }: Pick<ConsistencyClaim, "oldSize" | "size">,
  sha256: Sha256,
): { readonly oldRoot: Uint8Array; readonly root: Uint8Array } | null {
  let place: PathPlace = { node: oldSize - 1, last: size - 1 };
  while (place.node % 2 === 1) place = parentOf(place);
  let oldRoot = path.first;
  let root = path.first;
  for (const sibling of path.rest) {
    if (place.last === 0) return null;
    const isOnRight = isRight(place);
    if (isOnRight) oldRoot = nodeHash(sibling, oldRoot, sha256);
    root = isOnRight ? nodeHash(sibling, root, sha256) : nodeHash(root, sibling, sha256);
    place = above(place);
  }
  return place.last === 0 ? { oldRoot, root } : null;
}

/** A node on the way to the root, and the last node of its level: `fn` and `sn` of RFC 9162. */
interface PathPlace {
  readonly node: number;
  readonly last: number;
}

/** Whether its sibling on the path is to the left: of a right child, and of a last node that moved up to become one. */
function isRight({ node, last }: PathPlace): boolean {
  return node % 2 === 1 || node === last;
}

/** Where the path goes on after its next sibling: a last node without sibling moves up as it is until it is a right child. */
function above(place: PathPlace): PathPlace {
  let below = place;
  if (isRight(place)) while (below.node % 2 === 0 && below.node !== 0) below = parentOf(below);
  return parentOf(below);
}

function parentOf({ node, last }: PathPlace): PathPlace {
  return { node: Math.floor(node / 2), last: Math.floor(last / 2) };
}

/** Pairing neighbours level by level gives RFC 6962's tree, whose left part is always the largest full one. */
function parents(level: readonly Uint8Array[], sha256: Sha256): readonly Uint8Array[] {
  const pairs: Uint8Array[] = [];
  for (const [index, left] of level.entries()) {
    if (index % 2 === 1) continue;
    const right = level[index + 1];
    pairs.push(right === undefined ? left : nodeHash(left, right, sha256));
  }
  return pairs;
}

/** From a node's sibling up to the child of the root; a node without sibling moves up and adds nothing. */
function siblings(
  levels: MerkleLevels,
  from: { readonly level: number; readonly node: number },
): readonly Uint8Array[] {
  const path: Uint8Array[] = [];
  let { node } = from;
  for (const nodes of levels.slice(from.level, -1)) {
    const sibling = nodes[node % 2 === 1 ? node - 1 : node + 1];
    if (sibling !== undefined) path.push(sibling);
    node = Math.floor(node / 2);
  }
  return path;
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
