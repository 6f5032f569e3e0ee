import { isIPv4, isIPv6, type Server, type Socket } from "node:net";

/** How the places for connections are shared out. */
export interface PlaceLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Addresses of proxies in front of the service: one of them stands for many clients and has no share of its own. */
  readonly proxyAddresses: readonly string[];
}

/** One part in so many of all places is kept for addresses that hold few. */
const reservedPart = 8;
/** An address that holds fewer than this may use the reserve. */
const fewConnections = 16;
/** One unused for shorter may be about to be used: whoever sends on it would see it end without an answer. */
const restMs = 5_000;
/** Connections without a place that are told so, at once. */
const turnedAwayAtMost = 4_096;
/** How long one of them may take to ask. */
const askWithinMs = 5_000;

interface Group {
  readonly name: string;
  /** Without a request since then, the one unused for longest first; one whose head is still on its way is among them. */
  readonly idle: Map<Socket, number>;
  /** How many requests are being worked on. */
  readonly busy: Map<Socket, number>;
}

/**
 * Gives connections their places, so that no address can take those of others. An address may hold no more than what
 * it leaves free beside the reserve: the first can take half, the next half of the rest, and so on. When an address is
 * at its share, its own connection that was unused for longest makes room, if that is a while; when all places are taken,
 * that of the address with most of them. Connections in the middle of a request are never cut. One that gets no place is
 * answered with 503 when it asks, as long as those are not too many either.
 */
export class ConnectionPlaces {
  readonly #limits: PlaceLimits;
  readonly #groups = new Map<string, Group>();
  /** Of the connections that hold a place. */
  readonly #groupOf = new Map<Socket, Group>();
  readonly #turnedAway = new Set<Socket>();
  readonly #nowMs: () => number;
  #open = 0;

  /** `nowMs` is a monotonic clock. */
  constructor(limits: PlaceLimits, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  /** Whether this connection has no place: what it asks is refused, and it ends with that answer. */
  isTurnedAway(socket: Socket): boolean {
    return this.#turnedAway.has(socket);
  }

  /** Connections that hold a place now. */
  get open(): number {
    return this.#open;
  }

  /** Sees to every connection of a server from now on. */
  guard(server: Server): void {
    server.on("connection", (socket: Socket) => this.#take(socket));
  }

  /** A request on this connection has begun; the returned function tells that it is over. */
  begin(socket: Socket): () => void {
    const group = this.#groupOf.get(socket);
    if (group === undefined) return () => undefined;
    group.idle.delete(socket);
    group.busy.set(socket, (group.busy.get(socket) ?? 0) + 1);
    return () => this.#end(group, socket);
  }

  #end({ busy, idle }: Group, socket: Socket): void {
    const requests = busy.get(socket);
    if (requests === undefined) return;
    if (requests > 1) busy.set(socket, requests - 1);
    else {
      busy.delete(socket);
      idle.set(socket, this.#nowMs());
    }
  }

  #take(socket: Socket): void {
    const name = addressGroup(socket.remoteAddress);
    const group = this.#groups.get(name) ?? { name, idle: new Map(), busy: new Map() };
    if (!this.#hasPlaceFor(group) && !this.#makeRoom(group)) {
      this.#turnAway(socket);
      return;
    }
    this.#groups.set(name, group);
    this.#groupOf.set(socket, group);
    group.idle.set(socket, this.#nowMs());
    this.#open += 1;
    socket.once("close", () => this.#leave(group, socket));
  }

  #turnAway(socket: Socket): void {
    if (this.#turnedAway.size >= turnedAwayAtMost) {
      socket.destroy();
      return;
    }
    this.#turnedAway.add(socket);
    const timer = setTimeout(() => socket.destroy(), askWithinMs);
    socket.once("close", () => {
      clearTimeout(timer);
      this.#turnedAway.delete(socket);
    });
  }

  #leave(group: Group, socket: Socket): void {
    if (!group.idle.delete(socket) && !group.busy.delete(socket)) return;
    this.#groupOf.delete(socket);
    this.#open -= 1;
    if (sizeOf(group) === 0) this.#groups.delete(group.name);
  }

  #hasPlaceFor(group: Group): boolean {
    return this.#open < this.#limits.connections && sizeOf(group) < this.#shareOf(group.name);
  }

  /** How many connections an address may hold as things are. */
  #shareOf(name: string): number {
    const { connections, connectionsPerAddress, proxyAddresses } = this.#limits;
    const free = connections - this.#open - Math.floor(connections / reservedPart);
    if (proxyAddresses.includes(name)) return free > 0 ? connections : fewConnections;
    return Math.min(connectionsPerAddress, Math.max(fewConnections, free));
  }

  /** Ends one unused connection in favour of a new one: the address's own where it is at its share, else of the greediest. */
  #makeRoom(group: Group): boolean {
    const isAtShare = sizeOf(group) >= this.#shareOf(group.name);
    const from = isAtShare ? group : this.#greediest(sizeOf(group) + 1);
    const [oldest] = from?.idle ?? [];
    if (from === null || oldest === undefined) return false;
    const [victim, sinceMs] = oldest;
    if (from === group && this.#nowMs() - sinceMs < restMs) return false;
    this.#leave(from, victim);
    victim.destroy();
    return true;
  }

  /** The address with most unused connections among those that hold more than `least`. */
  #greediest(least: number): Group | null {
    let found: Group | null = null;
    for (const group of this.#groups.values()) {
      if (sizeOf(group) <= least || this.#limits.proxyAddresses.includes(group.name)) continue;
      if (found === null || group.idle.size > found.idle.size) found = group;
    }
    return found;
  }
}

function sizeOf({ idle, busy }: Group): number {
  return idle.size + busy.size;
}

/** Whoever has an IPv6 address has 2⁶⁴ of them: the first half of it is what tells networks apart. */
export function addressGroup(address: string | undefined): string {
  const plain = (address ?? "").replace(/%.*$/, "").toLowerCase();
  const mapped = plain.startsWith("::ffff:") ? plain.slice("::ffff:".length) : plain;
  if (isIPv4(mapped) || !isIPv6(plain)) return mapped;
  const [before = "", after] = plain.split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const parts = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
  return `${parts
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}
