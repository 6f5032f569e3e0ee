import { toBase64 } from "../../../core/encoding/base64.ts";
import { toHex } from "../../../core/encoding/bytes.ts";
import type { LogEdge, LogGrowth } from "../../../core/evidence/log/append-to-log.ts";
import { chainName, maxIntervals } from "../../../core/encoding/bundle.ts";
import {
  chainBeginning,
  comparePlaces,
  intervalDigest,
  intervalLeafHash,
  packTree,
  pathInTree,
  type Interval,
  type PrecommitProof,
  type PrecommitSummary,
} from "../../../core/evidence/frames/ingest-chain.ts";
import { formatInstant } from "../../../core/encoding/instant.ts";
import { signDocument, type DocumentEnvelope } from "../../../core/evidence/log/logged-document.ts";
import { LogTree, type Tile } from "../../../core/evidence/log/log-tree.ts";
import { merkleLevels } from "../../../core/evidence/log/merkle.ts";
import { tileWidth } from "../../../core/evidence/log/tile-place.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import { vehicleSalt, type MovedChain } from "./commit-chains.ts";
import type { IntervalChange, LastInterval, OpenInterval, OpenChain } from "./open-interval.ts";
import type { EvidenceNeeds } from "../evidence/issue-evidence.ts";
import type { Changes } from "../ports/changes.ts";
import type { ClosedInterval, StoredInterval, StoredPlace } from "../ports/chain-place.ts";
import type { LogEnd, StoredChains } from "../ports/transaction.ts";
import type { UnloggedDocument } from "../ports/logged-document.ts";
import type { OpenedBreach } from "../commit/staged-ledger.ts";
import { ownJson } from "../own-json.ts";

/** An interval is closed with the first commit this long after it began, */
const longestIntervalUs = 60_000_000;
/** or when this many chains moved: memory and the time one close takes are bounded. */
const maxChains = 2_048;

type CloseNeeds = Pick<EvidenceNeeds, "signer" | "sha256" | "frameSalt" | "nowUs">;

interface Closing {
  readonly edge: LogEdge;
  readonly breaches: readonly OpenedBreach[];
  readonly moved: readonly MovedChain[];
}

/** Whether the interval has to be closed with this batch: for the evidence it issues, or because it is time. */
export function isIntervalDue(
  open: OpenInterval,
  { moved, breaches, nowUs }: Pick<Closing, "moved" | "breaches"> & { readonly nowUs: number },
): boolean {
  if (breaches.length > 0) return true;
  if (open.chains.size === 0 && moved.length === 0) return false;
  return nowUs - open.last.toUs >= longestIntervalUs || open.chains.size + moved.length >= maxChains;
}

/** What becomes of the open interval where it stays open. */
export function bookMoves(moved: readonly MovedChain[]): {
  readonly booked: IntervalChange;
  readonly changes: Changes["precommit"];
} {
  const entries = moved.reduce((sum, one) => sum + one.entries, 0);
  return {
    booked: { chains: moved.map(({ chain }) => chain), entries, closed: null },
    changes: { places: keptPlaces(moved), interval: null },
  };
}

/**
 * An interval closed by a batch: its document, which must be the first that the batch enters in the log. Evidence that was
 * asked for may come where nothing was received since the interval before: then none is closed, and earlier ones are named.
 */
export class IntervalClose {
  readonly document: UnloggedDocument | null;
  readonly changes: Changes["precommit"];
  readonly booked: IntervalChange;
  readonly #interval: ClosedInterval | null;
  readonly #edge: LogEdge;
  readonly #needs: CloseNeeds;
  readonly #summaries: ReadonlyMap<OpenedBreach, NamedIntervals>;
  readonly #tiles: readonly Tile[];

  /** Closes the interval after this batch, and finds the earlier ones that its evidence will name. */
  static async close(
    open: OpenInterval,
    closing: Closing,
    transaction: StoredChains & LogEnd,
    needs: CloseNeeds,
  ): Promise<IntervalClose> {
    const { edge, breaches, moved } = closing;
    const isEmpty = open.chains.size === 0 && moved.length === 0;
    const closed = isEmpty ? nothingClosed : closeTree(open, closing, needs);
    const named = new Map<OpenedBreach, NamedIntervals>();
    for (const breach of breaches) {
      const staged = closed.places.filter(({ vehicleKey }) => vehicleKey === breach.record.vehicleKey);
      const found = await nameIntervals(breach, staged, transaction);
      if (found !== null) named.set(breach, found);
    }
    const earlier = [...named.values()].flatMap(({ intervals }) =>
      intervals.flatMap(({ interval }) => (interval.leafIndex < edge.size ? [interval.leafIndex] : [])),
    );
    const tiles = await transaction.readLogTiles(tilesOver([...new Set(earlier)]));
    return new IntervalClose({ ...closed, moved, edge, needs, named, tiles });
  }

