"""The hash tree of RFC 6962 and RFC 9162, SHA-256."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data)


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right)


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """Root over leaf hashes (RFC 9162, 2.1.1), level by level: a node without a sibling moves up as it is."""
    if not leaves:
        return sha256(b"")
    level = list(leaves)
    while len(level) > 1:
        pairs = [node_hash(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[2 * len(pairs) :]
    return level[0]


def is_included(leaf: bytes, *, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether a path leads from a leaf's hash to the root, with no hash left over (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    node, last, current = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if node & 1 or node == last:
            current = node_hash(sibling, current)
            while not node & 1 and node != 0:
                node, last = node >> 1, last >> 1
        else:
            current = node_hash(current, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and current == root