  private constructor(
    given: ClosedTree & {
      readonly moved: readonly MovedChain[];
      readonly edge: LogEdge;
      readonly needs: CloseNeeds;
      readonly named: ReadonlyMap<OpenedBreach, NamedIntervals>;
      readonly tiles: readonly Tile[];
    },
  ) {
    const { document, interval, places, edge, needs, named, tiles } = given;
    this.document = document;
    this.changes = { places, interval };
    this.booked = { chains: [], entries: 0, closed: interval === null ? null : lastOf(interval) };
    this.#interval = interval;
    this.#edge = edge;
    this.#needs = needs;
    this.#summaries = named;
    this.#tiles = tiles;
  }

  /** What the core of a breach's evidence says of pre-commitment; undefined where its chain does not reach its window. */
  summaryOf(breach: OpenedBreach): PrecommitSummary | undefined {
    const named = this.#summaries.get(breach);
    if (named === undefined) return undefined;
    const { organisation, vehicleId } = breach.facts;
    return {
      chain: chainName,
      vehicle_salt: vehicleSalt({ organisation, vehicleId }, this.#needs.frameSalt),
      after_seq: named.begin.seq,
      head: named.begin.head,
      intervals: named.intervals.map(({ seq, head, interval }) => ({
        log_index: interval.leafIndex,
        root: toHex(rootOf(this.#treeOf(interval.leafIndex, named).tree)),
        seq,
        head,
      })),
    };
  }

  /** The proofs that go with it, once the log has grown. */
  proofOf(breach: OpenedBreach, growth: LogGrowth): PrecommitProof | undefined {
    const named = this.#summaries.get(breach);
    if (named === undefined) return undefined;
    const log = new LogTree(
      readerOf([...this.#tiles, ...this.#edge.tiles, ...growth.tiles]),
      this.#needs.sha256,
    );
    return named.intervals.map(({ interval }) => {
      const { leafIndex, leaf } = interval;
      const { tree, leaves, envelope } = this.#treeOf(leafIndex, named);
      const hashes = log.inclusionPath(leafIndex, growth.size);
      return {
        index: leaf,
        path: pathInTree(tree, { index: leaf, size: leaves }).map(toBase64),
        envelope: envelopeOf(envelope),
        tlog_proof: formatTlogProof({ index: leafIndex, hashes, checkpoint: growth.checkpoint }),
      };
    });
  }

  #treeOf(leafIndex: number, { stored }: NamedIntervals): StoredInterval {
    const { document } = this;
    if (document !== null && leafIndex === this.#interval?.leafIndex) {
      return { ...this.#interval, envelope: document.envelope };
    }
    const found = stored.find((one) => one.leafIndex === leafIndex);
    if (found === undefined) throw new Error(`the interval at leaf ${leafIndex} was not read`);
    return found;
  }
}

function lastOf({ number, digest, toUs }: ClosedInterval): LastInterval {
  return { number, digest, toUs };
}

interface ClosedTree {
  readonly document: UnloggedDocument | null;
  readonly interval: ClosedInterval | null;
  readonly places: Changes["precommit"]["places"];
}

const nothingClosed: ClosedTree = { document: null, interval: null, places: [] };

function closeTree(open: OpenInterval, { edge, breaches, moved }: Closing, needs: CloseNeeds): ClosedTree {
  const { sha256, nowUs } = needs;
  const leaves = leavesOf(open, moved).sort(comparePlaces);
  const levels = merkleLevels(
    leaves.map((leaf) => intervalLeafHash(leaf, sha256)),
    sha256,
  );
  const root = levels.at(-1)?.at(0);
  if (root === undefined) throw new Error("an interval is closed with at least one chain in it");
  const toUs = Math.max(nowUs(), open.last.toUs);
  const interval: Interval = {
    schema: "urn:plumbline:precommit:1",
    number: open.last.number + 1,
    from: formatInstant(open.last.toUs),
    to: formatInstant(toUs),
    entries: open.entries + moved.reduce((sum, one) => sum + one.entries, 0),
    evidence: breaches.length,
    leaves: leaves.length,
    root: toHex(root),
    prev: open.last.digest,
  };
  const document = {
    ...signDocument("precommit", interval, needs),
    organisation: null,
    subject: String(interval.number),
    loggedAtUs: toUs,
  };
  const leafIndex = edge.size;
  const places = leaves.map(({ vehicleKey, seq, head }, leaf) => ({
    vehicleKey,
    seq,
    head,
    interval: { leafIndex, leaf },
  }));
  return {
    document,
    interval: {
      leafIndex,
      leaves: leaves.length,
      tree: packTree(levels),
      number: interval.number,
      toUs,
      digest: intervalDigest(interval, sha256),
    },
    places: [...keptPlaces(moved), ...places],
  };
}

/** Every chain that moved, where it stands now, and where it stood when a breach opened in this batch. */
function leavesOf(open: OpenInterval, moved: readonly MovedChain[]): OpenChain[] {
  const chains = new Map(open.chains);
  const atBreaches: OpenChain[] = [];
  for (const { chain, atBreach } of moved) {
    chains.set(chain.vehicleKey, chain);
    for (const { seq, head } of atBreach) {
      if (seq !== chain.seq) atBreaches.push({ ...chain, seq, head });
    }
  }
  return [...chains.values(), ...atBreaches];
}

function keptPlaces(
  moved: readonly MovedChain[],
): readonly (StoredPlace & { readonly vehicleKey: number })[] {
  return moved.flatMap(({ chain, kept }) =>
    kept.map((place) => ({ vehicleKey: chain.vehicleKey, ...place })),
  );
}

/** The intervals a piece of evidence names, oldest first, and where the part of the chain it shows begins. */
interface NamedIntervals {
  readonly begin: Pick<StoredPlace, "seq" | "head">;
  readonly intervals: readonly LeafPlace[];
  /** Those closed before this batch. */
  readonly stored: readonly StoredInterval[];
}

interface LeafPlace extends StoredPlace {
  readonly interval: NonNullable<StoredPlace["interval"]>;
}

async function nameIntervals(
  { facts, record }: OpenedBreach,
  staged: readonly StoredPlace[],
  transaction: StoredChains,
): Promise<NamedIntervals | null> {
  const { initialSeq } = facts.window;
  const { vehicleKey, seq: breachSeq } = record;
  const ask = { vehicleKey, fromSeq: initialSeq, throughSeq: breachSeq };
  const within = staged.filter(({ seq }) => seq >= initialSeq && seq <= breachSeq);
  const places = [...(await transaction.listChainPlaces(ask)), ...within];
  const begin = beginningIn(places, initialSeq);
  if (begin === null) return null;
  const leaves = places.filter(isLeaf).filter(({ seq }) => seq > begin.seq);
  const newest = leaves.findLast(({ seq }) => seq === breachSeq);
  if (newest === undefined) return null;
  const { leafIndex: newestIndex } = newest.interval;
  // An interval that was closed for evidence may hold the chain twice; the later place covers the earlier one.
  const byInterval = new Map(leaves.map((place) => [place.interval.leafIndex, place]));
  const earlier = spread(
    [...byInterval.values()].filter(({ interval }) => interval.leafIndex < newestIndex),
    maxIntervals - 1,
  );
  const intervals = [...earlier, newest];
  const closedBefore = intervals.filter((place) => !within.includes(place));
  return {
    begin,
    intervals,
    stored: await transaction.readIntervals(closedBefore.map(({ interval }) => interval.leafIndex)),
  };
}

function beginningIn(
  places: readonly StoredPlace[],
  initialSeq: number,
): Pick<StoredPlace, "seq" | "head"> | null {
  const exact = places.find(({ seq }) => seq === initialSeq);
  return exact ?? (initialSeq === 0 ? { seq: 0, head: chainBeginning } : null);
}

function isLeaf(place: StoredPlace): place is LeafPlace {
  return place.interval !== null;
}

/** At most so many, the first among them, the others as evenly as it goes. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const taken = new Set(Array.from({ length: most }, (_, at) => Math.floor((at * items.length) / most)));
  return items.filter((_, at) => taken.has(at));
}

const highestTileLevel = 6;

/** The tiles that lie over these leaves; besides them a proof needs only the log's right edge. */
function tilesOver(
  leafIndices: readonly number[],
): readonly { readonly level: number; readonly index: number }[] {
  const places = new Map<string, { readonly level: number; readonly index: number }>();
  for (const leaf of leafIndices) {
    for (let level = 0; level <= highestTileLevel; level++) {
      const index = Math.floor(leaf / tileWidth ** (level + 1));
      places.set(`${level}/${index}`, { level, index });
    }
  }
  return [...places.values()];
}

/** Of two tiles at one place the later counts: it is the wider one. */
function readerOf(tiles: readonly Tile[]): (level: number, index: number) => Uint8Array {
  const byPlace = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile.hashes]));
  return (level, index) => {
    const hashes = byPlace.get(`${level}/${index}`);
    if (hashes === undefined) throw new RangeError(`tile ${level}/${index} is not at hand`);
    return hashes;
  };
}

const hashBytes = 32;

function rootOf(tree: Uint8Array): Uint8Array {
  return tree.subarray(tree.length - hashBytes);
}

function envelopeOf(envelope: Uint8Array): PrecommitProof[number]["envelope"] {
  const { payload, payloadType, signatures } = ownJson<DocumentEnvelope>(envelope);
  return { payload, payloadType, signatures: [...signatures] };
}
